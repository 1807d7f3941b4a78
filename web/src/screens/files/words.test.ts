import { expect, test } from "vitest";
import { chance } from "./chance";
import { wordChanges } from "./words";

function marked(line: string, spans: readonly (readonly [number, number])[]): string[] {
  return spans.map(([from, to]) => line.slice(from, to));
}

test("only the words that changed are marked", () => {
  const before = "total = split(bill, people)";
  const after = "total = share(bill, friends)";
  const changes = wordChanges(before, after);
  expect(marked(before, changes.old)).toEqual(["split", "people"]);
  expect(marked(after, changes.new)).toEqual(["share", "friends"]);
});

test("changed words with nothing but space between them are marked as one", () => {
  const after = "return the whole other amount to the caller";
  const { new: spans } = wordChanges("return an amount to the caller", after);
  expect(marked(after, spans)).toEqual(["the whole other"]);
});

test("a line that is another line altogether has no words marked", () => {
  expect(wordChanges("import os", "class Table:")).toEqual({ old: [], new: [] });
});

test("a line of data is not searched for words", () => {
  expect(wordChanges("x".repeat(5000), "y".repeat(5000))).toEqual({ old: [], new: [] });
});

test("marks stand in order, within the line, and what is outside them is the same on both sides", () => {
  const draw = chance(3);
  for (let time = 0; time < 300; time += 1) {
    const line = () =>
      Array.from({ length: draw.whole(12) }, () =>
        draw.pick(["a", "bb", " ", "(", "€", "🙂"]),
      ).join("");
    const [before, after] = [line(), line()];
    const { old, new: fresh } = wordChanges(before, after);
    if (old.length === 0 && fresh.length === 0) continue;
    const outside = (text: string, spans: typeof old) => {
      let at = 0;
      let rest = "";
      for (const [from, to] of spans) {
        expect(from).toBeGreaterThanOrEqual(at);
        expect(to).toBeGreaterThan(from);
        rest += text.slice(at, from);
        at = to;
      }
      return (rest + text.slice(at)).replace(/\s/g, "");
    };
    expect(outside(before, old)).toBe(outside(after, fresh));
  }
});
