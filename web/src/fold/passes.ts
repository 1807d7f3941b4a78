// Passes around the table and what each came to; and what a summon reads before them.
import { withView } from "./changing";
import type { Concern, EventOf, PassView, Session } from "./types";

export const passes: Concern = (session, event) => {
  switch (event.type) {
    case "debate_iteration":
      return begun(session, event);
    case "iteration_end":
      return cameTo(session, "tally", event.tally);
    case "consultation_end":
      return cameTo(session, "consultation", event.consultation);
    case "chunk_start":
    case "findings_merged":
      return session.view.workflow === "summon" ? read(session, event) : session;
    default:
      return session;
  }
};

function begun(session: Session, event: EventOf<"debate_iteration">): Session {
  const { round, attempt, iteration, order, blind } = event;
  const pass = { round, attempt, iteration, order, blind, tally: null, consultation: null };
  return withView(session, { passes: [...session.view.passes, pass] });
}

/** Passes end in the order in which they began: it is the first without a result. */
function cameTo<K extends "tally" | "consultation">(
  session: Session,
  what: K,
  value: PassView[K],
): Session {
  const all = session.view.passes;
  const place = all.findIndex((pass) => pass[what] === null);
  const pass = all[place];
  return pass
    ? withView(session, { passes: all.with(place, { ...pass, [what]: value }) })
    : session;
}

function read(
  session: Session,
  event: EventOf<"chunk_start"> | EventOf<"findings_merged">,
): Session {
  const before = session.view.reading ?? { chunks: 0, chunks_total: 0, findings: [] };
  if (event.type === "findings_merged") {
    return withView(session, { reading: { ...before, findings: event.findings } });
  }
  const chunks = Math.max(before.chunks, event.chunk);
  return withView(session, { reading: { ...before, chunks, chunks_total: event.total } });
}
