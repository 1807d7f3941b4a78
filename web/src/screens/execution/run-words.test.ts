import { expect, test } from "vitest";
import { blank, type Event, reduce, type RunView, type Session } from "@/fold";
import { keptEvents } from "@/screens/files/kept-log";
import { canAnalyse, isUnlooked } from "./holding";
import { networkOf, NETWORKS, networkWords } from "./networks";
import { outcomeSentence, runStanding, shortWord, stageOf, TROUBLES, whoseRun } from "./run-words";
import { spokenRuns } from "./speaking";
import { executeBody, USUAL } from "./starting";

const folded = (log: string, upTo = Infinity): Session =>
  keptEvents(log)
    .filter((event) => event.seq <= upTo)
    .reduce(reduce, blank);

function runOf(changes: Partial<RunView>): RunView {
  const run = folded("v6-analysed").view.runs[1];
  if (!run) throw new Error("the kept log has no second run");
  return { ...run, ...changes };
}

const OUTCOMES = [
  "succeeded",
  "served",
  "failed",
  "build_failed",
  "unhealthy",
  "timed_out",
  "out_of_memory",
  "too_many_processes",
  "flooded",
  "stopped",
] as const;

test("every outcome has a sentence of its own", () => {
  const told = OUTCOMES.map((outcome) => outcomeSentence(runOf({ outcome, tests: [] })));
  expect(new Set(told).size).toBe(OUTCOMES.length);
  for (const words of told) expect(words).toMatch(/^(It|Its|You) .+\.$/);
});

test("bounds that were met are named", () => {
  expect(outcomeSentence(runOf({ outcome: "out_of_memory" }))).toContain("512 MB");
  expect(outcomeSentence(runOf({ outcome: "timed_out" }))).toContain("120 s");
  expect(outcomeSentence(runOf({ outcome: "failed", exit_code: 3 }))).toContain("exit code 3");
});

test("a run that went well but for its tests did not go well", () => {
  const tests = [{ runner: "pytest", passed: 1, failed: 2, skipped: 0, failures: [] }];
  const run = runOf({ outcome: "succeeded", good: false, tests });
  expect(outcomeSentence(run)).toBe("It ran, but 2 tests of its own fail.");
  expect(shortWord(run)).toBe("tests fail");
  expect(runStanding(run)).toBe("bad");
});

test("whether it was good, bad or neither is told apart", () => {
  expect(runStanding(runOf({ outcome: "served", good: true }))).toBe("good");
  expect(runStanding(runOf({ outcome: "stopped", good: false }))).toBe("open");
  expect(runStanding(runOf({ outcome: null, error: "no_engine", good: false }))).toBe("open");
  expect(runStanding(runOf({ outcome: null, error: "refused", good: false }))).toBe("bad");
  expect(shortWord(runOf({ outcome: null, error: "broken_off" }))).toBe("broken off");
  expect(shortWord(runOf({ open: true }))).toBe("under way");
  expect(Object.values(TROUBLES).every((words) => words.endsWith("."))).toBe(true);
});

test("a run is the developer's or the round's", () => {
  expect(whoseRun(runOf({ round: "" }))).toBe("run by you");
  expect(whoseRun(runOf({ round: "execution", attempt: 2 }))).toContain("attempt 2");
});

test("a run under way is being built, started, or up", () => {
  const events = keptEvents("v6-served");
  const start = events.find(({ type }) => type === "exec_start");
  const ready = events.find(({ type }) => type === "exec_ready");
  if (!start || !ready) throw new Error("the kept log has no run that is up");
  const stages: string[] = [];
  for (let seq = start.seq; seq <= ready.seq; seq += 1) {
    const session = folded("v6-served", seq);
    const run = session.view.runs.at(-1);
    if (run?.open) stages.push(stageOf(session, run));
  }
  expect(stages.at(0)).toBe("starting");
  expect(stages).toContain("building");
  expect(stages.at(-1)).toBe("up");
});

test("boundaries are spoken, output never", () => {
  const session = folded("v6-served");
  const said = spokenRuns(session, 0);
  expect(said.length).toBeGreaterThan(2);
  expect(said.some((words) => words.includes("writes"))).toBe(false);
  expect(spokenRuns(session, session.view.seq)).toEqual([]);
});

test("each network has its consequence, and an unknown one is none", () => {
  expect(NETWORKS.map(({ value }) => value)).toEqual(["none", "build", "all"]);
  for (const { value, means } of NETWORKS) {
    expect(means.length).toBeGreaterThan(40);
    expect(networkWords(value)).toMatch(/network/);
  }
  expect(networkOf("all")).toBe("all");
  expect(networkOf("everything")).toBe("none");
});

test("an emptied bound is the usual one", () => {
  const body = executeBody({ ...USUAL, seconds: null, memory: null });
  expect([body.seconds, body.memory_mb, body.network]).toEqual([120, 512, "none"]);
});

test("a bad run is unlooked at until a round of execution has begun after it", () => {
  const events = keptEvents("v6-analysed");
  const seqOf = (match: (event: Event) => boolean) => events.find(match)?.seq ?? 0;
  const done = seqOf(({ type }) => type === "exec_done");
  const held = seqOf((event) => event.type === "round_start" && event.round === "execution");
  expect(isUnlooked(folded("v6-analysed", done))).toBe(true);
  expect(canAnalyse(folded("v6-analysed", done).view)).toBe(true);
  expect(isUnlooked(folded("v6-analysed", held))).toBe(false);
  expect(canAnalyse(folded("v6-analysed", held).view)).toBe(false);
});
