// For tests: a session folded from a kept log, up to any of its events.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { blank, type Event, normalise, reduce, type Session } from "@/fold";

const folder = join(import.meta.dirname, "../../../../tests/golden");

export function keptEvents(name: string): Event[] {
  const text = readFileSync(join(folder, `${name}.jsonl`), "utf8");
  return text.split("\n").filter(Boolean).map(normalise);
}

export function keptSession(name: string, until: (event: Event) => boolean = () => false): Session {
  const events = keptEvents(name);
  const end = events.findIndex(until);
  return events.slice(0, end < 0 ? undefined : end + 1).reduce(reduce, blank);
}
