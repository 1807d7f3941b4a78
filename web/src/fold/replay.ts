// A log at any of its places, without folding it from the start each time.
import { blank } from "./blank";
import { reduce } from "./reduce";
import type { Event, Session } from "./types";

/** How many events lie between two states that are kept. */
export const STRIDE = 50;

/** Keeps a state each STRIDE events, as far as it has been asked; sharing makes them small. */
export class Replay {
  readonly #events: readonly Event[];
  readonly #kept: Session[] = [blank];

  constructor(events: readonly Event[]) {
    this.#events = events.filter((event) => event.type !== "token");
  }

  /** The last place in the log. */
  get last(): number {
    return this.#events.at(-1)?.seq ?? 0;
  }

  /** The session after the event of that place, and after the last one before it if there is none. */
  at(seq: number): Session {
    const count = this.#countUpTo(seq);
    const checkpoint = Math.floor(count / STRIDE);
    while (this.#kept.length <= checkpoint) {
      const from = (this.#kept.length - 1) * STRIDE;
      this.#kept.push(this.#folded(this.#kept.at(-1) ?? blank, from, from + STRIDE));
    }
    return this.#folded(this.#kept[checkpoint] ?? blank, checkpoint * STRIDE, count);
  }

  #folded(session: Session, from: number, to: number): Session {
    return this.#events.slice(from, to).reduce(reduce, session);
  }

  /** How many events stand at that place or before it. */
  #countUpTo(seq: number): number {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#events[middle]?.seq ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const replays = new WeakMap<readonly Event[], Replay>();

/** The session after the event of that place; asked again for the same list, it is cheap. */
export function replayTo(events: readonly Event[], seq: number): Session {
  const replay = replays.get(events) ?? new Replay(events);
  replays.set(events, replay);
  return replay.at(seq);
}
