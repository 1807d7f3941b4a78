// The turns: asked, heard, ended, broken off, and what could be read from them.
import {
  isCurrent,
  placeOfTurn,
  roundOf,
  withMemory,
  withTexts,
  withTurn,
  withView,
} from "./changing";
import { sortedTexts } from "./order";
import type { Concern, EventOf, Session, TurnView, Usage } from "./types";

/** Asking again cannot help before somebody acts. */
const lasting: ReadonlySet<string> = new Set(["not_installed", "not_signed_in", "out_of_quota"]);

export const turns: Concern = (session, event) => {
  switch (event.type) {
    case "agent_start":
      return asked(session, event);
    case "agent_end":
      return ended(session, event);
    case "agent_error":
      return failed(session, event);
    case "agent_interrupted":
      return interrupted(session, event);
    case "fallback":
      return withTurn(session, event.turn_key, { adapter: event.to });
    case "stance":
      return withTurn(session, event.turn_key, { stance: event.stance });
    case "diagnosis":
      return withTurn(session, event.turn_key, { diagnosis: event.diagnosis });
    case "stance_unreadable":
    case "diagnosis_unreadable":
    case "verdict_unreadable":
    case "findings_unreadable":
      return withTurn(session, event.turn_key, { unreadable: event.reason });
    case "files_proposed":
      return proposed(session, event);
    default:
      return session;
  }
};

/** What earlier asks of the same turn may have cost stays on it. */
function asked(session: Session, event: EventOf<"agent_start">): Session {
  const place = placeOfTurn(session, event.turn_key);
  const before = session.view.turns[place];
  const turn: TurnView = {
    key: event.turn_key,
    seat: event.seat,
    ...roundOf(event.turn_key),
    iteration: event.iteration,
    purpose: event.purpose,
    ask: event.ask,
    adapter: event.adapter,
    status: "open",
    text: "",
    usage: { input_tokens: 0, output_tokens: 0, cost_microusd: 0 },
    seconds: 0,
    error: null,
    detail: "",
    unreadable: "",
    maybe_billed: before?.maybe_billed ?? 0,
    stance: null,
    diagnosis: null,
    proposed: before?.proposed ?? [],
    deleted: before?.deleted ?? [],
    rejected: before?.rejected ?? [],
  };
  const all = session.view.turns;
  const next = withView(session, { turns: before ? all.with(place, turn) : [...all, turn] });
  return withMemory(next, {
    reserved: { ...session.memory.reserved, [turn.key]: event.reserved },
  });
}

function ended(session: Session, event: EventOf<"agent_end">): Session {
  if (placeOfTurn(session, event.turn_key) < 0) return session;
  const { text, usage, seconds, active_seconds } = event;
  const spent = sum(session.view.spent, usage);
  const { [event.turn_key]: _, ...reserved } = session.memory.reserved;
  const next = withMemory(withView(session, { spent, active_seconds }), { reserved });
  return withTurn(next, event.turn_key, {
    status: "done",
    text,
    usage,
    seconds,
  });
}

function failed(session: Session, event: EventOf<"agent_error">): Session {
  const turn = session.view.turns[placeOfTurn(session, event.turn_key)];
  if (!turn) return session;
  const isLost = lasting.has(event.kind) && turn.purpose !== "chat";
  const { lost } = session.view;
  const next = withView(session, {
    lost: isLost && !lost.includes(event.seat) ? sortedTexts([...lost, event.seat]) : lost,
    maybe_spent: event.partial ? maybeSpent(session, event.turn_key) : session.view.maybe_spent,
    active_seconds: event.active_seconds,
  });
  return withTurn(next, event.turn_key, {
    status: "failed",
    error: event.kind,
    detail: event.detail,
    text: event.partial,
    seconds: event.seconds,
  });
}

function interrupted(session: Session, event: EventOf<"agent_interrupted">): Session {
  const turn = session.view.turns[placeOfTurn(session, event.turn_key)];
  if (!turn) return session;
  const next = withView(session, { maybe_spent: maybeSpent(session, event.turn_key) });
  return withTurn(next, event.turn_key, {
    status: "interrupted",
    maybe_billed: turn.maybe_billed + 1,
    text: event.partial,
  });
}

/** Files count only in the round that goes on, or in an apply, which has no rounds. */
function proposed(session: Session, event: EventOf<"files_proposed">): Session {
  const { round, attempt } = roundOf(event.turn_key);
  if (session.view.workflow !== "apply" && !isCurrent(session, round, attempt)) return session;
  const next = withTurn(session, event.turn_key, {
    proposed: event.files.map((file) => file.path),
    deleted: event.deleted,
    rejected: event.rejected.map((item) =>
      item.path ? `${item.path}: ${item.reason}` : item.reason,
    ),
  });
  const files = Object.fromEntries(event.files.map((file) => [file.path, file.text]));
  return withTexts(next, {
    byTurn: { ...session.texts.byTurn, [event.turn_key]: { files, deleted: event.deleted } },
  });
}

/** With the worst case of a turn that broke off and may have been billed. */
function maybeSpent(session: Session, key: string): Usage {
  const reserved = session.memory.reserved[key];
  return reserved ? sum(session.view.maybe_spent, reserved) : session.view.maybe_spent;
}

function sum(one: Usage, other: Usage): Usage {
  return {
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
    cost_microusd: one.cost_microusd + other.cost_microusd,
  };
}
