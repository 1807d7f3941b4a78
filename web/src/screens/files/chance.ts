// Chance for tests: the same draws every time, from a number.

export interface Chance {
  /** From 0 to `below` without it. */
  whole: (below: number) => number;
  pick: <T>(from: readonly T[]) => T;
}

/** The generator mulberry32. */
export function chance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below: number) => Math.floor(next() * below);
  return {
    whole,
    pick: (from) => {
      const found = from[whole(from.length)];
      if (found === undefined) throw new Error("nothing to pick from");
      return found;
    },
  };
}

const WORDS = ["", "", "a", "b", "  a", "return x", "\tif y:", "}", "ä€🙂", "x = 1 ", "x = 2"];

/** A text of few different lines, with either end of line and maybe none at its end. */
export function randomText(draw: Chance): string {
  const ends = draw.pick([["\n"], ["\r\n"], ["\n", "\r\n"]]);
  const lines = Array.from({ length: draw.whole(30) }, () => draw.pick(WORDS) + draw.pick(ends));
  const text = lines.join("");
  return draw.whole(3) === 0 ? text.replace(/\r?\n$/, "") : text;
}

/** The same text after a few edits. */
export function edited(text: string, draw: Chance): string {
  const lines = text.split(/(?<=\n)/);
  for (let left = draw.whole(6); left > 0; left -= 1) {
    const at = draw.whole(lines.length + 1);
    const fresh = draw.pick(WORDS) + draw.pick(["\n", "\r\n", "\n"]);
    lines.splice(at, draw.whole(3), ...(draw.whole(2) === 0 ? [fresh] : [fresh, fresh]));
  }
  const result = lines.join("");
  return draw.whole(4) === 0 ? result.replace(/\r?\n$/, "") : result;
}
