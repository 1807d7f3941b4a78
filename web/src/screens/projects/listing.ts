// Sessions as the list shows them: how each stands, in words, which are wanted, and in which order.
import type { Schemas } from "@/api/client";
import { ROUND_NAMES } from "@/screens/setup/words";

export type SessionListed = Schemas["SessionListed"];
export type Outcome = NonNullable<SessionListed["outcome"]>;
export type Status = "waits" | "running" | "paused" | "idle" | "ended";

/** In the order in which they ask for attention. */
export const STATUSES: readonly Status[] = ["waits", "running", "paused", "idle", "ended"];

export const STATUS_WORDS: Record<Status, string> = {
  waits: "waits for you",
  running: "running",
  paused: "paused",
  idle: "not led here",
  ended: "ended",
};

export const OUTCOME_WORDS: Record<Outcome, string> = {
  consensus: "agreed",
  kings_pick: "your pick",
  kings_decree: "your decree",
  rejection: "rejected by all",
  stopped: "stopped",
  built: "built",
  reviewed: "reviewed",
  diagnosed: "diagnosed",
  applied: "applied",
  not_applied: "not applied",
};

export const WORKFLOW_NAMES: Record<SessionListed["workflow"], string> = {
  build: "Build",
  discuss: "Discussion",
  summon: "Summon",
  "code-red": "Code-red",
  apply: "Apply",
  review: "Review",
};

/** One that goes on, but not by this server, is led in a terminal or has broken off. */
export function statusOf(session: SessionListed): Status {
  if (session.phase === "ended") return "ended";
  if (session.phase === "awaiting_king") return "waits";
  if (session.phase === "paused") return "paused";
  return session.running ? "running" : "idle";
}

export function statusWords(session: SessionListed): string {
  const status = statusOf(session);
  return status === "ended" && session.outcome
    ? OUTCOME_WORDS[session.outcome]
    : STATUS_WORDS[status];
}

/** Where a build stands, as in "round 3 of 7, Development"; empty where there are no such rounds. */
export function stageWords(session: SessionListed): string {
  const { stage, stage_number: number, stages } = session;
  if (stage === null || number === null || stages === null) return "";
  const name = (ROUND_NAMES as Record<string, string>)[stage] ?? stage;
  return `round ${number} of ${stages}, ${name}`;
}

export interface Wanted {
  words: string;
  status: Status | "all";
  workflow: SessionListed["workflow"] | "all";
}

export const EVERYTHING: Wanted = { words: "", status: "all", workflow: "all" };

/** Every word must be found somewhere: in the topic, the name, the knights, the state. */
export function wantedOf(sessions: readonly SessionListed[], wanted: Wanted): SessionListed[] {
  const words = folded(wanted.words).split(/\s+/).filter(Boolean);
  return sessions.filter((session) => {
    if (wanted.status !== "all" && statusOf(session) !== wanted.status) return false;
    if (wanted.workflow !== "all" && session.workflow !== wanted.workflow) return false;
    if (words.length === 0) return true;
    const text = searchable(session);
    return words.every((word) => text.includes(word));
  });
}

const texts = new WeakMap<SessionListed, string>();

function searchable(session: SessionListed): string {
  const known = texts.get(session);
  if (known !== undefined) return known;
  const text = folded(
    [
      session.topic,
      session.session,
      WORKFLOW_NAMES[session.workflow],
      statusWords(session),
      STATUS_WORDS[statusOf(session)],
      stageWords(session),
      session.rehearsal ? "scripted rehearsal" : "",
      ...session.knights,
    ].join(" "),
  );
  texts.set(session, text);
  return text;
}

/** Without case and accents: "Über" is found by "uber". */
function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** What waits for the reader first, then what runs; within that the newest. Rows do not jump while one looks. */
export function ordered(sessions: readonly SessionListed[]): SessionListed[] {
  const rank = (session: SessionListed) => {
    const status = statusOf(session);
    return status === "waits" ? 0 : status === "running" ? 1 : 2;
  };
  return sessions.toSorted(
    (a, b) => rank(a) - rank(b) || b.started.localeCompare(a.started) || byName(a, b),
  );
}

function byName(a: SessionListed, b: SessionListed): number {
  return a.session < b.session ? 1 : -1;
}

/** The new list with the old objects for all that has not changed, so that rows stay as drawn. */
export function reconciled(
  before: readonly SessionListed[],
  after: readonly SessionListed[],
): SessionListed[] {
  const known = new Map(before.map((session) => [session.session, session]));
  return after.map((session) => {
    const old = known.get(session.session);
    return old && JSON.stringify(old) === JSON.stringify(session) ? old : session;
  });
}

/** Those that the start page can convene again. */
export function canDuplicate({ workflow }: SessionListed): boolean {
  return workflow === "build" || workflow === "discuss" || workflow === "code-red";
}

/** Of rows that an older version wrote, only what was built is known to have files. */
export function hasFiles({ workflow, outcome, files }: SessionListed): boolean {
  return files === null ? workflow === "build" && outcome === "built" : files > 0;
}
