// What a run has written, as much as is kept of it: its beginning and its end. Pieces are gathered
// in blocks, so that adding one to thousands copies a block and the list of blocks, not them all.
import type { EventOf, RunBlock, RunPiece, RunText } from "./types";

/** The most characters that are kept of one run; half of them of its beginning. */
export const KEPT = 2_000_000;
const HALF = KEPT / 2;
/** A block is full with so many pieces, or characters. */
const BLOCK_PIECES = 64;
const BLOCK_CHARACTERS = 32_768;

export const silent: RunText = {
  head: [],
  tail: [],
  headLength: 0,
  tailLength: 0,
  dropped: 0,
};

/** With one piece more. */
export function heard(text: RunText, event: EventOf<"exec_output">): RunText {
  const { seq, service, stream, written } = event;
  let next = text;
  for (const part of parts(event.text)) {
    next = added(next, { seq, service, stream, written, text: part });
  }
  return next;
}

/** All that is kept, in order; where something was left out, a notice says so in its place. */
export function* piecesOf(text: RunText): Generator<RunPiece> {
  for (const { pieces } of text.head) yield* pieces;
  if (text.dropped > 0) yield mark(text);
  for (const { pieces } of text.tail) yield* pieces;
}

function mark({ dropped, head }: RunText): RunPiece {
  const before = head.at(-1)?.pieces.at(-1);
  const words = `… ${dropped} characters are left out here; the log has them …`;
  const { seq, written } = before ?? { seq: 0, written: "" };
  return { seq, service: "", stream: "notice", written, text: `\n${words}\n` };
}

function added(text: RunText, piece: RunPiece): RunText {
  const { length } = piece.text;
  const isHead = text.tail.length === 0 && text.headLength + length <= HALF;
  if (isHead) {
    const head = put(text.head, piece);
    return { ...text, head, headLength: text.headLength + length };
  }
  return bounded({
    ...text,
    tail: put(text.tail, piece),
    tailLength: text.tailLength + length,
  });
}

function put(blocks: readonly RunBlock[], piece: RunPiece): readonly RunBlock[] {
  const last = blocks.at(-1);
  const length = piece.text.length;
  if (!last || last.pieces.length >= BLOCK_PIECES || last.length + length > BLOCK_CHARACTERS) {
    return [...blocks, { pieces: [piece], length }];
  }
  const fuller = { pieces: [...last.pieces, piece], length: last.length + length };
  return blocks.with(blocks.length - 1, fuller);
}

/** The oldest blocks of the tail go, until it is short enough. */
function bounded(text: RunText): RunText {
  let { tailLength, dropped } = text;
  let gone = 0;
  for (const { length } of text.tail) {
    if (tailLength <= HALF) break;
    tailLength -= length;
    dropped += length;
    gone += 1;
  }
  return gone === 0 ? text : { ...text, tail: text.tail.slice(gone), tailLength, dropped };
}

/** A text in parts that fit into a block; no pair of surrogates is torn. */
function parts(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  while (text.length - from > BLOCK_CHARACTERS) {
    let to = from + BLOCK_CHARACTERS;
    const code = text.charCodeAt(to - 1);
    if (code >= 0xd800 && code < 0xdc00) to -= 1;
    found.push(text.slice(from, to));
    from = to;
  }
  found.push(text.slice(from));
  return found;
}
