// A comparison as what is drawn: stretches of unchanged lines, and hunks cut into pieces.
import type { ChangeData } from "react-diff-view";
import { type Change, type Comparison, CONTEXT, type Hunk } from "./diffing";
import { bare } from "./lines";

export type Mode = "split" | "unified";

/** So many rows are drawn as one table: enough to be few, few enough to be drawn at once. */
export const PIECE = 60;

/** Unchanged lines between hunks, by their places in both texts. */
export interface Gap {
  readonly kind: "gap";
  readonly oldStart: number;
  readonly newStart: number;
  readonly size: number;
}

export interface HunkBlock {
  readonly kind: "hunk";
  readonly index: number;
  readonly hunk: Hunk;
  readonly pieces: readonly (readonly ChangeData[])[];
}

export type Block = Gap | HunkBlock;

/** All of a comparison from top to bottom. */
export function blocksOf(comparison: Comparison, hunks: readonly Hunk[], mode: Mode): Block[] {
  const blocks: Block[] = [];
  let old = 0;
  let fresh = 0;
  for (const [index, hunk] of hunks.entries()) {
    const before = hunk.oldStart - old;
    // Where a hunk stood before, its context has taken the first lines already.
    const lead = Math.min(before, CONTEXT);
    if (before > lead) {
      blocks.push({ kind: "gap", oldStart: old, newStart: fresh, size: before - lead });
    }
    const trail = Math.min(CONTEXT, comparison.before.length - hunk.oldEnd);
    const rows = [
      ...same(comparison, hunk.oldStart - lead, hunk.newStart - lead, lead),
      ...changed(comparison, hunk, mode),
      ...same(comparison, hunk.oldEnd, hunk.newEnd, trail),
    ];
    blocks.push({ kind: "hunk", index, hunk, pieces: cut(rows) });
    old = hunk.oldEnd + trail;
    fresh = hunk.newEnd + trail;
  }
  const rest = comparison.before.length - old;
  if (rest > 0) blocks.push({ kind: "gap", oldStart: old, newStart: fresh, size: rest });
  return blocks;
}

/** The lines of a gap, cut into pieces. */
export function gapPieces(comparison: Comparison, gap: Gap): ChangeData[][] {
  return cut(same(comparison, gap.oldStart, gap.newStart, gap.size));
}

function same(
  comparison: Comparison,
  oldStart: number,
  newStart: number,
  size: number,
): ChangeData[] {
  return Array.from({ length: size }, (_, step) => ({
    type: "normal",
    isNormal: true,
    oldLineNumber: oldStart + step + 1,
    newLineNumber: newStart + step + 1,
    content: bare(comparison.after[newStart + step] ?? ""),
  }));
}

function changed(comparison: Comparison, hunk: Hunk, mode: Mode): ChangeData[] {
  const rows: ChangeData[] = [];
  let old = hunk.oldStart;
  let fresh = hunk.newStart;
  for (const change of hunk.changes) {
    rows.push(...same(comparison, old, fresh, change.oldStart - old));
    rows.push(...replaced(comparison, change, mode));
    old = change.oldEnd;
    fresh = change.newEnd;
  }
  return rows;
}

/** Side by side the lines are paired; one below the other all that went stands first. */
function replaced(comparison: Comparison, change: Change, mode: Mode): ChangeData[] {
  const gone = Array.from({ length: change.oldEnd - change.oldStart }, (_, step): ChangeData => {
    const at = change.oldStart + step;
    const content = bare(comparison.before[at] ?? "");
    return { type: "delete", isDelete: true, lineNumber: at + 1, content };
  });
  const come = Array.from({ length: change.newEnd - change.newStart }, (_, step): ChangeData => {
    const at = change.newStart + step;
    const content = bare(comparison.after[at] ?? "");
    return { type: "insert", isInsert: true, lineNumber: at + 1, content };
  });
  if (mode === "unified") return [...gone, ...come];
  const rows: ChangeData[] = [];
  for (let at = 0; at < Math.max(gone.length, come.length); at += 1) {
    const [left, right] = [gone[at], come[at]];
    if (left) rows.push(left);
    if (right) rows.push(right);
  }
  return rows;
}

/** In pieces of about one size; a line that went is not parted from the one in its place. */
function cut(rows: readonly ChangeData[]): ChangeData[][] {
  const pieces: ChangeData[][] = [];
  let from = 0;
  while (from < rows.length) {
    let to = Math.min(from + PIECE, rows.length);
    if (rows[to - 1]?.type === "delete" && rows[to]?.type === "insert") to += 1;
    pieces.push(rows.slice(from, to));
    from = to;
  }
  return pieces;
}

/** How many rows of the table a piece takes. */
export function rowsOf(piece: readonly ChangeData[], mode: Mode): number {
  if (mode === "unified") return piece.length;
  const paired = piece.filter(
    (row, at) => row.type === "insert" && piece[at - 1]?.type === "delete",
  );
  return piece.length - paired.length;
}

/** Lines that stand beside each other where something was rewritten, by their numbers from 1. */
export interface Partners {
  readonly ofOld: ReadonlyMap<number, number>;
  readonly ofNew: ReadonlyMap<number, number>;
}

export function partnersOf(changes: readonly Change[]): Partners {
  const ofOld = new Map<number, number>();
  const ofNew = new Map<number, number>();
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    for (let step = 1; step <= Math.min(oldEnd - oldStart, newEnd - newStart); step += 1) {
      ofOld.set(oldStart + step, newStart + step);
      ofNew.set(newStart + step, oldStart + step);
    }
  }
  return { ofOld, ofNew };
}
