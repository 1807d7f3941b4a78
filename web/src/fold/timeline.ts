// One line for each event, for the timeline and the scrubber. A turn's title goes on from the name
// of its seat, which the entry has beside it, so that whoever shows it can label a scripted one.
import { roundOf } from "./changing";
import type { Event, EventOf, Session, TimelineEntry } from "./types";

export function entryOf(session: Session, event: Event): TimelineEntry {
  return {
    seq: event.seq,
    at: event.at,
    type: event.type,
    ...roundIn(session, event),
    ...("seat" in event ? { seat: event.seat } : {}),
    title: isPlayed(session, event) ? "was broken off" : titleOf(event),
  };
}

/** A script that breaks off is billed to nobody. */
function isPlayed({ view }: Session, event: Event): boolean {
  if (event.type !== "agent_interrupted") return false;
  return view.turns.findLast(({ key }) => key === event.turn_key)?.adapter === "scripted";
}

/** The round that the event names, or the one that began last. */
function roundIn(session: Session, event: Event): { round: string; attempt: number } {
  if ("turn_key" in event) return roundOf(event.turn_key);
  const { round, attempt } = session.memory;
  if (!("round" in event) || !event.round) return { round, attempt };
  return { round: event.round, attempt: "attempt" in event ? event.attempt : attempt };
}

const asks = {
  speak: "is asked to speak",
  block: "is asked for its block alone",
  files: "is asked for rejected files once more",
  compare: "is asked to compare two candidates",
  judge: "is asked to judge",
  rejudge: "is asked for the verdict's form alone",
  fix: "is asked to rewrite a unit",
  chat: "is asked a question about the session",
} as const;

/** Events that say the same each time. */
const plain: Partial<Record<Event["type"], string>> = {
  session_start: "The table is convened",
  context_built: "What everybody is given to read is put together",
  agent_end: "has spoken",
  agent_interrupted: "was broken off; it may have been billed",
  stance_unreadable: "gave no readable stance",
  diagnosis: "gave a diagnosis",
  diagnosis_unreadable: "gave no readable diagnosis",
  note_added: "A note by the developer",
  kings_decision: "The developer decided",
  choice_offered: "The developer is asked",
  decree_revoked: "A decree was revoked",
  session_resumed: "Resumed",
  verdict_unreadable: "gave no readable verdict",
  findings_unreadable: "gave no readable findings",
  comparison: "compared two candidates",
  synthesis_start: "The merge begins",
  chat_asked: "The developer asks the judge",
  changes_undone: "The written files are as they were before",
  case_closed: "A case of the error log was closed",
  decision_committed: "A commit holds a decision",
  decision_reverted: "A decision was taken back",
};

export function titleOf(event: Event): string {
  return (
    plain[event.type] ??
    ofTalk(event) ??
    ofFiles(event) ??
    ofRuns(event) ??
    event.type.replaceAll("_", " ")
  );
}

/** What was asked and said; null: the event is of another kind. */
function ofTalk(event: Event): string | null {
  switch (event.type) {
    case "agent_start":
      return asks[event.purpose];
    case "agent_error":
      return `gave no answer: ${spoken(event.kind)}`;
    case "agent_retry":
      return `is asked again: ${spoken(event.kind)}`;
    case "fallback":
      return `speaks through ${event.to}: ${spoken(event.kind)}`;
    case "stance":
      return `stands at ${event.stance.consensus_score} of 10`;
    case "debate_iteration":
      return `Pass ${event.iteration}${event.blind ? ", blind" : ""}`;
    case "iteration_end":
      return `Pass ${event.iteration} ends: ${spoken(event.tally.verdict)}`;
    case "consultation_end":
      return `Pass ${event.iteration} ends: ${spoken(event.consultation.verdict)}`;
    case "consensus":
      return "The table agrees";
    case "diagnosed":
      return `The doctors agree on a cause: ${event.key}`;
    case "escalation":
      return "The developer is asked: the table does not agree";
    case "human_choice":
      return `${event.unattended ? "Nobody was asked" : "Answered"}: ${optionName(event.option)}`;
    case "decree_added":
      return `Decree: ${spoken(event.kind)}`;
    case "session_paused":
      return event.reason === "user" ? "Paused" : `Paused: ${event.reason}`;
    case "session_end":
      return `The session ends: ${spoken(event.outcome)}`;
    case "claims":
      return claimsTitle(event.moves);
    case "verdict":
      return event.verdict.agreed ? "judges: agreed" : "judges: not agreed";
    default:
      return null;
  }
}

/** What became of rounds and files; null: the event is of another kind. */
function ofFiles(event: Event): string | null {
  switch (event.type) {
    case "round_start":
      return event.attempt > 1
        ? `Round ${event.round}, attempt ${event.attempt}`
        : `Round ${event.round}`;
    case "round_reopened":
      return `Round ${event.round} is to be held anew`;
    case "round_end":
      return `Round ${event.round} ends: ${spoken(event.outcome)}`;
    case "files_given":
      return `${counted(event.files.length, "file")} given`;
    case "files_read":
      return `${counted(event.files.length, "file")} read for the table`;
    case "files_proposed":
      return `gave ${counted(event.files.length, "file")}`;
    case "candidates_surveyed":
      return `${counted(event.reports.length, "candidate")} checked`;
    case "merged":
      return event.shipped === "merge"
        ? "The merge holds"
        : "The merge does not hold: the best opening stands";
    case "fixes_planned":
      return `${counted(event.fixes.length, "fix", "fixes")} planned`;
    case "fix_tried":
      return `Fix ${event.number} ${event.kept ? "kept" : "not kept"}`;
    case "synthesis_end":
      return `Shipped: ${event.shipped}`;
    case "files_edited":
      return `The developer edited ${counted(event.files.length + event.deleted.length, "file")}`;
    case "review_planned":
      return `A review in ${counted(event.chunks.length, "chunk")}`;
    case "chunk_start":
      return event.chunk ? `Chunk ${event.chunk} of ${event.total}` : "The borders between chunks";
    case "findings":
      return `gave ${counted(event.findings.length, "finding")}`;
    case "findings_merged":
      return `${counted(event.findings.length, "finding")} in all`;
    case "changes_proposed":
      return `${counted(event.changes.length, "change")} proposed`;
    case "scope_widened":
      return "More files may be touched";
    case "changes_applied":
      return `${counted(event.files.length, "file")} written`;
    case "changes_not_applied":
      return "Nothing was written";
    case "changes_committed":
      return event.commit ? `Committed on ${event.branch}` : "No commit could be made";
    default:
      return null;
  }
}

/** What was run, and what came of it; null: the event is of another kind. */
function ofRuns(event: Event): string | null {
  switch (event.type) {
    case "exec_start":
      return `Run ${event.run} begins${event.round ? "" : ", by the developer"}`;
    case "exec_output":
      return `Run ${event.run} writes`;
    case "exec_ready":
      return event.addresses.length > 0
        ? `Run ${event.run} is up at ${event.addresses.map(({ url }) => url).join(", ")}`
        : `Run ${event.run} is up`;
    case "exec_done":
      return `Run ${event.run} ends: ${spoken(event.outcome)}${testsTold(event.tests)}`;
    case "exec_error":
      return event.kind === "broken_off"
        ? `Run ${event.run} was broken off`
        : `Run ${event.run} came to nothing: ${spoken(event.kind)}`;
    default:
      return null;
  }
}

function testsTold(tests: EventOf<"exec_done">["tests"]): string {
  const failed = tests.reduce((sum, result) => sum + result.failed, 0);
  const passed = tests.reduce((sum, result) => sum + result.passed, 0);
  return tests.length > 0 ? `; ${counted(passed, "test")} passed, ${failed} failed` : "";
}

function claimsTitle({ raised, answered, conceded }: EventOf<"claims">["moves"]): string {
  const parts = [
    raised.length > 0 ? `raised ${counted(raised.length, "claim")}` : "",
    answered.length > 0 ? `answered ${answered.length}` : "",
    conceded.length > 0 ? `conceded ${conceded.length}` : "",
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : "contests nothing";
}

/** Which seat was picked stands in the choice itself. */
function optionName(option: string): string {
  return option.startsWith("pick:") ? "pick" : option;
}

function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

function spoken(word: string): string {
  return word.replaceAll("_", " ");
}
