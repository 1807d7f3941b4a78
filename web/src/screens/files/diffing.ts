// Two texts compared line by line: what changed, in which hunks, and how a hunk is taken back.
import { align, type Change } from "./aligning";
import { bare, endingOf, splitLines } from "./lines";

export type { Change } from "./aligning";

export interface Comparison {
  /** Both texts as lines with their ends. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly changes: readonly Change[];
  /** True: there are so many differences that the middle is shown as one change. */
  readonly rough: boolean;
}

/** Changes that stand close together, with the unchanged lines between them. */
export interface Hunk extends Change {
  readonly changes: readonly Change[];
}

export const CONTEXT = 3;
const PATIENCE_MS = 200;

export interface Manner {
  readonly ignoreWhitespace?: boolean | undefined;
}

export function compare(before: string, after: string, manner: Manner = {}): Comparison {
  const old = splitLines(before);
  const fresh = splitLines(after);
  const key = manner.ignoreWhitespace === true ? withoutSpace : undefined;
  const oldKeys = key ? old.map(key) : old;
  const newKeys = key ? fresh.map(key) : fresh;
  const { changes, rough } = align(oldKeys, newKeys, PATIENCE_MS);
  return { before: old, after: fresh, changes: slid(changes, oldKeys, newKeys), rough };
}

/** Whether a line has an end still counts: two lines must not become one where a hunk is taken back. */
function withoutSpace(line: string): string {
  return line.replace(/\s+/g, "") + (endingOf(line) === "" ? "" : "\n");
}

/**
 * A block that was put in or taken out can often stand a few lines higher or lower and mean the
 * same; it is put where a reader would see it begin: after an empty line, at the least indent.
 */
function slid(
  changes: readonly Change[],
  old: readonly string[],
  fresh: readonly string[],
): Change[] {
  const done: Change[] = [];
  for (const [index, change] of changes.entries()) {
    const isInsert = change.oldStart === change.oldEnd;
    if (!isInsert && change.newStart !== change.newEnd) {
      done.push(change);
      continue;
    }
    const before = done.at(-1);
    const after = changes[index + 1];
    const lines = isInsert ? fresh : old;
    const start = isInsert ? change.newStart : change.oldStart;
    const end = isInsert ? change.newEnd : change.oldEnd;
    // A line stays between two changes, so that they remain two.
    const floor = before ? (isInsert ? before.newEnd : before.oldEnd) + 1 : 0;
    const top = after ? (isInsert ? after.newStart : after.oldStart) - 1 : lines.length;
    done.push(shifted(change, bestShift(lines, start, end - start, floor, top)));
  }
  return done;
}

function bestShift(
  lines: readonly string[],
  start: number,
  size: number,
  floor: number,
  top: number,
): number {
  let best = 0;
  let bestScore = beginning(lines, start);
  const weigh = (by: number) => {
    const score = beginning(lines, start + by);
    if (score <= bestScore) return;
    best = by;
    bestScore = score;
  };
  for (
    let by = -1;
    start + by >= floor && lines[start + by] === lines[start + by + size];
    by -= 1
  ) {
    weigh(by);
  }
  for (
    let by = 1;
    start + by + size <= top && lines[start + by - 1] === lines[start + by - 1 + size];
    by += 1
  ) {
    weigh(by);
  }
  return best;
}

/** How much a place looks like the beginning of something. */
function beginning(lines: readonly string[], at: number): number {
  const line = bare(lines[at] ?? "");
  if (line.trim() === "") return -1000;
  const before = at === 0 ? "" : bare(lines[at - 1] ?? "");
  return (before.trim() === "" ? 100 : 0) - (line.length - line.trimStart().length);
}

function shifted(change: Change, by: number): Change {
  if (by === 0) return change;
  return {
    oldStart: change.oldStart + by,
    oldEnd: change.oldEnd + by,
    newStart: change.newStart + by,
    newEnd: change.newEnd + by,
  };
}

/** Changes with few unchanged lines between them are one hunk. */
export function hunksOf(comparison: Comparison, context = CONTEXT): Hunk[] {
  const groups: Change[][] = [];
  for (const change of comparison.changes) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && change.newStart - last.newEnd <= 2 * context) group.push(change);
    else groups.push([change]);
  }
  return groups.flatMap((changes) => {
    const first = changes[0];
    const last = changes.at(-1);
    if (!first || !last) return [];
    const { oldStart, newStart } = first;
    return [{ changes, oldStart, newStart, oldEnd: last.oldEnd, newEnd: last.newEnd }];
  });
}

/** The text after, with these changes taken back and all else as it is. */
export function revert(comparison: Comparison, changes: readonly Change[]): string {
  const taken = new Set(changes);
  const parts: string[] = [];
  let at = 0;
  for (const change of comparison.changes) {
    if (!taken.has(change)) continue;
    for (; at < change.newStart; at += 1) parts.push(comparison.after[at] ?? "");
    for (let old = change.oldStart; old < change.oldEnd; old += 1) {
      parts.push(comparison.before[old] ?? "");
    }
    at = change.newEnd;
  }
  for (; at < comparison.after.length; at += 1) parts.push(comparison.after[at] ?? "");
  return parts.join("");
}

/** What names a hunk as long as its content is the same. */
export function contentOf(comparison: Comparison, hunk: Hunk): string {
  return JSON.stringify(
    hunk.changes.map((change) => [
      comparison.before.slice(change.oldStart, change.oldEnd).join(""),
      comparison.after.slice(change.newStart, change.newEnd).join(""),
    ]),
  );
}

export function counted(changes: readonly Change[]): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const change of changes) {
    added += change.newEnd - change.newStart;
    removed += change.oldEnd - change.oldStart;
  }
  return { added, removed };
}
