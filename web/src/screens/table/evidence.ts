// What speaks for a seat's position when the King has to choose: its vote, its backers, its tests.
import type { ClaimView, RoundView, SessionView, TurnView } from "@/fold";
import { currentRound } from "./stages";

export type Report = RoundView["candidates"][number]["report"];

export interface Evidence {
  readonly seat: string;
  /** Of a discussion; null: it gave none that could be read. */
  readonly score: number | null;
  /** Of a code-red. */
  readonly confidence: number | null;
  readonly cause: string;
  readonly issues: readonly string[];
  /** The seats that say they agree with it, or name the same cause. */
  readonly backers: readonly string[];
  readonly report: Report | null;
  /** Comparisons by the judges that it won, of how many. */
  readonly won: number;
  readonly compared: number;
  /** Claims against others that it still holds open. */
  readonly claims: readonly ClaimView[];
}

export function evidenceOn(view: SessionView, seat: string): Evidence {
  const round = currentRound(view);
  const stance = lastWith(view, seat, round, (turn) => turn.stance);
  const diagnosis = lastWith(view, seat, round, (turn) => turn.diagnosis);
  const compared = round?.comparisons.filter((each) => [each.first, each.second].includes(seat));
  return {
    seat,
    score: stance?.consensus_score ?? null,
    confidence: diagnosis?.confidence_score ?? null,
    cause: diagnosis?.root_cause_key ?? "",
    issues: stance?.pending_issues ?? [],
    backers: backersOf(view, seat, round),
    report: round?.candidates.find((candidate) => candidate.seat === seat)?.report ?? null,
    won: compared?.filter((each) => each.winner === seat).length ?? 0,
    compared: compared?.length ?? 0,
    claims: (round?.claims ?? []).filter(
      (claim) => claim.by === seat && (claim.status === "open" || claim.status === "answered"),
    ),
  };
}

function lastWith<T>(
  view: SessionView,
  seat: string,
  round: RoundView | null,
  what: (turn: TurnView) => T | null,
): T | null {
  const turn = view.turns.findLast(
    (each) => each.seat === seat && isIn(each, round) && what(each) !== null,
  );
  return turn ? what(turn) : null;
}

function isIn(turn: TurnView, round: RoundView | null): boolean {
  return round === null || (turn.round === round.key && turn.attempt === round.attempt);
}

function backersOf(view: SessionView, seat: string, round: RoundView | null): string[] {
  const causes = view.passes.findLast((pass) => pass.consultation)?.consultation?.causes ?? [];
  const same = causes.find((cause) => cause.doctors.includes(seat));
  if (same) return same.doctors.filter((doctor) => doctor !== seat);
  const name = seat.toLowerCase();
  return view.seats
    .map((other) => other.name)
    .filter((other) => other !== seat)
    .filter((other) =>
      lastWith(view, other, round, (turn) => turn.stance)?.agrees_with.some((point) =>
        mentions(point.toLowerCase(), name),
      ),
    );
}

/** Whether a point names a seat, and not merely a longer word. */
function mentions(point: string, name: string): boolean {
  const at = point.indexOf(name);
  if (at < 0) return false;
  const isWord = (sign: string) => /[\p{L}\p{N}_]/u.test(sign);
  return !isWord(point.charAt(at - 1)) && !isWord(point.charAt(at + name.length));
}

export const PLACES: Readonly<Record<Report["place"], string>> = {
  static: "read only",
  bubblewrap: "sandbox",
  container: "container",
};

/** A report in a few words: a test that was not run has not passed. */
export function reportWords(report: Report): string {
  const parse = report.checks.find((check) => check.kind === "parse");
  if (parse?.status === "failed") return "does not parse";
  const all = report.passed.length + report.failed.length;
  if (all > 0) return `${report.passed.length} of ${all} tests pass`;
  const tests = report.checks.find((check) => check.kind === "tests");
  return tests?.status === "failed" ? "its tests fail" : "no test was run";
}

export function whyNotRun(report: Report): string {
  const tests = report.checks.find((check) => check.kind === "tests");
  return tests?.status === "not_run" ? tests.detail : "";
}
