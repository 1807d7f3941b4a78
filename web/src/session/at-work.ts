// Whether more is to come of a session by itself.
import type { SessionView } from "@/fold";

/** Whether the table works now, as far as the log tells. */
export function isAtWork(view: SessionView): boolean {
  return view.outcome === null && view.paused === null && view.question === null;
}
