// Code in a diff can be read on each of its grounds: every colour of code, by day and by night.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Rgb = readonly [number, number, number];
type Theme = "light" | "dark";

function tokens(file: string): Record<Theme, ReadonlyMap<string, Rgb>> {
  const css = readFileSync(file, "utf8");
  const found = [...css.matchAll(/--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)];
  const named = (place: 2 | 3) =>
    new Map(found.map((match) => [match[1] ?? "", rgb(match[place] ?? "")]));
  return { light: named(2), dark: named(3) };
}

function rgb(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function contrast(one: Rgb, other: Rgb): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

const theme = tokens("src/design/theme.css");
const code = tokens("src/live/highlight.css");
const css = readFileSync("src/screens/files/diff.css", "utf8");
const MIXED =
  /(--[\w-]+): color-mix\(\s*in srgb,\s*var\(--([\w-]+)\) (\d+)%,\s*var\(--([\w-]+)\)\s*\)/g;
const grounds = [...css.matchAll(MIXED)].map(([, name = "", one = "", share = "", other = ""]) => {
  return { name, one, share: Number(share) / 100, other };
});

test("the grounds are found", () => {
  expect(grounds).toHaveLength(4);
});

describe.each(["light", "dark"] as const)("in the %s theme", (name) => {
  const colour = (token: string): Rgb => {
    const found = theme[name].get(token) ?? code[name].get(token);
    if (found === undefined) throw new Error(`there is no --${token}`);
    return found;
  };

  test.each(grounds)("code can be read on $name", ({ name: ground, one, share, other }) => {
    const [red, green, blue] = colour(one).map(
      (part, place) => part * share + (colour(other)[place] ?? 0) * (1 - share),
    );
    const on: Rgb = [red ?? 0, green ?? 0, blue ?? 0];
    const texts = [...code[name].keys()].filter((token) => !token.endsWith("ground"));
    for (const token of texts) {
      // Within changed words a comment is written in a softer ink instead.
      const text = ground.includes("edit") && token === "hl-comment" ? "color-ink-soft" : token;
      expect(contrast(colour(text), on), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("the numbers of changed lines can be read", () => {
    for (const ground of ["color-agree-soft", "color-danger-soft"]) {
      expect(contrast(colour("color-ink-soft"), colour(ground))).toBeGreaterThanOrEqual(4.5);
    }
  });
});
