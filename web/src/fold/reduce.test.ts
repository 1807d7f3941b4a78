// What holds for every event: nothing that was there is touched, and only what changed is new.
import { describe, expect, it } from "vitest";
import { blank } from "./blank";
import { reduce } from "./reduce";
import { kept, logs, sessions } from "./testing/kept";
import type { Event, Session } from "./types";

/** The session before and after each event of a log. */
function* steps(name: string): Generator<{ event: Event; before: Session; after: Session }> {
  let before = blank;
  for (const event of kept(name)) {
    const after = reduce(before, event);
    yield { event, before, after };
    before = after;
  }
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}

function at(name: string, seq: number): Session {
  return kept(name)
    .filter((event) => event.seq <= seq)
    .reduce(reduce, blank);
}

it.each(logs)("%s is folded without a change to any state or event", (name) => {
  const log = frozen(kept(name));
  expect(() => log.reduce((session, event) => frozen(reduce(session, event)), blank)).not.toThrow();
});

describe("structural sharing", () => {
  it.each(sessions)("%s: an event about a turn leaves the other turns as they are", (name) => {
    for (const { event, before, after } of steps(name)) {
      const own = "turn_key" in event ? event.turn_key : null;
      const others = before.view.turns.filter((turn) => turn.key !== own);
      expect(others.filter((turn) => !after.view.turns.includes(turn))).toEqual([]);
    }
  });

  it.each(sessions)("%s: what is about no turn leaves the list of turns as it is", (name) => {
    const others = [...steps(name)].filter(({ event }) => !("turn_key" in event));
    expect(others.filter(({ before, after }) => after.view.turns !== before.view.turns)).toEqual(
      [],
    );
  });

  it.each(sessions)("%s: only the round that goes on changes, unless one is held anew", (name) => {
    const ordinary = [...steps(name)].filter(({ event }) => event.type !== "round_reopened");
    for (const { before, after } of ordinary) {
      const current = before.view.rounds.findLast((round) => round.counts);
      const others = before.view.rounds.filter((round) => round !== current);
      expect(others.filter((round) => !after.view.rounds.includes(round))).toEqual([]);
    }
  });

  it.each(sessions)("%s: what is said changes neither files nor passes nor notes", (name) => {
    const spoken = [...steps(name)].filter(({ event }) => event.type.startsWith("agent_"));
    for (const { before, after } of spoken) {
      const { rounds, passes, notes, choices, files, seats, apply, question } = after.view;
      const same = { rounds, passes, notes, choices, files, seats, apply, question };
      for (const [key, value] of Object.entries(same)) {
        expect(before.view[key as keyof typeof same]).toBe(value);
      }
      expect(after.texts).toBe(before.texts);
    }
  });
});

describe("events that are not of the log, or not of this version", () => {
  it("a token leaves no trace", () => {
    const before = at("v1-consensus", 10);
    const token: Event = {
      type: "token",
      session: "s",
      seq: 0,
      at: "",
      v: 5,
      turn_key: "discussion.1.1.Gawain",
      seat: "Gawain",
      ask: 2,
      text: "So",
    };
    expect(reduce(before, token)).toBe(before);
  });

  it("an unknown event takes its place in the log and changes nothing else", () => {
    const before = at("v3-build", 80);
    const unknown = { type: "moon_rose", seq: 81, at: "later", v: 99, seat: "Gawain" };
    const after = reduce(before, unknown as unknown as Event);
    expect(after.view).toEqual({ ...before.view, seq: 81, updated: "later" });
    expect(after.texts).toBe(before.texts);
    expect(after.timeline.at(-1)).toMatchObject({ seq: 81, type: "moon_rose", title: "moon rose" });
  });

  it("an event about a turn that was never asked changes no turn", () => {
    const before = at("v1-consensus", 10);
    const [end] = kept("v1-consensus").filter((event) => event.type === "agent_end");
    const stray = { ...end, turn_key: "discussion.1.9.Nobody" } as Event;
    const after = reduce(before, stray);
    expect(after.view.turns).toBe(before.view.turns);
    expect(after.view.spent).toBe(before.view.spent);
  });
});
