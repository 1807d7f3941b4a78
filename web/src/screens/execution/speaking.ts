// The boundaries of runs, spoken once each: begun, built, up, ended. What a run writes never is.
import { useEffect, useRef } from "react";
import type { Session } from "@/fold";
import { announce } from "@/design/announcer";
import { type Stage, stageOf } from "./run-words";

const SPOKEN = new Set(["exec_start", "exec_ready", "exec_done", "exec_error"]);

/** What is to be said of the events after `since`. */
export function spokenRuns(session: Session, since: number): string[] {
  return session.timeline
    .filter(({ seq, type }) => seq > since && SPOKEN.has(type))
    .map(({ title }) => (/[.!?]$/.test(title) ? title : `${title}.`));
}

/** Nothing is said of what was there before the page was up to date. */
export function useSpokenRuns(session: Session, live: boolean): void {
  const since = useRef<number | null>(null);
  const stage = useRef<Stage | null>(null);
  useEffect(() => {
    const last = session.view.runs.at(-1);
    const now = last?.open ? stageOf(session, last) : null;
    if (live && since.current !== null) {
      if (stage.current === "building" && now !== null && now !== "building") {
        announce(`The image of run ${last?.number ?? ""} is built.`);
      }
      for (const words of spokenRuns(session, since.current)) announce(words);
    }
    if (live) since.current = session.view.seq;
    stage.current = now;
  }, [session, live]);
}
