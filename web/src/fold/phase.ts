// Where a session stands, in one word of the core's own list.
import type { SessionView } from "./types";

export function phaseOf(view: SessionView): string {
  if (view.outcome) return "ended";
  if (view.question) return "awaiting_king";
  if (view.paused) return "paused";
  const current = view.rounds.findLast((round) => round.counts);
  if (current) return current.key;
  if (view.passes.length === 0) return view.reading?.chunks ? "reading" : "convening";
  if (view.workflow === "code-red") return "diagnosing";
  return view.workflow === "apply" ? "applying" : "discussing";
}
