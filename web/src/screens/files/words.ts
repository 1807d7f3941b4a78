// Within a line that was rewritten: which words of it changed.
import { align } from "./aligning";

/** Half-open places of letters in a line. */
export type Span = readonly [from: number, to: number];

export interface WordChanges {
  readonly old: readonly Span[];
  readonly new: readonly Span[];
}

const NOTHING: WordChanges = { old: [], new: [] };
/** A longer line is data, and its words tell nobody anything. */
const LONGEST = 1_000;
/** Less than this share in common: it is another line, and as such is marked as a whole. */
const ALIKE = 0.4;
const PATIENCE_MS = 20;
const WORD = /[\p{L}\p{N}_]+|\s+|./gu;

export function wordChanges(before: string, after: string): WordChanges {
  if (before.length > LONGEST || after.length > LONGEST || before === after) return NOTHING;
  const old = before.match(WORD) ?? [];
  const fresh = after.match(WORD) ?? [];
  const { changes, rough } = align(old, fresh, PATIENCE_MS);
  if (rough) return NOTHING;
  const oldSpans = spans(
    old,
    changes.map(({ oldStart, oldEnd }) => [oldStart, oldEnd]),
  );
  const newSpans = spans(
    fresh,
    changes.map(({ newStart, newEnd }) => [newStart, newEnd]),
  );
  const most = Math.max(before.trim().length, after.trim().length);
  const kept = most - Math.max(lengthOf(before, oldSpans), lengthOf(after, newSpans));
  return most > 0 && kept / most >= ALIKE ? { old: oldSpans, new: newSpans } : NOTHING;
}

/** Letters of the changed words; two with nothing but space between them are one. */
function spans(words: readonly string[], ranges: readonly Span[]): Span[] {
  const starts: number[] = [0];
  for (const word of words) starts.push((starts.at(-1) ?? 0) + word.length);
  const found: Span[] = [];
  for (const [from, to] of ranges) {
    if (from === to) continue;
    const last = found.at(-1);
    const start = starts[from] ?? 0;
    const end = starts[to] ?? 0;
    const gap = last && words.slice(starts.indexOf(last[1]), from).join("");
    if (last && gap?.trim() === "") found[found.length - 1] = [last[0], end];
    else found.push([start, end]);
  }
  return found;
}

function lengthOf(line: string, found: readonly Span[]): number {
  return found.reduce((sum, [from, to]) => sum + line.slice(from, to).trim().length, 0);
}
