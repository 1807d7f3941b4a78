// A session as screens see it: folded from its events, told once a frame, shared by all who watch.
import { useMemo, useSyncExternalStore } from "react";
import type { Problem } from "@/api/client";
import { blank, reduce, type Session } from "@/fold";
import { buffers } from "@/live/buffers";
import { isAtWork } from "@/session/at-work";
import { bufferKey } from "@/session/keys";
import { type Connection, type Event, listen } from "@/session/wire";

export interface Feed {
  /** Null until the first event is there. */
  session: Session | null;
  connection: Connection;
  problem: Problem | null;
}

interface Shared {
  subscribe: (tell: () => void) => () => void;
  current: () => Feed;
}

const UNOPENED: Feed = { session: null, connection: "opening", problem: null };
const feeds = new Map<string, Shared>();

export function useSession(name: string): Feed {
  const feed = useMemo(() => feedOf(name), [name]);
  return useSyncExternalStore(feed.subscribe, feed.current);
}

function feedOf(name: string): Shared {
  const known = feeds.get(name);
  if (known) return known;
  const made = makeFeed(name, () => feeds.delete(name));
  feeds.set(name, made);
  return made;
}

function makeFeed(name: string, forget: () => void): Shared {
  const watchers = new Set<() => void>();
  let feed = UNOPENED;
  let frame = 0;
  let hang: (() => void) | null = null;
  const spoken = new Set<string>();
  /** Turns of which something has come since the line is up: the first piece is all said so far. */
  let heard = new Set<string>();

  const change = (changes: Partial<Feed>) => {
    feed = { ...feed, ...changes };
    // A hidden page has no frames, and a burst of events is one change to whoever looks.
    frame ||= requestFrame(() => {
      frame = 0;
      for (const tell of watchers) tell();
    });
  };
  const hear = (event: Event) => {
    if (event.type === "token") {
      const key = bufferKey(name, event.turn_key, event.ask);
      if (heard.has(key)) buffers.append(key, event.text);
      else buffers.replaceAll(key, event.text);
      heard.add(key);
      spoken.add(key);
      return;
    }
    if (ENDS.has(event.type) && "turn_key" in event) {
      buffers.drop(bufferKey(name, event.turn_key, event.ask));
    }
    change({ session: reduce(feed.session ?? blank, event) });
  };
  const start = () =>
    listen(name, {
      onOpen: () => {
        heard = new Set();
      },
      onEvent: hear,
      onConnection: (connection, problem) => change({ connection, problem }),
      // The title of the page tells when it is the developer's turn.
      isAwaited: () => feed.session !== null && isAtWork(feed.session.view),
    });

  return {
    current: () => feed,
    subscribe: (tell) => {
      watchers.add(tell);
      hang ??= start();
      return () => {
        watchers.delete(tell);
        if (watchers.size > 0) return;
        // The next screen of the same session may come in this very moment.
        setTimeout(() => {
          if (watchers.size > 0 || hang === null) return;
          hang();
          hang = null;
          for (const key of spoken) buffers.drop(key);
          forget();
        }, LINGERS);
      };
    },
  };
}

const ENDS = new Set(["agent_end", "agent_error", "agent_interrupted"]);
const LINGERS = 5_000;

function requestFrame(work: () => void): number {
  if (document.visibilityState === "visible") return requestAnimationFrame(work);
  return setTimeout(work, 200) as unknown as number;
}
