// How a log is played: which moment comes next and when, and the boundaries one can jump to.
import type { Event, TimelineEntry } from "@/fold";
import { boundariesOf } from "../table/spoken";

export const SPEEDS = [1, 2, 4, 8, 16] as const;
export type Speed = (typeof SPEEDS)[number];

/** However long the table was silent, and however fast events came: a reader follows neither. */
const SHORTEST = 120;
const LONGEST = 2_500;

/** Milliseconds until the event after `place`, at this speed. */
export function waitAfter(events: readonly Event[], place: number, speed: Speed): number {
  const [here, next] = [events[place], events[place + 1]];
  if (!here || !next) return 0;
  const apart = Date.parse(next.at) - Date.parse(here.at);
  const bounded = Math.min(LONGEST, Math.max(SHORTEST, Number.isNaN(apart) ? SHORTEST : apart));
  return bounded / speed;
}

/** Where an event stands in the list, or the last one before it. */
export function placeOf(events: readonly Event[], seq: number): number {
  return Math.max(
    0,
    events.findLastIndex((event) => event.seq <= seq),
  );
}

/** The boundary after or before a moment; the ends of the log where there is none. */
export function jump(timeline: readonly TimelineEntry[], seq: number, by: 1 | -1): number {
  const boundaries = boundariesOf(timeline);
  const found =
    by > 0
      ? boundaries.find((entry) => entry.seq > seq)
      : boundaries.findLast((entry) => entry.seq < seq);
  const end = by > 0 ? timeline.at(-1) : timeline[0];
  return found?.seq ?? end?.seq ?? seq;
}

/** The moment that an address names: within the log, the beginning where it names none. */
export function momentIn(search: string, first: number, last: number): number {
  const named = Number.parseInt(new URLSearchParams(search).get("at") ?? "", 10);
  return Number.isNaN(named) ? first : Math.min(last, Math.max(first, named));
}

export interface Tick {
  readonly seq: number;
  readonly seat: string;
  /** A round begins or ends here, or the session does. */
  readonly major: boolean;
}

const MAJOR = new Set([
  "round_start",
  "debate_iteration",
  "escalation",
  "choice_offered",
  "session_end",
]);
const MOST_TICKS = 300;

/** One tick for each boundary; where they would stand closer than can be seen, the major ones. */
export function ticksOf(timeline: readonly TimelineEntry[]): Tick[] {
  const last = timeline.at(-1)?.seq ?? 1;
  const bins = new Map<number, Tick>();
  for (const { seq, seat = "", type } of boundariesOf(timeline)) {
    const tick = { seq, seat, major: MAJOR.has(type) };
    const bin = last <= MOST_TICKS ? seq : Math.floor((seq / last) * MOST_TICKS);
    if (!bins.has(bin) || tick.major) bins.set(bin, tick);
  }
  return [...bins.values()];
}

/** What an event is, in a line. */
export function told(entry: TimelineEntry | undefined): string {
  if (!entry) return "";
  return entry.seat ? `${entry.seat} ${entry.title}` : entry.title;
}
