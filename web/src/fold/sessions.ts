// What every session has, whatever its workflow: its start, notes, pauses, questions to the judge.
import { nothingApplied } from "./apply";
import { emptied, withView } from "./changing";
import type { Concern, EventOf, SeatView, Session } from "./types";

export const sessions: Concern = (session, event) => {
  switch (event.type) {
    case "session_start":
      return started(session, event);
    case "context_built":
      return { ...session, context: event };
    case "files_read":
      return { ...session, filesRead: [...session.filesRead, event] };
    case "note_added": {
      const { text, at, seq } = event;
      return withView(session, { notes: [...session.view.notes, { text, at, seq }] });
    }
    case "session_paused": {
      const { reason, detail } = event;
      return withView(session, { paused: { reason, detail } });
    }
    case "session_resumed": {
      const budget = event.budget ?? session.view.budget;
      return withView(session, { paused: null, lost: emptied(session.view.lost), budget });
    }
    case "session_end": {
      const { outcome, summary } = event;
      return withView(session, { outcome, summary, paused: null, question: null });
    }
    case "chat_asked":
      return asked(session, event);
    case "agent_start":
      return event.purpose === "chat" ? answering(session, event) : session;
    default:
      return session;
  }
};

function started(session: Session, event: EventOf<"session_start">): Session {
  const { agenda, errand, workflow } = event;
  const next = withView(session, {
    session: event.session,
    started: event.at,
    workflow,
    topic: event.topic,
    project: event.project,
    rehearsal: event.seats.some((seat) => seat.adapter === "scripted"),
    seats: event.seats.map(seatView),
    agenda: (agenda?.rounds ?? []).map(planView),
    judge: agenda?.judge ?? "",
    judge_model: agenda?.judge_model ?? null,
    judges: agenda?.judges ?? 0,
    chunk_tokens: agenda?.chunk_tokens ?? 0,
    auto_advance: agenda?.auto_advance ?? false,
    auto_retry: agenda?.auto_retry ?? 0,
    network: agenda?.network ?? "none",
    budget: event.budget,
    max_rounds: event.rules.max_rounds,
    reading: workflow === "summon" ? { chunks: 0, chunks_total: 0, findings: [] } : null,
    apply: workflow === "apply" ? { ...nothingApplied, decided_by: errand?.session ?? "" } : null,
  });
  return { ...next, opening: event };
}

type Agenda = NonNullable<EventOf<"session_start">["agenda"]>;

function planView(plan: Agenda["rounds"][number]): Session["view"]["agenda"][number] {
  const { key, kind, role, max_output_tokens, iterations, blind, instructions } = plan;
  return { key, kind, role, max_output_tokens, iterations, blind, instructions };
}

function seatView(seat: EventOf<"session_start">["seats"][number]): SeatView {
  const { name, adapter, capabilities } = seat;
  const scripted = adapter === "scripted";
  const model = seat.model ?? null;
  return { name, adapter, model, fallback: seat.fallback ?? null, capabilities, scripted };
}

function asked(session: Session, event: EventOf<"chat_asked">): Session {
  const { number, question } = event;
  const chat = { number, question, turn_key: null };
  return withView(session, { chats: [...session.view.chats, chat] });
}

/** The turn of that number is the answer; asked anew it is the same turn. */
function answering(session: Session, event: EventOf<"agent_start">): Session {
  const chats = session.view.chats.map((chat) =>
    chat.number === event.iteration && chat.turn_key !== event.turn_key
      ? { ...chat, turn_key: event.turn_key }
      : chat,
  );
  return withView(session, { chats });
}
