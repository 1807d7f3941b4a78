// How far the session has come: its rounds or passes, which of them one looks at, and which is now.
import type { PassView, RoundView, SessionView } from "@/fold";
import { roundName } from "./words";

export type StageState = "done" | "current" | "to_come" | "anew";

/** One stop on the way: a round of an agenda, or a pass where there are no rounds. */
export interface Stage {
  readonly id: string;
  readonly label: string;
  readonly state: StageState;
  readonly judge: string;
  /** What a reader is told of it beside its name. */
  readonly told: string;
  /** Null: it has not begun. */
  readonly scene: Scene | null;
}

/** What the lanes show: a pass of a round. */
export interface Scene {
  readonly round: string;
  readonly attempt: number;
  readonly iteration: number;
}

/** The stops in order; attempts that no longer count stand before the one that does. */
export function stagesOf(view: SessionView): readonly Stage[] {
  return view.agenda.length > 0 ? roundStages(view) : passStages(view);
}

function roundStages(view: SessionView): Stage[] {
  const now = view.outcome === null ? currentRound(view) : null;
  return view.agenda.flatMap((plan) => {
    const held = view.rounds.filter((round) => round.key === plan.key);
    const stages = held.map((round) => roundStage(view, round, round === now));
    if (held.some((round) => round.counts)) return stages;
    return [
      ...stages,
      {
        id: plan.key,
        label: roundName(plan.key),
        state: "to_come" as const,
        judge: "",
        told: "to come",
        scene: null,
      },
    ];
  });
}

function roundStage(view: SessionView, round: RoundView, isNow: boolean): Stage {
  const passes = passesOf(view, round);
  const state = !round.counts ? "anew" : round.outcome === null && isNow ? "current" : "done";
  const words = { anew: "was held anew", current: "now", done: endOf(round), to_come: "to come" };
  const attempt = round.attempt > 1 ? `, attempt ${round.attempt}` : "";
  return {
    id: `${round.key}.${round.attempt}`,
    label: roundName(round.key),
    state,
    judge: round.judge,
    told: words[state] + attempt,
    scene: {
      round: round.key,
      attempt: round.attempt,
      iteration: passes.at(-1)?.iteration ?? 1,
    },
  };
}

function endOf(round: RoundView): string {
  if (round.outcome === null) return "broken off";
  const ends = {
    consensus: "agreed",
    developer: "decided by you",
    clean: "nothing to mend",
    skipped: "skipped",
  };
  return ends[round.outcome];
}

function passStages(view: SessionView): Stage[] {
  const held = view.passes.map((pass, place): Stage => {
    const last = place === view.passes.length - 1;
    const open = last && view.outcome === null && !cameTo(pass) && view.decision === null;
    return {
      id: `${pass.round}.${pass.attempt}.${pass.iteration}`,
      label: passLabel(view, pass.iteration),
      state: open ? "current" : "done",
      judge: "",
      told: open ? "now" : (cameTo(pass) ?? "held"),
      scene: { round: pass.round, attempt: pass.attempt, iteration: pass.iteration },
    };
  });
  return [...held, ...passesToCome(view)];
}

/** What is still allowed; a decision, an end, and an apply leave nothing to come. */
function passesToCome(view: SessionView): Stage[] {
  if (view.outcome !== null || view.decision !== null || view.workflow === "apply") return [];
  const first = view.workflow === "code-red" ? 0 : 1;
  const next = (view.passes.at(-1)?.iteration ?? first - 1) + 1;
  const count = Math.max(0, view.max_rounds - next + 1);
  return Array.from({ length: count }, (_, place) => ({
    id: `to-come-${next + place}`,
    label: passLabel(view, next + place),
    state: "to_come" as const,
    judge: "",
    told: "to come, if it is needed",
    scene: null,
  }));
}

function cameTo(pass: PassView): string | null {
  const verdict = pass.tally?.verdict ?? pass.consultation?.verdict ?? null;
  return verdict === null ? null : verdict.replaceAll("_", " ");
}

export function passLabel(view: SessionView, iteration: number): string {
  if (view.workflow === "code-red" && iteration === 0) return "Triage";
  if (view.workflow === "code-red" && iteration === 1) return "Blind";
  if (view.workflow === "summon" && iteration === 0) return "Reading";
  return String(iteration);
}

/** A pass in words, as a heading within a lane. */
export function passName(view: SessionView, iteration: number): string {
  const label = passLabel(view, iteration);
  if (Number.isNaN(Number(label))) return label;
  if (view.agenda.length > 0) return `Iteration ${label}`;
  return view.workflow === "apply" ? `Answer ${label}` : `Round ${label}`;
}

/** The last round that counts. */
export function currentRound(view: SessionView): RoundView | null {
  return view.rounds.findLast((round) => round.counts) ?? null;
}

export function passesOf(
  view: SessionView,
  { key, attempt }: Pick<RoundView, "key" | "attempt">,
): readonly PassView[] {
  return view.passes.filter((pass) => pass.round === key && pass.attempt === attempt);
}

/** Whether anybody else answers in the pass in which a turn failed, or still may. */
export function othersGoOn(view: SessionView, turn: Scene & { seat: string }): boolean {
  const asked = passOf(view, turn)?.order ?? view.seats.map((seat) => seat.name);
  return asked.some((seat) => {
    if (seat === turn.seat) return false;
    const last = view.turns.findLast((each) => each.seat === seat && sameScene(each, turn));
    return last ? last.status !== "failed" : !view.lost.includes(seat);
  });
}

/** Where the table is now, or was when it ended; null before anything has been asked. */
export function sceneNow(view: SessionView): Scene | null {
  const round =
    view.outcome === null ? currentRound(view) : (lastSpoken(view) ?? currentRound(view));
  if (round !== null) {
    const iteration = passesOf(view, round).at(-1)?.iteration ?? 1;
    return { round: round.key, attempt: round.attempt, iteration };
  }
  const turn = view.turns.findLast((each) => each.purpose !== "chat");
  const last = view.passes.at(-1) ?? turn;
  return last ? { round: last.round, attempt: last.attempt, iteration: last.iteration } : null;
}

/** The last round that counts and in which somebody spoke: an empty one tells nothing. */
function lastSpoken(view: SessionView): RoundView | undefined {
  return view.rounds.findLast(
    (round) =>
      round.counts &&
      view.turns.some((turn) => turn.round === round.key && turn.attempt === round.attempt),
  );
}

export function sameScene(one: Scene | null, other: Scene | null): boolean {
  return (
    one?.round === other?.round &&
    one?.attempt === other?.attempt &&
    one?.iteration === other?.iteration
  );
}

/** The round that a scene is of; null where the session is not held by rounds. */
export function roundOf(view: SessionView, scene: Scene | null): RoundView | null {
  return (
    view.rounds.find((round) => round.key === scene?.round && round.attempt === scene.attempt) ??
    null
  );
}

export function passOf(view: SessionView, scene: Scene | null): PassView | null {
  return (
    view.passes.find(
      (pass) =>
        pass.round === scene?.round &&
        pass.attempt === scene.attempt &&
        pass.iteration === scene.iteration,
    ) ?? null
  );
}

/** Whether the judge answers a question of yours, as far as the log tells: until it has, the table
    cannot go on. Where the server died meanwhile nobody answers, so this must not block anything. */
export function isAnswering(view: SessionView): boolean {
  return view.turns.some((turn) => turn.purpose === "chat" && turn.status === "open");
}
