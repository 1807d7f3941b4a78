// Decisions, the questions to the King, and his answers.
import { emptied, withView } from "./changing";
import type { Concern, EventOf, Session, SessionView } from "./types";

type Source = NonNullable<SessionView["decision"]>["source"];
type Deciding = EventOf<"consensus"> | EventOf<"kings_decision"> | EventOf<"diagnosed">;

export const court: Concern = (session, event) => {
  switch (event.type) {
    case "consensus":
      return decided(session, event, "consensus");
    case "kings_decision":
      return decided(session, event, event.how === "pick" ? "kings_pick" : "kings_decree");
    case "diagnosed":
      return decided(session, event, "diagnosed");
    case "escalation":
    case "choice_offered":
      return withView(session, { question: event.question });
    case "human_choice":
      return answered(session, event);
    case "round_reopened":
      return withView(session, {
        question: null,
        outcome: null,
        summary: "",
        decision: null,
        lost: emptied(session.view.lost),
      });
    default:
      return session;
  }
};

function decided(session: Session, event: Deciding, source: Source): Session {
  const { lead, decision: text, files_to_modify } = event;
  return withView(session, { decision: { lead, text, files_to_modify, source } });
}

function answered(session: Session, event: EventOf<"human_choice">): Session {
  const { question_id, option, text, at, unattended } = event;
  return withView(session, {
    question: null,
    choices: [...session.view.choices, { question_id, option, text, at, unattended }],
    max_rounds: session.view.max_rounds + event.rounds,
    lost: emptied(session.view.lost),
  });
}
