import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync("src/design/theme.css", "utf8");
const pairs = [
  ...css.matchAll(/--color-([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g),
];
const PALETTE = {
  light: Object.fromEntries(pairs.map(([, name, light]) => [name, light])),
  dark: Object.fromEntries(pairs.map(([, name, , dark]) => [name, dark])),
};

const SURFACES = ["sunken", "canvas", "surface", "raised"];
const TEXTS = ["ink", "ink-soft", "ink-faint"];
const SEMANTIC = ["accent", "agree", "doubt", "danger", "king"];
const SEATS = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `seat-${number}`);

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  const colour = (name: string) => {
    const value = PALETTE[theme][name];
    if (value === undefined) throw new Error(`theme.css has no colour ${name}`);
    return value;
  };
  const ratio = (text: string, on: string) => contrast(colour(text), colour(on));

  test.each([...TEXTS, ...SEMANTIC, ...SEATS])("%s can be read on every surface", (text) => {
    for (const on of SURFACES)
      expect(ratio(text, on), `${text} on ${on}`).toBeGreaterThanOrEqual(4.5);
  });

  test.each([...SEMANTIC, ...SEATS])(
    "%s can be read on its own soft variant, and so can text",
    (name) => {
      for (const text of [name, "ink", "ink-soft"]) {
        expect(ratio(text, `${name}-soft`), `${text} on ${name}-soft`).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  test("words on a filled button can be read, at rest and under the pointer", () => {
    expect(ratio("on-accent", "accent")).toBeGreaterThanOrEqual(4.5);
    expect(ratio("on-accent", "accent-strong")).toBeGreaterThanOrEqual(4.5);
  });

  test("the bound of a control stands out from every surface", () => {
    for (const on of SURFACES) expect(ratio("line-strong", on)).toBeGreaterThanOrEqual(3);
  });

  test("a tip can be read", () => {
    expect(ratio("canvas", "ink")).toBeGreaterThanOrEqual(7);
  });
});
