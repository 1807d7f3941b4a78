import { expect, test } from "vitest";
import type { RoundView, SessionView } from "@/fold";
import { keptSession } from "@/screens/files/kept-log";
import { heldRound, itemWords, outcomeWords, placeOf, whyNotAnew } from "./holding";

function first<T>(list: readonly T[]): T {
  const found = list[0];
  if (found === undefined) throw new Error("the kept log is empty");
  return found;
}

const built = keptSession("v5-edited").view;
const plan = first(built.agenda);
const round = first(built.rounds);

function view(...rounds: Partial<RoundView>[]): SessionView {
  return {
    ...built,
    agenda: [plan, { ...plan, key: "execution", kind: "findings" }],
    rounds: rounds.map((changes) => ({ ...round, key: "execution", ...changes })),
  };
}

test("it can be held anew once it has been held", () => {
  expect(whyNotAnew(view({ outcome: "clean" }))).toBeNull();
});

test("where it cannot, the reason is told", () => {
  expect(whyNotAnew(view({ outcome: null }))).toBe("It is being held now.");
  expect(whyNotAnew(view())).toBe("It has not been held yet; it comes after Development.");
  expect(whyNotAnew(view({ outcome: "clean", counts: false }))).toMatch(
    /^It has not been held yet/,
  );
  expect(whyNotAnew(built)).toMatch(/can look at a run all the same/);
  expect(whyNotAnew({ ...built, phase: "paused" })).toMatch(/agenda has no execution round/);
  expect(whyNotAnew(keptSession("v4-apply").view)).toMatch(/Only a build/);
});

test("the attempt that counts is shown, else the last one", () => {
  const both = view({ attempt: 1, counts: false }, { attempt: 2 }, { attempt: 3, counts: false });
  expect(heldRound(both)?.attempt).toBe(2);
  expect(heldRound(view({ attempt: 1, counts: false }))?.attempt).toBe(1);
  expect(heldRound(built)).toBeNull();
});

test("a verdict's numbers are told with what they stand for", () => {
  const review = keptSession("v3-review").view.rounds.find((each) => each.findings.length > 0);
  const finding = review?.findings[0];
  if (!review || !finding) throw new Error("the kept log has no findings");
  expect(itemWords(review, finding.id)).toBe(`${finding.id}: ${finding.claim}`);
  expect(itemWords(review, "the logs are silent")).toBe("the logs are silent");
  expect(placeOf({ ...finding, file: "a.py", line: 3, end_line: 5 })).toBe("a.py:3-5");
  expect(placeOf({ ...finding, file: "a.py", line: 3, end_line: 3 })).toBe("a.py:3");
  expect(placeOf({ ...finding, file: "a.py", line: null })).toBe("a.py");
});

test("an open round is told as such", () => {
  expect(outcomeWords({ ...round, outcome: null })).toBe("Under way");
});
