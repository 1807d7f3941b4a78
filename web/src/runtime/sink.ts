// Output on its way out of a room: in batches, so that a line a microsecond floods nobody, and
// bounded, so that an endless loop that prints fills nothing.
import { MOST_KEPT } from "./output";
import type { Heard, Stream } from "./words";

const BATCH = 16_384;
const PAUSE = 50;
/** So many are passed on at once: what is printed before a long silence is seen before it. */
const AT_ONCE = 2000;

export interface Sink {
  add: (stream: Stream, text: string) => void;
  writer: (stream: Stream) => (buffer: Uint8Array) => number;
  flush: () => void;
}

export function sink(
  say: (word: Heard) => void,
  now: () => number = () => performance.now(),
  most: number = MOST_KEPT,
): Sink {
  const waiting: { stream: Stream; text: string }[] = [];
  let held = 0;
  let passed = 0;
  let last = 0;
  let said = 0;
  let told = false;
  const flush = () => {
    if (waiting.length === 0) return;
    for (const { stream, text } of waiting.splice(0)) say({ kind: "text", stream, text });
    said += 1;
    held = 0;
    last = now();
  };
  const add = (stream: Stream, text: string) => {
    if (text === "") return;
    if (passed >= most) {
      if (!told) {
        flush();
        say({ kind: "cut" });
      }
      told = true;
      return;
    }
    passed += text.length;
    const end = waiting.at(-1);
    if (end?.stream === stream) end.text += text;
    else waiting.push({ stream, text });
    held += text.length;
    // A busy worker has no timer that would come round, so it is decided here.
    if (said < AT_ONCE || held >= BATCH || now() - last >= PAUSE) flush();
  };
  return {
    add,
    flush,
    writer: (stream) => {
      const decoder = new TextDecoder();
      return (buffer) => {
        add(stream, decoder.decode(buffer, { stream: true }));
        return buffer.length;
      };
    },
  };
}
