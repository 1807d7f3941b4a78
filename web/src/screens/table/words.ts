// What the table's own words mean to people: rounds, purposes, failures, outcomes.
import type { SessionView, TurnView } from "@/fold";

type ErrorKind = NonNullable<TurnView["error"]>;
type Outcome = NonNullable<SessionView["outcome"]>;

const FAILURES: Readonly<Record<ErrorKind, string>> = {
  not_installed: "its program is not installed",
  not_signed_in: "it is not signed in",
  out_of_quota: "its quota is used up",
  rate_limited: "it was asked more often than its vendor allows",
  overloaded: "its vendor is overloaded",
  timed_out: "it took longer than a turn may take",
  refused: "its vendor refused the request",
  too_long: "the record is longer than it can read",
  garbled: "its answer could not be made out",
};

/** Why a knight gave no answer, as the end of a sentence. A script has no vendor that could refuse. */
export function failureOf(kind: ErrorKind | null, adapter = ""): string {
  if (kind === null) return "it broke off";
  return kind === "refused" && adapter === "scripted" ? "its script ends here" : FAILURES[kind];
}

/** Failures that last until somebody acts. */
export function isLasting(kind: ErrorKind | null): boolean {
  return kind === "not_installed" || kind === "not_signed_in" || kind === "out_of_quota";
}

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  consensus: "The table agrees",
  kings_pick: "You took a knight's proposal",
  kings_decree: "Your decree stands",
  rejection: "The whole table rejected it",
  stopped: "Stopped without a decision",
  built: "Built",
  reviewed: "Reviewed",
  diagnosed: "The doctors agree on a cause",
  applied: "Applied",
  not_applied: "Not applied",
};

export function outcomeOf(outcome: Outcome): string {
  return OUTCOMES[outcome];
}

const WORKFLOWS: Readonly<Record<SessionView["workflow"], string>> = {
  discuss: "Discussion",
  summon: "Discussion of a change",
  "code-red": "Code-red",
  apply: "Apply",
  build: "Build",
  review: "Review",
};

export function workflowOf(workflow: SessionView["workflow"]): string {
  return WORKFLOWS[workflow];
}

const ROUNDS: Readonly<Record<string, string>> = { qa: "QA", devops: "DevOps" };

export function roundName(key: string): string {
  return ROUNDS[key] ?? capital(key.replaceAll("_", " "));
}

const PURPOSES: Readonly<Record<TurnView["purpose"], string>> = {
  speak: "speaks",
  block: "asked once more for its block",
  files: "asked once more for files that could not be taken",
  compare: "compares two candidates",
  judge: "judges",
  rejudge: "asked once more for the verdict's form",
  fix: "rewrites a unit",
  chat: "answers your question",
};

export function purposeOf(purpose: TurnView["purpose"]): string {
  return PURPOSES[purpose];
}

const PHASES: Readonly<Record<string, string>> = {
  convening: "is being convened",
  reading: "reads the change",
  discussing: "discusses",
  diagnosing: "looks for the cause",
  applying: "writes the change",
  awaiting_king: "waits for you",
  paused: "rests",
  ended: "has ended",
};

/** What the table does, behind the words "the table". */
export function phaseWords(phase: string): string {
  return PHASES[phase] ?? `holds the round ${phase}`;
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

export function ordinal(place: number): string {
  return ORDINALS[place - 1] ?? `in place ${place}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A list in a sentence. */
export function listed(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? "nobody";
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** The hour of an event in the reader's own zone, to the second. */
export function clock(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : at.toLocaleTimeString(undefined, { hour12: false });
}
