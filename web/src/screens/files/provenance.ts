// Whose each line of a file is: units with their seats, laid over the lines, also of a draft.
import type { Schemas } from "@/api/client";
import type { Change } from "./diffing";

export type Provenance = Schemas["Provenance"];

export type Owner =
  | { readonly kind: "seat"; readonly seat: string }
  | { readonly kind: "developer" }
  | { readonly kind: "nobody" };

/** Lines in a row that belong to one unit, or to none; lines count from 1. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Null: between two units, or a line that is not kept yet. */
  readonly row: Provenance | null;
  readonly owner: Owner | null;
}

const YOURS: Owner = { kind: "developer" };

export function ownerOf(row: Provenance): Owner {
  return row.by === "seat" ? { kind: "seat", seat: row.seat } : { kind: row.by };
}

/** The innermost unit of each line; the units of a class stand after it in the list. */
export function rowsByLine(rows: readonly Provenance[], lines: number): (Provenance | null)[] {
  const found: (Provenance | null)[] = Array.from({ length: lines }, () => null);
  for (const row of rows) {
    const to = Math.min(row.end, lines);
    for (let line = Math.max(1, row.start); line <= to; line += 1) found[line - 1] = row;
  }
  return found;
}

/** The lines of a draft: those that are as they were keep their unit, the others are yours. */
export function drawnOn(
  kept: readonly (Provenance | null)[],
  changes: readonly Change[],
  lines: number,
): Stretch[] {
  const owned: Pick<Stretch, "row" | "owner">[] = [];
  let old = 0;
  for (const change of changes) {
    for (; old < change.oldStart; old += 1) owned.push(asStood(kept[old] ?? null));
    for (let line = change.newStart; line < change.newEnd; line += 1) {
      owned.push({ row: null, owner: YOURS });
    }
    old = change.oldEnd;
  }
  for (; owned.length < lines; old += 1) owned.push(asStood(kept[old] ?? null));
  return joined(owned);
}

function asStood(row: Provenance | null): Pick<Stretch, "row" | "owner"> {
  return { row, owner: row ? ownerOf(row) : null };
}

function joined(owned: readonly Pick<Stretch, "row" | "owner">[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [index, { row, owner }] of owned.entries()) {
    const last = stretches.at(-1);
    const line = index + 1;
    if (last && last.row === row && last.owner?.kind === owner?.kind) {
      stretches[stretches.length - 1] = { ...last, end: line };
    } else stretches.push({ start: line, end: line, row, owner });
  }
  return stretches;
}

export interface Share {
  readonly owner: Owner;
  readonly units: number;
  readonly lines: number;
}

/** Who has how much of a file, in the order of the seats; the developer and nobody stand last. */
export function sharesOf(stretches: readonly Stretch[], seats: readonly string[]): Share[] {
  const shares = new Map<string, { owner: Owner; units: Set<Provenance>; lines: number }>();
  for (const { row, owner, start, end } of stretches) {
    if (!owner) continue;
    const key = owner.kind === "seat" ? owner.seat : ` ${owner.kind}`;
    const share = shares.get(key) ?? { owner, units: new Set(), lines: 0 };
    if (row) share.units.add(row);
    shares.set(key, { ...share, lines: share.lines + end - start + 1 });
  }
  const order = [...seats, " developer", " nobody"];
  return order.flatMap((key) => {
    const share = shares.get(key);
    return share ? [{ owner: share.owner, units: share.units.size, lines: share.lines }] : [];
  });
}

/** Why it stands there, in words: `base` alone says nothing to a reader. */
export function whyOf(row: Provenance): string {
  if (row.by === "developer") return "you edited it after that round";
  if (row.why === "base") return "stood in the candidate that the merge was built on";
  return row.why === "" ? "no reason is on record" : row.why;
}

export function unitOf(row: Provenance): string {
  return row.unit === "*" ? "the whole file" : row.unit;
}
