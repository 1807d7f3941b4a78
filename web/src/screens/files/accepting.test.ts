import { expect, test } from "vitest";
import type { Tree } from "@/fold";
import { hunkNames, sharesOf } from "./accepting";
import { compare } from "./diffing";

const FAR = "=\n".repeat(20);
const BEFORE = `one\n${FAR}two\n${FAR}two\n`;
const AFTER = `ONE\n${FAR}TWO\n${FAR}TWO\n`;

function tree(path: string, text: string, binary = false): Tree {
  return { [path]: { path, text, binary } };
}

function names(before = BEFORE, after = AFTER): readonly string[] {
  return hunkNames("a.py", compare(before, after));
}

test("a hunk keeps its name while lines move around it", () => {
  const moved = names(`new\n${FAR}${BEFORE}`, `new\n${FAR}${AFTER}`);
  expect(moved).toEqual(names());
  expect(names(BEFORE, AFTER.replace("ONE", "EIN"))[0]).not.toBe(names()[0]);
});

test("the same change at two places is two hunks, each accepted by itself", () => {
  expect(new Set(names()).size).toBe(3);
});

test("of each file it is told how many of its hunks are accepted", () => {
  const [first = ""] = names();
  const share = (accepted: string[], path = "a.py", binary = false) =>
    sharesOf(tree(path, BEFORE, binary), tree(path, AFTER, binary), new Set(accepted)).get(path);
  expect(share([first])).toEqual({ accepted: 1, of: 3 });
  expect(share([...names()])).toEqual({ accepted: 3, of: 3 });
  expect(share(["a.py\nanother"])).toBeUndefined();
  expect(share([first], "b.py")).toBeUndefined();
  expect(share([first], "a.py", true)).toBeUndefined();
});
