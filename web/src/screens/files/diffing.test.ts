import { describe, expect, it } from "vitest";
import { quickest } from "@/testing/quickest";
import { chance, edited, randomText } from "./chance";
import { blocksOf, gapPieces, partnersOf } from "./diff-rows";
import { compare, type Comparison, contentOf, counted, hunksOf, revert } from "./diffing";
import { bare, splitLines } from "./lines";

const SEEDS = Array.from({ length: 400 }, (_, seed) => seed + 1);

function pair(seed: number): [string, string] {
  const draw = chance(seed);
  const before = randomText(draw);
  return [before, draw.whole(5) === 0 ? randomText(draw) : edited(before, draw)];
}

/** What a reader holds a diff to: outside its changes both sides are the same, in order. */
function unchanged({ before, after, changes }: Comparison): { old: string[]; fresh: string[] } {
  const old: string[] = [];
  const fresh: string[] = [];
  const end = { oldStart: before.length, oldEnd: 0, newStart: after.length, newEnd: 0 };
  let last = { oldEnd: 0, newEnd: 0 };
  for (const change of [...changes, end]) {
    old.push(...before.slice(last.oldEnd, change.oldStart), "|");
    fresh.push(...after.slice(last.newEnd, change.newStart), "|");
    last = change;
  }
  return { old, fresh };
}

describe("lines", () => {
  it("are the text again when they are joined", () => {
    for (const text of ["", "\n", "a", "a\n", "a\r\nb", "a\rb\n\n", "\r\n\r\n"]) {
      expect(splitLines(text).join("")).toBe(text);
    }
  });

  it("keep their ends, and are read without them", () => {
    expect(splitLines("a\r\nb\nc")).toEqual(["a\r\n", "b\n", "c"]);
    expect(splitLines("a\r\nb\nc").map(bare)).toEqual(["a", "b", "c"]);
  });
});

describe("over random edits", () => {
  it("a comparison says of nothing that it is unchanged unless it is", () => {
    for (const seed of SEEDS) {
      const { old, fresh } = unchanged(compare(...pair(seed)));
      expect(old).toEqual(fresh);
    }
  });

  it("every hunk taken back gives the text before, byte for byte", () => {
    for (const seed of SEEDS) {
      const [before, after] = pair(seed);
      const comparison = compare(before, after);
      const all = hunksOf(comparison).flatMap((hunk) => hunk.changes);
      expect(revert(comparison, all)).toBe(before);
      expect(revert(comparison, [])).toBe(after);
    }
  });

  it("hunks taken back one after the other, in any order, give the text before", () => {
    for (const seed of SEEDS) {
      const draw = chance(seed + 10_000);
      const [before, after] = pair(seed);
      let text = after;
      let steps = 0;
      for (let left = hunksOf(compare(before, text)); left.length > 0;) {
        const comparison = compare(before, text);
        text = revert(comparison, draw.pick(hunksOf(comparison)).changes);
        left = hunksOf(compare(before, text));
        steps += 1;
        expect(steps).toBeLessThan(50);
      }
      expect(text).toBe(before);
    }
  });

  it("a hunk taken back leaves the lines outside it as they are", () => {
    for (const seed of SEEDS) {
      const comparison = compare(...pair(seed));
      for (const hunk of hunksOf(comparison)) {
        const lines = splitLines(revert(comparison, hunk.changes));
        const head = comparison.after.slice(0, hunk.newStart);
        const tail = comparison.after.slice(hunk.newEnd);
        expect(lines.slice(0, head.length)).toEqual(head);
        expect(tail.length === 0 ? [] : lines.slice(-tail.length)).toEqual(tail);
      }
    }
  });

  it("without regard to white space, taking all back leaves nothing but white space", () => {
    for (const seed of SEEDS) {
      const [before, after] = pair(seed);
      const comparison = compare(before, after, { ignoreWhitespace: true });
      const all = hunksOf(comparison).flatMap((hunk) => hunk.changes);
      const text = revert(comparison, all);
      expect(text.replace(/\s/g, "")).toBe(before.replace(/\s/g, ""));
      expect(splitLines(text)).toHaveLength(splitLines(before).length);
    }
  });

  it("what is drawn holds every line of both texts once, in order", () => {
    for (const seed of SEEDS) {
      const comparison = compare(...pair(seed));
      for (const mode of ["split", "unified"] as const) {
        const rows = blocksOf(comparison, hunksOf(comparison), mode)
          .flatMap((block) => (block.kind === "gap" ? gapPieces(comparison, block) : block.pieces))
          .flat();
        const old = rows.flatMap((row) => (row.type === "insert" ? [] : [row.content]));
        const fresh = rows.flatMap((row) => (row.type === "delete" ? [] : [row.content]));
        expect(old).toEqual(comparison.before.map(bare));
        expect(fresh).toEqual(comparison.after.map(bare));
      }
    }
  });
});

describe("a comparison", () => {
  it("is of no hunks where the two are the same", () => {
    expect(hunksOf(compare("a\nb\n", "a\nb\n"))).toEqual([]);
  });

  it("tells a lost line break at the end", () => {
    const comparison = compare("a\nb\n", "a\nb");
    expect(comparison.changes).toEqual([{ oldStart: 1, oldEnd: 2, newStart: 1, newEnd: 2 }]);
    expect(revert(comparison, comparison.changes)).toBe("a\nb\n");
  });

  it("tells other ends of lines, unless white space does not count", () => {
    expect(counted(compare("a\nb\n", "a\r\nb\r\n").changes)).toEqual({ added: 2, removed: 2 });
    expect(compare("a\nb\n", "a\r\nb\r\n", { ignoreWhitespace: true }).changes).toEqual([]);
  });

  it("never joins two lines where white space does not count and a text ends without a break", () => {
    const comparison = compare("b\nc\n", "a\nb", { ignoreWhitespace: true });
    expect(revert(comparison, comparison.changes)).toBe("b\nc\n");
  });

  it("shows a function that was put in from its first line to its last", () => {
    const one = "def one():\n    return 1\n\n";
    const two = "def two():\n    return 1\n\n";
    const end = "def end():\n    return 1\n";
    const { changes, after } = compare(one + end, one + two + end);
    expect(changes).toHaveLength(1);
    expect(changes.map((at) => after.slice(at.newStart, at.newEnd).join(""))).toEqual([two]);
  });

  it("puts changes that stand close together into one hunk, and others apart", () => {
    const lines = Array.from({ length: 40 }, (_, number) => `${number}\n`);
    const after = lines.map((line, at) => ([3, 8, 30].includes(at) ? `! ${line}` : line));
    const hunks = hunksOf(compare(lines.join(""), after.join("")));
    expect(hunks.map((hunk) => hunk.changes.length)).toEqual([2, 1]);
  });

  it("names a hunk by its content, wherever it has moved", () => {
    const one = compare("a\nx\n", "a\ny\n");
    const moved = compare("1\n2\n3\na\nx\n", "1\n2\n3\na\ny\n");
    const names = [one, moved].map((each) => hunksOf(each).map((hunk) => contentOf(each, hunk)));
    expect(names[0]).toEqual(names[1]);
  });

  it("pairs rewritten lines in both directions", () => {
    const { changes } = compare("a\nb\nc\n", "a\nB\nC\nD\n");
    const { ofOld, ofNew } = partnersOf(changes);
    expect([...ofOld]).toEqual([
      [2, 2],
      [3, 3],
    ]);
    expect(ofNew.has(4)).toBe(false);
  });

  it("is given up for one large change where two long texts have only their words in common", () => {
    const draw = chance(7);
    const long = () => Array.from({ length: 60_000 }, () => `${draw.whole(40)}\n`).join("");
    const [before, after] = [long(), long()];
    expect(quickest(() => compare(before, after))).toBeLessThan(3_000);
    const comparison = compare(before, after);
    expect(comparison.rough).toBe(true);
    expect(revert(comparison, comparison.changes)).toBe(before);
  });
});
