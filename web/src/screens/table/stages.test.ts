import { describe, expect, it } from "vitest";
import { isAtWork } from "@/session/at-work";
import { passName, sceneNow, type Stage, stagesOf } from "./stages";
import { tableAt } from "./testing/kept-table";

const told = (stages: readonly Stage[]) => stages.map(({ label, state }) => `${label} ${state}`);

describe("the way of a build", () => {
  it("has what is done, what goes on and what is to come", () => {
    expect(told(stagesOf(tableAt("v3-build", 5).view))).toEqual([
      "Requirements current",
      "Development to_come",
    ]);
    expect(told(stagesOf(tableAt("v3-build", 35).view))).toEqual([
      "Requirements done",
      "Development to_come",
    ]);
  });

  it("keeps an attempt that no longer counts before the one that does", () => {
    const stages = stagesOf(tableAt("v3-build", 74).view);
    expect(told(stages)).toEqual(["Requirements anew", "Requirements done", "Development current"]);
    expect(stages[1]?.told).toContain("attempt 2");
    expect(stages[2]?.judge).toBe("Percival");
  });

  it("has nothing going on once it has ended", () => {
    expect(told(stagesOf(tableAt("v3-build").view))).toContain("Development done");
  });
});

describe("the way of a discussion", () => {
  it("has a dot for each round that was held, and for each that is still allowed", () => {
    const stages = stagesOf(tableAt("v1-dispute", 16).view);
    expect(told(stages)).toEqual(["1 done", "2 current", "3 to_come", "4 to_come"]);
    expect(stages[0]?.told).toBe("open");
  });

  it("has none to come once it is decided", () => {
    expect(told(stagesOf(tableAt("v1-dispute").view)).join()).not.toContain("to_come");
  });
});

it("a code-red begins with its triage and its blind round", () => {
  const { view } = tableAt("v4-code-red", 32);
  expect(
    stagesOf(view)
      .slice(0, 3)
      .map(({ label }) => label),
  ).toEqual(["Triage", "Blind", "2"]);
  expect(passName(view, 0)).toBe("Triage");
  expect(passName(view, 2)).toBe("Round 2");
});

describe("where the table is now", () => {
  it("is nowhere before anything was asked", () => {
    expect(sceneNow(tableAt("v3-build", 2).view)).toBeNull();
  });

  it("is the last pass of the last round that counts", () => {
    expect(sceneNow(tableAt("v3-build", 56).view)).toEqual({
      round: "requirements",
      attempt: 2,
      iteration: 2,
    });
  });

  it("is the last round in which somebody spoke, once it is over", () => {
    const { view } = tableAt("v3-build");
    const last = view.rounds.at(-1);
    if (!last) throw new Error("the kept build has rounds");
    const empty = { ...last, key: "execution", outcome: "clean" as const };
    expect(sceneNow({ ...view, rounds: [...view.rounds, empty] })?.round).toBe("development");
  });
});

it("a table works unless it waits, rests or has ended", () => {
  expect(isAtWork(tableAt("v1-dispute", 36).view)).toBe(true);
  expect(isAtWork(tableAt("v1-dispute", 37).view)).toBe(false);
  expect(isAtWork(tableAt("v1-dispute").view)).toBe(false);
});
