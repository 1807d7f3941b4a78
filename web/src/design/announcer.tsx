// One polite voice for the whole client: boundaries are spoken through it, never tokens.
import { useSyncExternalStore } from "react";

const TOGETHER = 150;
const FORGET = 8000;

let text = "";
let waiting: string[] = [];
let speakTimer: ReturnType<typeof setTimeout> | undefined;
let forgetTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Says it to a screen reader; what comes at nearly the same time is said in one breath. */
export function announce(message: string): void {
  if (!waiting.includes(message)) waiting.push(message);
  clearTimeout(speakTimer);
  speakTimer = setTimeout(() => {
    // The same words twice would be no change of the page, and so would not be spoken.
    const said = waiting.join(" ");
    show(said === text ? `${said}\u00a0` : said);
    waiting = [];
    clearTimeout(forgetTimer);
    forgetTimer = setTimeout(() => show(""), FORGET);
  }, TOGETHER);
}

function show(next: string): void {
  text = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stands once, in the shell. */
export function Announcer() {
  const shown = useSyncExternalStore(subscribe, () => text);
  return (
    <div role="status" aria-live="polite" aria-atomic="true" className="sr-only">
      {shown}
    </div>
  );
}
