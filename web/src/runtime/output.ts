// What a run has printed: in order, by stream, and no more of it than can be kept.
import type { Stream } from "./words";

export interface Piece {
  readonly stream: Stream;
  readonly text: string;
}

export interface Output {
  readonly pieces: readonly Piece[];
  /** Characters that are kept. */
  readonly size: number;
  /** Something was printed that is not kept. */
  readonly cut: boolean;
}

export const MOST_KEPT = 1_000_000;
export const NOTHING: Output = { pieces: [], size: 0, cut: false };

/** With this at its end; what does not fit is left out, and that it was is told. */
export function printed(output: Output, stream: Stream, text: string, most = MOST_KEPT): Output {
  const room = most - output.size;
  if (text === "") return output;
  if (room <= 0) return output.cut ? output : { ...output, cut: true };
  const kept = text.length > room ? whole(text, room) : text;
  const last = output.pieces.at(-1);
  const joined =
    last?.stream === stream
      ? [...output.pieces.slice(0, -1), { stream, text: last.text + kept }]
      : [...output.pieces, { stream, text: kept }];
  return {
    pieces: joined,
    size: output.size + kept.length,
    cut: output.cut || kept.length < text.length,
  };
}

/** The first so many, without half a character at the end. */
function whole(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

export function textOf(output: Output): string {
  return output.pieces.map((piece) => piece.text).join("");
}
