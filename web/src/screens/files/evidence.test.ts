import { describe, expect, test } from "vitest";
import type { SynthesisView } from "@/fold";
import { floorWords, refusedIn, type Report, tellingRounds, untakenIn, upliftOf } from "./evidence";
import { keptSession } from "./kept-log";

function report(passed: string[], failed: string[]): Report {
  return { place: "bubblewrap", checks: [], passed, failed, seconds: 1 };
}

const merge: SynthesisView = {
  base: "Gawain",
  take: [],
  problems: [],
  shipped: "merge",
  report: report(["a", "b", "c", "own"], []),
  floor: report(["a"], ["b", "c"]),
  floor_seat: "Gawain",
  trials: 3,
  provenance: [],
  conflicts: [],
  changed: [],
  deleted: [],
};

describe("how much more passes than in the best opening", () => {
  test("is counted over the tests that both were held against", () => {
    expect(upliftOf(merge)).toEqual({ tests: 3, opening: 1, result: 3 });
  });

  test("is not told where there was no opening to hold it against", () => {
    expect(upliftOf({ ...merge, floor_seat: "" })).toBeNull();
    expect(upliftOf({ ...merge, report: null })).toBeNull();
  });
});

test("the floor rule is told in a sentence for each way it can come out", () => {
  expect(floorWords(merge)).toMatch(/best opening \(Gawain's\) passes, passes in what shipped/);
  expect(floorWords({ ...merge, shipped: "opening" })).toMatch(/that opening ships in its place/);
  expect(floorWords({ ...merge, shipped: "fixed", floor_seat: "" })).toMatch(/still passes/);
  expect(floorWords({ ...merge, shipped: "unchanged", floor_seat: "" })).toMatch(
    /nothing was changed/,
  );
  expect(floorWords({ ...merge, shipped: null })).toBeNull();
});

test("files that could not be taken are told by turn, each with its reason", () => {
  const session = keptSession("v3-build");
  const [last] = tellingRounds(session);
  if (!last) throw new Error("no round has anything to tell");
  const [untaken] = untakenIn(session, last.round);
  expect(untaken).toMatchObject({ seat: "Percival", iteration: 1 });
  expect(untaken?.reasons[0]).toMatch(/^\.\.\/x\.py: The path contains/);
});

test("directives that were refused are told once each", () => {
  const [round] = keptSession("v5-edited").view.rounds;
  const [judgement] = round?.judgements ?? [];
  if (!round || !judgement) throw new Error("the kept log has no verdict");
  const twice = { ...judgement, dropped: ["Cart.total from B: it fails a test"] };
  expect(refusedIn({ ...round, judgements: [twice, twice] })).toEqual(twice.dropped);
});
