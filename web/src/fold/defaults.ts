// Events of earlier versions lack what was added since. The server fills that in before it sends
// them; this does the same for a log that is read from a file.
import type { Event } from "./types";

const added: Partial<Record<Event["type"], Record<string, unknown>>> = {
  session_start: { workflow: "discuss", agenda: null, errand: null },
  context_built: { left_out: [], remembered: [] },
  round_start: { judge: "", labels: [], instructions: "", automatic: false },
  agent_end: { cut: false },
  consensus: { round: "" },
  escalation: { round: "", attempt: 1 },
  session_end: { summary: "" },
  files_given: { left_out: [], patch: "", absent: [] },
};

/** One line of a log as an event of today. */
export function normalise(line: string): Event {
  const read = JSON.parse(line) as Event;
  const event = { ...added[read.type], ...read } as Event;
  if (event.type !== "findings" && event.type !== "findings_merged") return event;
  const findings = event.findings.map((finding) => ({ cause: null, ...finding }));
  return { ...event, findings } as Event;
}
