// A run in plain words: where it stands, how it ended and why.
import type { RunView, Session } from "@/fold";
import { plural } from "@/design/figures";
import { piecesOf } from "@/fold";
import type { Standing } from "./outcomes";

export type RunOutcome = NonNullable<RunView["outcome"]>;
export type RunTrouble = NonNullable<RunView["error"]>;

const GOOD: ReadonlySet<RunOutcome> = new Set(["succeeded", "served"]);

/** How it ended, in one sentence. */
export function outcomeSentence(run: RunView): string {
  if (run.outcome === null) return "";
  const failed = run.tests.reduce((sum, tests) => sum + tests.failed, 0);
  if (GOOD.has(run.outcome) && failed > 0) {
    return `It ran, but ${plural(failed, "test")} of its own ${failed === 1 ? "fails" : "fail"}.`;
  }
  return OUTCOMES[run.outcome](run);
}

const OUTCOMES: Readonly<Record<RunOutcome, (run: RunView) => string>> = {
  succeeded: () => "It ran to its end without an error.",
  served: () => "It came up, and was ended in good order.",
  failed: ({ exit_code }) =>
    exit_code === null
      ? "It ended with an error."
      : `It ended with an error, exit code ${exit_code}.`,
  build_failed: () => "Its image could not be built, so nothing was run.",
  unhealthy: () => "It was started, but its health check failed, or it did not answer.",
  timed_out: ({ limits }) =>
    `It was not done when its time was over${limits ? `, after ${limits.seconds} s` : ""}.`,
  out_of_memory: ({ limits }) =>
    `It needed more memory than it may use${limits ? `, ${limits.memory_mb} MB` : ""}.`,
  too_many_processes: ({ limits }) =>
    `It started more processes than it may${limits ? `, ${limits.processes}` : ""}.`,
  flooded: () => "It wrote more than is kept, and was ended for it.",
  stopped: () => "You stopped it before it had come to anything.",
};

/** Why there is no outcome, in one sentence. */
export const TROUBLES: Readonly<Record<RunTrouble, string>> = {
  no_engine: "It was not run: no container engine answers on this machine.",
  nothing_to_run: "It was not run: the project does not say how.",
  refused: "It was not run: its files ask for what is not given here.",
  no_image: "It was not run: an image that it is made from is not on this machine.",
  busy: "It was not run: as many runs as this machine takes are under way.",
  engine_failed: "The container engine failed.",
  broken_off: "It was broken off, and left no outcome.",
};

/** In the fewest words, for a list. */
export function shortWord(run: RunView): string {
  if (run.open) return "under way";
  if (run.error) return run.error === "broken_off" ? "broken off" : "not run";
  if (run.outcome && GOOD.has(run.outcome) && !run.good) return "tests fail";
  return run.outcome?.replaceAll("_", " ") ?? "";
}

export function runStanding(run: RunView): Standing {
  if (run.good) return "good";
  if (run.open || run.outcome === "stopped") return "open";
  if (run.error && run.error !== "refused") return "open";
  return "bad";
}

export type Stage = "building" | "starting" | "running" | "up";

/** How far a run is that is under way. */
export function stageOf(session: Session, run: RunView): Stage {
  const last = session.timeline.findLast(({ type }) => STEPS.has(type));
  if (run.addresses.length > 0) return "up";
  if (last?.type === "exec_ready") return "running";
  const text = session.texts.byRun[run.number];
  if (!text) return "starting";
  let built = false;
  for (const { stream } of piecesOf(text)) {
    if (stream === "stdout" || stream === "stderr") return "starting";
    built ||= stream === "build";
  }
  return built ? "building" : "starting";
}

const STEPS = new Set(["exec_start", "exec_ready", "exec_done", "exec_error"]);

export const STAGES: Readonly<Record<Stage, string>> = {
  building: "Its image is being built",
  starting: "It is being started",
  running: "It is running",
  up: "It is up",
};

/** Whose it is: the round's, or the developer's. */
export function whoseRun(run: RunView): string {
  if (run.round === "") return "run by you";
  return run.attempt > 1 ? `run by the round, attempt ${run.attempt}` : "run by the round";
}
