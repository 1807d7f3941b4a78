import { expect, test } from "vitest";
import { count, duration, moment, money, plural } from "@/design/figures";

test.each([
  [0, "$0.00"],
  [1, "<$0.0001"],
  [100, "$0.0001"],
  [12_300, "$0.0123"],
  [99_900, "$0.0999"],
  [100_000, "$0.10"],
  [1_234_567, "$1.23"],
  [1_234_000_000, "$1234.00"],
])("%d millionths of a dollar are shown as %s", (microusd, shown) => {
  expect(money(microusd)).toBe(shown);
});

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1k"],
  [12_345, "12.3k"],
  [99_960, "100k"],
  [123_456, "123k"],
  [999_949, "1000k"],
  [999_950, "1M"],
  [12_345_678, "12.3M"],
])("a count of %d is shown as %s", (number, shown) => {
  expect(count(number)).toBe(shown);
});

test.each([
  [-5, "0 s"],
  [59.99, "59 s"],
  [60, "1 m 0 s"],
  [80, "1 m 20 s"],
  [3599, "59 m 59 s"],
  [7384, "2 h 3 m"],
])("%d seconds are shown as %s", (seconds, shown) => {
  expect(duration(seconds)).toBe(shown);
});

test("one is singular and none is not", () => {
  expect([plural(0, "knight"), plural(1, "knight"), plural(2, "reply", "replies")]).toEqual([
    "0 knights",
    "1 knight",
    "2 replies",
  ]);
});

test("a moment that cannot be read is shown as it stands", () => {
  expect(moment("soon")).toBe("soon");
  expect(moment("2026-02-03T04:05:06Z")).toMatch(/2026/);
});
