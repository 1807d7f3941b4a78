// Each colour of code against the ground it stands on.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CLASSES } from "./classes";

const css = readFileSync("src/live/highlight.css", "utf8");
const colours = new Map(
  [...css.matchAll(/--hl-([a-z-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }],
  ),
);

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

it.each(CLASSES)("%s can be read by day and by night", (name) => {
  const ground = colours.get(`${name}-ground`) ?? colours.get("ground");
  const colour = colours.get(name);
  expect(contrast(colour?.light ?? "", ground?.light ?? "")).toBeGreaterThanOrEqual(4.5);
  expect(contrast(colour?.dark ?? "", ground?.dark ?? "")).toBeGreaterThanOrEqual(4.5);
});

it("every kind but the plain one has a class of its own", () => {
  for (const name of CLASSES.filter((each) => each !== "plain")) {
    expect(css).toContain(`.hl-${name} {`);
  }
});

it("a light page and a dark one are told apart by the page's colour-scheme", () => {
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21);
  expect(colours.size).toBe(CLASSES.length + 3);
});
