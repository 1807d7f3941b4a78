// Kept logs, folded here and by the server to the same view.
import { describe, expect, it } from "vitest";
import { blank } from "./blank";
import { canonical } from "./canonical";
import { sha256Hex } from "./digest";
import { reduce } from "./reduce";
import { Replay, replayTo } from "./replay";
import { expected, kept, logs, sessions } from "./testing/kept";

it("finds the kept logs", () => {
  expect(sessions.length).toBeGreaterThanOrEqual(12);
  expect(logs.length).toBeGreaterThan(sessions.length);
});

describe.each(sessions)("%s", (name) => {
  it("folds to the view that the server makes of it", () => {
    expect(kept(name).reduce(reduce, blank).view).toEqual(expected(name, "view"));
  });

  it("has the server's view after each of its events", () => {
    let session = blank;
    const found = kept(name).map((event) => {
      session = reduce(session, event);
      return sha256Hex(canonical(session.view)).slice(0, 16);
    });
    expect(found).toEqual(expected(name, "prefixes"));
  });

  it("is the same at any place, replayed backwards or folded from the start", () => {
    const log = kept(name);
    const replay = new Replay(log);
    const states = [blank];
    for (const event of log) states.push(reduce(states.at(-1) ?? blank, event));
    for (const [place, { seq }] of [...log.entries()].toReversed()) {
      expect(replay.at(seq)).toEqual(states[place + 1]);
    }
    expect(replayTo(log, 7)).toEqual(states[7]);
  });
});

it.each(logs)("%s folds at every prefix, with an entry of the timeline for each step", (name) => {
  let session = blank;
  let steps = 0;
  for (const event of kept(name)) {
    session = reduce(session, event);
    expect(session.view.seq).toBe(event.seq);
    if (event.type !== "exec_output") steps += 1;
    expect(session.timeline).toHaveLength(steps);
    if (event.type === "exec_output") continue;
    expect(session.timeline.at(-1)).toMatchObject({ type: event.type, title: expect.any(String) });
  }
});
