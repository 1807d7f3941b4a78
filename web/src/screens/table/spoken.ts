// Which boundaries are spoken to a screen reader, and in what words. Tokens never are.
import type { Session, TimelineEntry } from "@/fold";

const SPOKEN = new Set([
  "round_start",
  "debate_iteration",
  "agent_end",
  "agent_error",
  "agent_interrupted",
  "verdict",
  "consensus",
  "diagnosed",
  "round_end",
  "session_paused",
  "session_resumed",
  "session_end",
  "changes_applied",
  "changes_not_applied",
  "exec_start",
  "exec_ready",
  "exec_done",
  "exec_error",
]);

/** What is said of the events after `since`, in their order. */
export function spokenSince(session: Session, since: number): string[] {
  return session.timeline
    .filter((entry) => entry.seq > since)
    .map((entry) => sentence(session, entry))
    .filter((words) => words !== "");
}

function sentence(session: Session, entry: TimelineEntry): string {
  if (entry.type === "escalation" || entry.type === "choice_offered") {
    return session.view.question ? `A question is open: ${session.view.question.prompt}` : "";
  }
  if (!SPOKEN.has(entry.type)) return "";
  const words = entry.seat && speaks(entry) ? `${entry.seat} ${entry.title}` : entry.title;
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

/** A consensus names its lead, but it is the table that agrees. */
function speaks({ type }: TimelineEntry): boolean {
  return type.startsWith("agent_") || type === "verdict";
}

/** What the timeline shows: boundaries, and not each step between them. */
const STEPS = new Set([
  "agent_start",
  "stance",
  "claims",
  "files_proposed",
  "diagnosis",
  "findings",
  "agent_retry",
  "comparison",
]);

export function boundariesOf(timeline: readonly TimelineEntry[]): TimelineEntry[] {
  return timeline.filter(({ type }) => !STEPS.has(type));
}
