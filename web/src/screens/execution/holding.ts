// The execution round: whether it was held, what came of it, and whether it can be held anew.
import type { RoundView, Session, SessionView } from "@/fold";
import { roundName } from "@/screens/table/words";

export const ROUND = "execution";

/** The last time it was held, whether that still counts or not. */
export function heldRound(view: SessionView): RoundView | null {
  const held = view.rounds.filter((round) => round.key === ROUND);
  return held.findLast((round) => round.counts) ?? held.at(-1) ?? null;
}

/** Why it cannot be held anew now, as a sentence; null: it can. */
export function whyNotAnew(view: SessionView): string | null {
  if (view.workflow !== "build") return "Only a build has an execution round.";
  const place = view.agenda.findIndex((plan) => plan.key === ROUND);
  if (place < 0) {
    return canAnalyse(view)
      ? "It was not on this build's agenda; the table can look at a run all the same."
      : "This build's agenda has no execution round; when its rounds are over, the table can look at a run.";
  }
  const held = view.rounds.find((round) => round.counts && round.key === ROUND);
  if (!held) {
    const before = view.agenda[place - 1];
    return before
      ? `It has not been held yet; it comes after ${roundName(before.key)}.`
      : "It has not been held yet.";
  }
  return held.outcome === null ? "It is being held now." : null;
}

/** Whether the table can be had to look at a run: the rounds are over, and something was built. */
export function canAnalyse(view: SessionView): boolean {
  return view.workflow === "build" && view.phase === "ended" && view.files.length > 0;
}

/** The last run ended badly, and the round has not looked at it. */
export function isUnlooked({ view, timeline }: Pick<Session, "view" | "timeline">): boolean {
  const last = view.runs.at(-1);
  if (!last || last.round !== "" || last.open || last.outcome === "stopped") return false;
  if (last.error ? last.error !== "refused" : last.good) return false;
  const ended = timeline.findLast(({ type }) => type === "exec_done" || type === "exec_error");
  const held = timeline.findLast(({ type, round }) => type === "round_start" && round === ROUND);
  return ended !== undefined && (held === undefined || held.seq < ended.seq);
}

/** What has to change so that a run comes out well. */
export const CAUSES: Readonly<Record<NonNullable<Finding["cause"]>, string>> = {
  code: "a bug of the code",
  test: "a bug of the test",
  surroundings: "its surroundings, not its own fault",
};

type Finding = RoundView["findings"][number];

const OUTCOMES: Readonly<Record<NonNullable<RoundView["outcome"]>, string>> = {
  consensus: "The table agreed",
  developer: "Decided by you",
  clean: "Nothing was found",
  skipped: "Not held",
};

export function outcomeWords(round: RoundView): string {
  return round.outcome === null ? "Under way" : OUTCOMES[round.outcome];
}

/** An item of a verdict: a finding by its number, or the judge's own words. */
export function itemWords(round: RoundView, item: string): string {
  const finding = round.findings.find((each) => each.id === item);
  return finding ? `${item}: ${finding.claim}` : item;
}

/** Where a finding stands: `src/app.py:12-18`. */
export function placeOf(finding: RoundView["findings"][number]): string {
  const { file, line, end_line } = finding;
  if (line === null || line === undefined) return file;
  return end_line && end_line > line ? `${file}:${line}-${end_line}` : `${file}:${line}`;
}
