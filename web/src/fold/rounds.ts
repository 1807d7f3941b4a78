// The rounds of a build or a review: begun, judged, merged, mended, ended, held anew.
import { isCurrent, roundOf, withCurrent, withMemory, withView } from "./changing";
import { moved, ruled, seatsByLabel } from "./ledger";
import { sortedTexts } from "./order";
import type {
  Concern,
  Event,
  EventOf,
  RoundView,
  Session,
  SessionView,
  SynthesisView,
} from "./types";

export const rounds: Concern = (session, event) => {
  switch (event.type) {
    case "round_start":
      return begun(session, event);
    case "round_reopened":
      return reopened(session, event);
    case "human_choice":
      return event.rounds > 0 ? granted(session, event.rounds) : session;
    case "synthesis_start":
      return directed(session, event);
    default:
      return held(session, event);
  }
};

function begun(session: Session, event: EventOf<"round_start">): Session {
  const next = withMemory(session, { round: event.round, attempt: event.attempt });
  if (session.view.agenda.length === 0) return next;
  const round: RoundView = {
    key: event.round,
    attempt: event.attempt,
    counts: true,
    judge: event.judge,
    labels: event.labels,
    instructions: event.instructions,
    automatic: event.automatic,
    granted: 0,
    claims: [],
    judgements: [],
    candidates: [],
    comparisons: [],
    chunks: 0,
    chunks_total: 0,
    findings: [],
    synthesis: null,
    fixes: [],
    not_found: [],
    edited: [],
    ...notEnded,
  };
  const opened = withView(next, {
    rounds: [...session.view.rounds, round],
    question: null,
    outcome: null,
    summary: "",
  });
  return withAgenda(opened);
}

function reopened(session: Session, event: EventOf<"round_reopened">): Session {
  const all = withoutThoseFrom(session.view.rounds, event.round);
  return withAgenda(withView(session, { rounds: all }), event.round);
}

const execution: SessionView["agenda"][number] = {
  key: "execution",
  kind: "findings",
  role: "SRE / Runtime Debugger",
  max_output_tokens: 8192,
  iterations: 3,
  blind: false,
  instructions: "",
};

/**
 * The round of execution may be held whatever was planned; it is on the agenda while it counts, and
 * while it is to be held anew.
 */
function withAgenda(session: Session, next = ""): Session {
  const planned = (session.opening?.agenda?.rounds ?? []).some(({ key }) => key === "execution");
  if (planned) return session;
  const { agenda, rounds: all } = session.view;
  const isCounting = all.some(({ counts, key }) => counts && key === "execution");
  const isHeld = isCounting || next === "execution";
  if (isHeld === agenda.some(({ key }) => key === "execution")) return session;
  const others = agenda.filter(({ key }) => key !== "execution");
  return withView(session, { agenda: isHeld ? [...others, execution] : others });
}

const notEnded = { outcome: null, summary: "", lead: "", file_structure: [] };

/** The round of that name and all that followed it no longer count. */
function withoutThoseFrom(all: readonly RoundView[], key: string): RoundView[] {
  const first = all.findIndex((round) => round.counts && round.key === key);
  return all.map((round, place) =>
    first >= 0 && place >= first && round.counts ? { ...round, counts: false } : round,
  );
}

function granted(session: Session, more: number): Session {
  return withCurrent(session, (round) => ({ ...round, granted: round.granted + more }));
}

/** What an earlier merge of the round came to no longer counts, nor what was decided on it. */
function directed(session: Session, event: EventOf<"synthesis_start">): Session {
  if (!isCurrent(session, event.round, event.attempt)) return session;
  const ended = session.view.rounds.findLast((round) => round.counts)?.outcome ?? null;
  const next = withCurrent(session, (round) => ({
    ...round,
    synthesis: {
      ...unmerged,
      base: event.base,
      take: event.take,
      problems: event.problems,
    },
    fixes: [],
    not_found: [],
    edited: [],
    ...notEnded,
  }));
  return ended ? withView(next, { decision: null }) : next;
}

const unmerged: SynthesisView = {
  base: "",
  take: [],
  problems: [],
  shipped: null,
  report: null,
  floor: null,
  floor_seat: "",
  trials: 0,
  provenance: [],
  conflicts: [],
  changed: [],
  deleted: [],
};

/** An event of the round that goes on; those of any other change nothing. */
function held(session: Session, event: Event): Session {
  const place = placeOf(event);
  if (!place || !isCurrent(session, place.round, place.attempt)) return session;
  const current = session.view.rounds.findLast((round) => round.counts);
  if (!current) return session;
  const after = judged(current, event) ?? made(current, event);
  return after ? withCurrent(session, () => after) : session;
}

function placeOf(event: Event): { round: string; attempt: number } | null {
  if ("turn_key" in event) return roundOf(event.turn_key);
  if ("round" in event && "attempt" in event) return event;
  return null;
}

/** What the seats said of one another's work, and the judge of it; null: nothing of the kind. */
function judged(round: RoundView, event: Event): RoundView | null {
  switch (event.type) {
    case "claims": {
      const seats = seatsByLabel(round);
      const claims = moved(round.claims, event.seat, event.iteration, event.moves, seats);
      return { ...round, claims };
    }
    case "candidates_surveyed":
      return { ...round, candidates: event.reports };
    case "comparison": {
      const { seat, iteration, first, second, winner, reason } = event;
      const choice = { seat, iteration, first, second, winner, reason };
      return { ...round, comparisons: [...round.comparisons, choice] };
    }
    case "verdict": {
      const { turn_key, seat, iteration, verdict, dropped } = event;
      return {
        ...round,
        claims: ruled(round.claims, verdict.rulings, seatsByLabel(round), seat),
        judgements: [...round.judgements, { turn_key, seat, iteration, verdict, dropped }],
      };
    }
    case "review_planned":
      return { ...round, chunks_total: event.chunks.length };
    case "chunk_start":
      return { ...round, chunks: Math.max(round.chunks, event.chunk) };
    case "findings_merged":
      return { ...round, findings: event.findings };
    default:
      return null;
  }
}

/** What became of the files, and how the round ended; null: nothing of the kind. */
function made(round: RoundView, event: Event): RoundView | null {
  switch (event.type) {
    case "merged":
      return { ...round, synthesis: synthesised(round, event, { trials: event.trials }) };
    case "fixes_planned": {
      const fixes = event.fixes.map(({ number, path, unit, problem, seat }) => {
        return { number, path, unit, problem, seat, kept: null, reason: "" };
      });
      return { ...round, fixes, not_found: event.not_found };
    }
    case "fix_tried": {
      const { kept, reason } = event;
      const fixes = round.fixes.map((fix) =>
        fix.number === event.number ? { ...fix, kept, reason } : fix,
      );
      return { ...round, fixes };
    }
    case "synthesis_end":
      return { ...round, synthesis: synthesised(round, event, { shipped: event.shipped }) };
    case "files_edited": {
      const paths = [...event.files.map((file) => file.path), ...event.deleted];
      return { ...round, edited: sortedTexts(new Set([...round.edited, ...paths])) };
    }
    case "round_end": {
      const { outcome, summary, lead, file_structure } = event;
      return { ...round, outcome, summary, lead, file_structure };
    }
    default:
      return null;
  }
}

/** The last word counts: what the merge made of the directives, then what shipped. */
function synthesised(
  round: RoundView,
  event: EventOf<"merged"> | EventOf<"synthesis_end">,
  more: Partial<SynthesisView>,
): SynthesisView {
  return {
    ...(round.synthesis ?? unmerged),
    base: event.base,
    report: event.report ?? null,
    floor: event.floor ?? null,
    floor_seat: event.floor_seat,
    provenance: event.provenance,
    conflicts: event.conflicts,
    changed: event.files.map((file) => file.path),
    deleted: event.deleted,
    ...more,
  };
}
