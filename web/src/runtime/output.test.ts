import { expect, it } from "vitest";
import { NOTHING, printed, textOf } from "./output";

it("joins what one stream printed and keeps the order of both", () => {
  let output = printed(NOTHING, "stdout", "a");
  output = printed(output, "stdout", "b");
  output = printed(output, "stderr", "c");
  output = printed(output, "stdout", "d");
  expect(output.pieces.map(({ text }) => text)).toEqual(["ab", "c", "d"]);
  expect(textOf(output)).toBe("abcd");
});

it("keeps no more than its bound, and tells that it was cut", () => {
  const full = printed(NOTHING, "stdout", "abcde", 5);
  expect(full.cut).toBe(false);
  const over = printed(full, "stderr", "f", 5);
  expect(over).toMatchObject({ cut: true, size: 5 });
  expect(textOf(printed(NOTHING, "stdout", "abcdefg", 5))).toBe("abcde");
});

it("cuts no character in two", () => {
  expect(textOf(printed(NOTHING, "stdout", "ab👑", 3))).toBe("ab");
});
