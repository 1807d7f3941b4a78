import { expect, it } from "vitest";
import { Replay, STRIDE } from "./replay";
import type { Event } from "./types";

function notes(count: number): Event[] {
  return Array.from({ length: count }, (_, place) => ({
    type: "note_added",
    session: "s",
    seq: place + 1,
    at: "",
    v: 5,
    text: `${place + 1}`,
  }));
}

const token: Event = {
  type: "token",
  session: "s",
  seq: 0,
  at: "",
  v: 5,
  turn_key: "discussion.1.1.Gawain",
  seat: "Gawain",
  ask: 1,
  text: "So",
};

it("stands at any place, before the first and after the last", () => {
  const replay = new Replay(notes(3 * STRIDE + 7));
  for (const seq of [STRIDE + 1, 3 * STRIDE + 7, 1, STRIDE, STRIDE - 1]) {
    expect(replay.at(seq).view.notes).toHaveLength(seq);
    expect(replay.at(seq).view.seq).toBe(seq);
  }
  expect(replay.last).toBe(3 * STRIDE + 7);
  expect(replay.at(0).view.seq).toBe(0);
  expect(replay.at(10_000).view.seq).toBe(replay.last);
});

it("keeps a state at each stride instead of folding up to it again", () => {
  const replay = new Replay(notes(2 * STRIDE));
  const later = replay.at(2 * STRIDE);
  expect(replay.at(STRIDE)).toBe(replay.at(STRIDE));
  expect(replay.at(2 * STRIDE)).toBe(later);
});

it("passes over tokens, which have no place in the log", () => {
  const replay = new Replay([...notes(1), token]);
  expect(replay.last).toBe(1);
  expect(replay.at(1).view.notes).toHaveLength(1);
});
