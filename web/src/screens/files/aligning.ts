// Which pieces of two sequences are the same, in order: the ground of every diff, of lines or words.
import { diffArrays } from "diff";

/** Half-open places in both sequences, from 0; one of the two may be empty. */
export interface Change {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

export interface Alignment {
  readonly changes: readonly Change[];
  /** True: it took too long, and the middle is one change as a whole. */
  readonly rough: boolean;
}

/** So few pieces cannot take long, and are not given up because the machine stood still. */
const SHORT = 400;

interface Numbered {
  readonly numbers: readonly number[];
  /** Where each of them stands in the whole sequence. */
  readonly places: readonly number[];
}

/** What one side has and the other lacks matches nothing, so it is set aside before the search. */
export function align(
  before: readonly string[],
  after: readonly string[],
  patienceMs: number,
): Alignment {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const oldEnd = before.length - tail;
  const newEnd = after.length - tail;
  if (head === oldEnd && head === newEnd) return { changes: [], rough: false };
  const [ours, theirs] = shared(before, after, head, oldEnd, newEnd);
  const pairs = matched(ours, theirs, patienceMs);
  const changes = between(pairs ?? [], { old: head, new: head }, { old: oldEnd, new: newEnd });
  return { changes, rough: pairs === null };
}

function shared(
  before: readonly string[],
  after: readonly string[],
  head: number,
  oldEnd: number,
  newEnd: number,
): [Numbered, Numbered] {
  const known = new Map<string, number>();
  for (let at = head; at < newEnd; at += 1) {
    const piece = after[at] ?? "";
    if (!known.has(piece)) known.set(piece, known.size);
  }
  const old = numbered(before, head, oldEnd, (piece) => known.get(piece));
  const found = new Set(old.numbers);
  const fresh = numbered(after, head, newEnd, (piece) => {
    const number = known.get(piece);
    return number !== undefined && found.has(number) ? number : undefined;
  });
  return [old, fresh];
}

function numbered(
  pieces: readonly string[],
  from: number,
  to: number,
  numberOf: (piece: string) => number | undefined,
): Numbered {
  const numbers: number[] = [];
  const places: number[] = [];
  for (let at = from; at < to; at += 1) {
    const number = numberOf(pieces[at] ?? "");
    if (number === undefined) continue;
    numbers.push(number);
    places.push(at);
  }
  return { numbers, places };
}

type Pair = readonly [old: number, fresh: number];

/** Places that hold the same, in order; null where the search was given up. */
function differences(ours: readonly number[], theirs: readonly number[], patienceMs: number) {
  if (ours.length + theirs.length <= SHORT) return diffArrays([...ours], [...theirs]);
  return diffArrays([...ours], [...theirs], { timeout: patienceMs });
}

function matched(ours: Numbered, theirs: Numbered, patienceMs: number): Pair[] | null {
  if (ours.numbers.length === 0 || theirs.numbers.length === 0) return [];
  const parts = differences(ours.numbers, theirs.numbers, patienceMs);
  if (parts === undefined) return null;
  const pairs: Pair[] = [];
  let old = 0;
  let fresh = 0;
  for (const part of parts) {
    if (part.removed) old += part.count;
    else if (part.added) fresh += part.count;
    else {
      for (let step = 0; step < part.count; step += 1) {
        pairs.push([ours.places[old + step] ?? 0, theirs.places[fresh + step] ?? 0]);
      }
      old += part.count;
      fresh += part.count;
    }
  }
  return pairs;
}

interface Place {
  readonly old: number;
  readonly new: number;
}

/** What lies between the pairs; neighbours without a pair between them are one change. */
function between(pairs: readonly Pair[], from: Place, to: Place): Change[] {
  const changes: Change[] = [];
  let old = from.old;
  let fresh = from.new;
  const put = (oldEnd: number, newEnd: number) => {
    if (oldEnd > old || newEnd > fresh) {
      changes.push({ oldStart: old, oldEnd, newStart: fresh, newEnd });
    }
  };
  for (const [oldAt, newAt] of pairs) {
    put(oldAt, newAt);
    old = oldAt + 1;
    fresh = newAt + 1;
  }
  put(to.old, to.new);
  return changes;
}
