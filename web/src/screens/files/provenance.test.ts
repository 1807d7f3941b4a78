import { describe, expect, test } from "vitest";
import { compare } from "./diffing";
import { drawnOn, ownerOf, type Provenance, rowsByLine, sharesOf, whyOf } from "./provenance";

function row(start: number, end: number, unit: string, seat: string, why = "base"): Provenance {
  const by = seat === "" ? "nobody" : "seat";
  return { path: "a.py", start, end, unit, by, seat, round: "development", attempt: 1, why };
}

const rows = [
  row(1, 1, "imports", "Gawain"),
  row(3, 8, "Cart", "Gawain"),
  row(4, 5, "Cart.total", "Percival", "no cent is lost"),
  row(7, 8, "Cart.label", "", "came along with another unit"),
];
const yours: Provenance = { ...row(1, 1, "*", "", "edited by the developer"), by: "developer" };
const byLine = rowsByLine(rows, 9);
const text = Array.from({ length: 9 }, (_, number) => `${number + 1}\n`).join("");

describe("whose each line is", () => {
  test("a method inside a class is its own author's", () => {
    expect(byLine.map((each) => each?.unit ?? "-")).toEqual([
      "imports",
      "-",
      "Cart",
      "Cart.total",
      "Cart.total",
      "Cart",
      "Cart.label",
      "Cart.label",
      "-",
    ]);
  });

  test("lines of one unit in a row are one stretch", () => {
    const stretches = drawnOn(byLine, [], 9);
    expect(stretches.map(({ start, end, row: unit }) => [start, end, unit?.unit])).toEqual([
      [1, 1, "imports"],
      [2, 2, undefined],
      [3, 3, "Cart"],
      [4, 5, "Cart.total"],
      [6, 6, "Cart"],
      [7, 8, "Cart.label"],
      [9, 9, undefined],
    ]);
  });

  test("a draft's new lines are yours, and the others keep their unit wherever they have moved", () => {
    const draft = text.replace("4\n", "4\nfour and a half\n").replace("1\n", "");
    const stretches = drawnOn(byLine, compare(text, draft).changes, 9);
    expect(
      stretches.map(({ start, end, owner, row: unit }) => [start, end, unit?.unit ?? owner?.kind]),
    ).toEqual([
      [1, 1, undefined],
      [2, 2, "Cart"],
      [3, 3, "Cart.total"],
      [4, 4, "developer"],
      [5, 5, "Cart.total"],
      [6, 6, "Cart"],
      [7, 8, "Cart.label"],
      [9, 9, undefined],
    ]);
  });

  test("what the developer edited is told from what nobody at the table wrote", () => {
    expect(ownerOf(yours)).toEqual({ kind: "developer" });
    expect(ownerOf(row(1, 1, "*", "", "the starting files"))).toEqual({ kind: "nobody" });
  });

  test("the legend counts units and lines, seats in their order and nobody last", () => {
    const shares = sharesOf(drawnOn(byLine, [], 9), ["Lancelot", "Percival", "Gawain"]);
    expect(shares).toEqual([
      { owner: { kind: "seat", seat: "Percival" }, units: 1, lines: 2 },
      { owner: { kind: "seat", seat: "Gawain" }, units: 2, lines: 3 },
      { owner: { kind: "nobody" }, units: 1, lines: 2 },
    ]);
  });

  test("a reason is told in words", () => {
    expect(whyOf(row(1, 1, "x", "Gawain"))).toMatch(/the candidate that the merge was built on/);
    expect(whyOf(row(1, 1, "x", "Gawain", "it is shorter"))).toBe("it is shorter");
    expect(whyOf(yours)).toMatch(/^you edited it/);
  });
});
