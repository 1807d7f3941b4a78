import { expect, test } from "vitest";
import { evidenceOn, reportWords, whyNotRun } from "./evidence";
import { changed, tableAt } from "./testing/kept-table";

test("a knight's position stands with its last vote, its open issues and its backers", () => {
  const session = tableAt("v1-dispute", 37);
  const turns = session.view.turns.map((turn) =>
    turn.seat === "Percival" && turn.stance
      ? { ...turn, stance: { ...turn.stance, agrees_with: ["Gawain's second point"] } }
      : turn,
  );
  const { view } = changed(session, { turns });
  const found = evidenceOn(view, "Gawain");
  expect(found).toMatchObject({ score: 7, issues: ["the cost"], backers: ["Percival"] });
  expect(evidenceOn(view, "Lancelot").backers).toEqual([]);
});

test("doctors who name the same cause back one another", () => {
  const { view } = tableAt("v4-code-red", 45);
  expect(evidenceOn(view, "Gawain")).toMatchObject({ confidence: 9, backers: ["Lancelot"] });
});

test("a candidate stands with its tests and with the comparisons that it won", () => {
  const { view } = tableAt("v3-build", 110);
  const found = evidenceOn(view, "Gawain");
  expect(found.report?.place).toBe("static");
  expect(found.compared).toBe(4);
  expect(found.won).toBeGreaterThan(0);
});

test("a test that was not run has not passed, and it is said why", () => {
  const report = tableAt("v3-build", 110).view.rounds.at(-1)?.candidates[0]?.report;
  if (!report) throw new Error("the kept build was surveyed");
  expect(reportWords(report)).toBe("no test was run");
  expect(whyNotRun(report)).toBe("there are no tests");
  expect(reportWords({ ...report, passed: ["a"], failed: ["b", "c"] })).toBe("1 of 3 tests pass");
  const broken = { kind: "parse" as const, status: "failed" as const, detail: "line 2" };
  expect(reportWords({ ...report, passed: ["a"], checks: [broken] })).toBe("does not parse");
});
