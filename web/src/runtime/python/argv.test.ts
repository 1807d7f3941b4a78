import { expect, it } from "vitest";
import { splitWords } from "./argv";

it.each([
  ["", []],
  ["  a  b ", ["a", "b"]],
  [`'two words' "and \\"these\\"" plain\\ one`, ["two words", 'and "these"', "plain one"]],
  [`--name="a b"`, ["--name=a b"]],
  [`"" ''`, ["", ""]],
  ["$HOME *.py", ["$HOME", "*.py"]],
])("splits %s as a shell does", (line, words) => {
  expect(splitWords(line)).toEqual({ words, wrong: "" });
});

it("says what is wrong with a line", () => {
  expect(splitWords("a 'b").wrong).toBe("a ' is never closed");
  expect(splitWords("a\\").wrong).toBe("it ends in a backslash");
});
