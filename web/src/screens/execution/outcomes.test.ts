import { describe, expect, test } from "vitest";
import {
  bounded,
  type Check,
  type Report,
  seconds,
  standingOf,
  testsOf,
  verdictOf,
} from "./outcomes";

function report(changes: Partial<Report>, checks: Check[] = []): Report {
  return { place: "bubblewrap", passed: [], failed: [], seconds: 1, checks, ...changes };
}

const mixed = report({ passed: ["a::one", "b::two"], failed: ["a::three", "c::four"] });

describe("the tests of a report", () => {
  test("stand with those that failed first", () => {
    expect(testsOf(mixed, "all", "").map(({ name }) => name)).toEqual([
      "a::three",
      "c::four",
      "a::one",
      "b::two",
    ]);
  });

  test("are found by every word, among those that are wanted", () => {
    expect(testsOf(mixed, "all", "A one")).toEqual([{ name: "a::one", passed: true }]);
    expect(testsOf(mixed, "failed", "a")).toEqual([{ name: "a::three", passed: false }]);
    expect(testsOf(mixed, "passed", "three")).toEqual([]);
  });
});

describe("a report in a sentence", () => {
  test.each([
    [mixed, "2 of 4 tests fail.", "bad"],
    [report({ passed: ["a"] }), "The one test passes.", "good"],
    [report({ passed: ["a", "b"] }), "All 2 tests pass.", "good"],
    [report({}), "No test was run.", "open"],
    [
      report({ passed: ["a"] }, [{ kind: "parse", status: "failed", detail: "line 3" }]),
      "The code does not parse.",
      "bad",
    ],
    [
      report({}, [{ kind: "tests", status: "failed", detail: "timed out" }]),
      "The tests could not be run to their end.",
      "bad",
    ],
    [
      report({}, [{ kind: "tests", status: "not_run", detail: "no tests" }]),
      "No test was run.",
      "open",
    ],
  ] as const)("%#", (given, words, standing) => {
    expect(verdictOf(given)).toBe(words);
    expect(standingOf(given)).toBe(standing);
  });
});

describe("a long output", () => {
  test("is shown whole while it is short", () => {
    expect(bounded("a\nb", 2)).toEqual({ head: "a\nb", left: 0, tail: "" });
  });

  test("keeps its first and its last lines, and says how many are left out", () => {
    const text = Array.from({ length: 1000 }, (_, line) => String(line)).join("\n");
    const { head, left, tail } = bounded(text, 100);
    expect(head.split("\n")).toHaveLength(50);
    expect(head.startsWith("0\n1\n")).toBe(true);
    expect(left).toBe(900);
    expect(tail.endsWith("998\n999")).toBe(true);
  });
});

test("seconds are told in tenths while they are few", () => {
  expect([0.01, 0.13, 9.96, 12.4, 75].map(seconds)).toEqual([
    "under 0.1 s",
    "0.1 s",
    "10.0 s",
    "12 s",
    "1 m 15 s",
  ]);
});
