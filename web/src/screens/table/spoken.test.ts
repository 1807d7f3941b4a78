import { expect, test } from "vitest";
import { boundariesOf, spokenSince } from "./spoken";
import { tableAt } from "./testing/kept-table";

test("boundaries are spoken, steps between them are not", () => {
  expect(spokenSince(tableAt("v3-build", 10), 2)).toEqual([
    "Round requirements.",
    "Pass 1.",
    "Percival has spoken.",
    "Lancelot has spoken.",
  ]);
});

test("a question is spoken in its own words, while it is open", () => {
  expect(spokenSince(tableAt("v1-dispute", 37), 36)).toEqual([
    "A question is open: Still open after 3 rounds. What is your will?",
  ]);
  expect(spokenSince(tableAt("v1-dispute", 38), 36)).toEqual([]);
});

test("the end is spoken, and who gave no answer is named", () => {
  expect(spokenSince(tableAt("v4-code-red", 42), 41)).toEqual([
    "Percival gave no answer: overloaded.",
  ]);
  expect(spokenSince(tableAt("v1-dispute"), 70).at(-1)).toMatch(/^The session ends/);
});

test("nothing is spoken of what was there before", () => {
  const session = tableAt("v3-build");
  expect(spokenSince(session, session.view.seq)).toEqual([]);
});

test("the timeline leaves out steps, and keeps who has spoken", () => {
  const types = boundariesOf(tableAt("v3-build", 16).timeline).map(({ type }) => type);
  expect(types).toContain("agent_end");
  expect(types).toContain("verdict_unreadable");
  expect(types).not.toContain("agent_start");
  expect(types).not.toContain("claims");
});
