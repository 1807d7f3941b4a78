// The event stream of one session: events as they come, and how the line stands.
import type { Problem, Schemas } from "@/api/client";
import { api, ask, problemOf } from "@/api/client";
import { EVENT_TYPES } from "@/api/event-types";

export type Event = Schemas["Event"];
export type Connection = "opening" | "live" | "retrying" | "closed";

export interface Listener {
  /** The line is up anew: what was said of open turns so far comes once more. */
  onOpen: () => void;
  onEvent: (event: Event) => void;
  onConnection: (connection: Connection, problem: Problem | null) => void;
  /** True: somebody waits for what comes next, also while he looks at something else. */
  isAwaited: () => boolean;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5_000;
/** A browser has six lines to a server for all its tabs: one that nobody looks at gives its own up. */
const HIDDEN_FOR = 30_000;
const LASTING = new Set(["not_signed_in", "unknown_session", "not_founded", "log_unreadable"]);

/** Listens until the returned function is called; a line that breaks is taken up by itself. */
export function listen(session: string, listener: Listener, Source = EventSource): () => void {
  let source: EventSource | null = null;
  let last = 0;
  let wait = FIRST_WAIT;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  let resting = false;
  let unseen: ReturnType<typeof setTimeout> | undefined;

  const hear = (message: MessageEvent<string>) => {
    const event = JSON.parse(message.data) as Event;
    // What was there before the line broke may come again; it is taken once.
    if (event.seq > 0 && event.seq <= last) return;
    if (event.seq > 0) last = event.seq;
    listener.onEvent(event);
  };

  const open = () => {
    const address = `/api/session/${encodeURIComponent(session)}/stream?after=${last}`;
    const mine = new Source(address);
    source = mine;
    source.addEventListener("open", () => {
      wait = FIRST_WAIT;
      listener.onOpen();
      listener.onConnection("live", null);
    });
    source.addEventListener("error", () => {
      // The browser comes back by itself after a break, but not after a refusal.
      if (over || source !== mine) return;
      if (mine.readyState === Source.CLOSED) void look(mine);
      else listener.onConnection("retrying", null);
    });
    for (const type of EVENT_TYPES) source.addEventListener(type, hear);
  };

  const again = () => {
    listener.onConnection("retrying", null);
    timer = setTimeout(open, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };

  /** Whether it was a refusal that lasts, or only a server that is not there for a moment. */
  const look = async (broken: EventSource) => {
    broken.close();
    const problem = await ask(
      api.GET("/api/session/{session}", { params: { path: { session } } }),
    ).then(() => null, problemOf);
    // Meanwhile the page may have been left, and even come back to.
    if (over || source !== broken) return;
    if (problem !== null && LASTING.has(problem.type)) {
      over = true;
      listener.onConnection("closed", problem);
    } else again();
  };

  const rest = () => {
    if (over) return;
    if (listener.isAwaited()) {
      unseen = setTimeout(rest, HIDDEN_FOR);
      return;
    }
    resting = true;
    clearTimeout(timer);
    source?.close();
    source = null;
  };

  /** Who comes back is told what has come since, from the log and by its id: nothing twice. */
  const watch = () => {
    clearTimeout(unseen);
    if (document.visibilityState === "hidden") unseen = setTimeout(rest, HIDDEN_FOR);
    else if (resting && !over) {
      resting = false;
      open();
    }
  };

  document.addEventListener("visibilitychange", watch);
  open();
  watch();
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", watch);
    clearTimeout(timer);
    clearTimeout(unseen);
    source?.close();
  };
}
