// The fold: a session's events become what the screens show, and nothing else does. It is pure: the
// same reducer serves the live table, a resume and the replay.
import { apply } from "./apply";
import { withView } from "./changing";
import { court } from "./court";
import { files, withFileViews } from "./files";
import { passes } from "./passes";
import { phaseOf } from "./phase";
import { rounds } from "./rounds";
import { runs } from "./runs";
import { sessions } from "./sessions";
import { entryOf } from "./timeline";
import { turns } from "./turns";
import type { Concern, Event, Session } from "./types";

/** Each takes in what concerns it; `files` looks at the rounds, so these come first. */
const concerns: readonly Concern[] = [sessions, turns, court, passes, rounds, runs, files, apply];

/**
 * One event further. A token leaves no trace: the turn's end holds its text. An event of a kind that
 * this client does not know leaves its place in the log and nothing else.
 */
export function reduce(session: Session, event: Event): Session {
  if (event.type === "token") return session;
  const stepped = withView(session, { seq: event.seq, updated: event.at });
  const changed = concerns.reduce((now, concern) => concern(now, event), stepped);
  const next = withFileViews(session, changed);
  const phase = phaseOf(next.view);
  const timeline = isStep(event) ? [...session.timeline, entryOf(next, event)] : session.timeline;
  return { ...(phase === next.view.phase ? next : withView(next, { phase })), timeline };
}

/** What a run writes comes in thousands of pieces, none of which is a step of the session. */
function isStep(event: Event): boolean {
  return event.type !== "exec_output";
}
