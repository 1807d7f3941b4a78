import { expect, test } from "vitest";
import { addressOf, wantedFrom } from "@/screens/projects/address";
import { ago } from "@/screens/projects/ago";
import {
  canDuplicate,
  EVERYTHING,
  hasFiles,
  ordered,
  reconciled,
  stageWords,
  statusOf,
  statusWords,
  wantedOf,
} from "@/screens/projects/listing";
import { listed } from "@/screens/projects/testing";

test.each([
  [{ phase: "awaiting_king", running: false }, "waits", "waits for you"],
  [{ phase: "development", running: true }, "running", "running"],
  [{ phase: "development", running: false }, "idle", "not led here"],
  [{ phase: "paused", running: false }, "paused", "paused"],
  [{ phase: "ended", outcome: "built" as const }, "ended", "built"],
  [{ phase: "ended", outcome: "rejection" as const }, "ended", "rejected by all"],
])("%o is %s, told as %s", (more, status, words) => {
  const session = listed("a", more);
  expect([statusOf(session), statusWords(session)]).toEqual([status, words]);
});

test("where a build stands is told by round; a discussion has no such rounds", () => {
  expect(stageWords(listed("a", { stage: "qa", stage_number: 5, stages: 7 }))).toBe(
    "round 5 of 7, QA",
  );
  expect(stageWords(listed("a"))).toBe("");
});

const SESSIONS = [
  listed("old", { topic: "Über den Warenkorb", started: "2026-01-01T00:00:00Z" }),
  listed("new", { started: "2026-03-01T00:00:00Z", knights: ["Claude"] }),
  listed("waits", { phase: "awaiting_king", started: "2026-01-02T00:00:00Z", workflow: "build" }),
  listed("runs", { phase: "review", running: true, started: "2026-01-03T00:00:00Z" }),
  listed("rests", { phase: "paused", started: "2026-02-01T00:00:00Z", rehearsal: true }),
];
const found = (changes: Partial<typeof EVERYTHING>) =>
  wantedOf(SESSIONS, { ...EVERYTHING, ...changes }).map(({ session }) => session);

test("every word of a search must be found, whatever the case and the accents", () => {
  expect(found({ words: "uber WARENKORB" })).toEqual(["old"]);
  expect(found({ words: "claude" })).toEqual(["new"]);
  expect(found({ words: "warenkorb claude" })).toEqual([]);
  expect(found({ words: "  " })).toHaveLength(SESSIONS.length);
});

test("state and rehearsal are found by their words as well", () => {
  expect(found({ words: "waits for you" })).toEqual(["waits"]);
  expect(found({ words: "rehearsal" })).toEqual(["rests"]);
});

test("filters and words hold together", () => {
  expect(found({ status: "running" })).toEqual(["runs"]);
  expect(found({ workflow: "build" })).toEqual(["waits"]);
  expect(found({ workflow: "build", status: "paused" })).toEqual([]);
});

test("what waits for the reader stands first, then what runs, then the newest", () => {
  expect(ordered(SESSIONS).map(({ session }) => session)).toEqual([
    "waits",
    "runs",
    "new",
    "rests",
    "old",
  ]);
});

test("a change that does not move a session leaves the order as it was", () => {
  const later = SESSIONS.map((session) =>
    session.session === "old" ? { ...session, updated: "2027-01-01T00:00:00Z" } : session,
  );
  expect(ordered(later).map(({ session }) => session)).toEqual(
    ordered(SESSIONS).map(({ session }) => session),
  );
});

test("of a new list only what has changed is new", () => {
  const copy = structuredClone(SESSIONS).map((session) =>
    session.session === "runs" ? { ...session, tokens: 99 } : session,
  );
  const next = reconciled(SESSIONS, copy);
  expect(next[0]).toBe(SESSIONS[0]);
  expect(next[3]).not.toBe(SESSIONS[3]);
  expect(next[3]?.tokens).toBe(99);
});

test("wherever there are files they can be taken along; old rows know it of what was built", () => {
  expect(hasFiles(listed("a", { workflow: "build", phase: "paused", files: 3 }))).toBe(true);
  expect(hasFiles(listed("a", { workflow: "build", outcome: "stopped", files: 1 }))).toBe(true);
  expect(hasFiles(listed("a", { workflow: "build", outcome: "built", files: 0 }))).toBe(false);
  expect(hasFiles(listed("a", { workflow: "build", outcome: "built", files: null }))).toBe(true);
  expect(hasFiles(listed("a", { workflow: "build", phase: "review", files: null }))).toBe(false);
});

test("an apply cannot be convened again", () => {
  expect(canDuplicate(listed("a", { workflow: "apply" }))).toBe(false);
  expect(canDuplicate(listed("a", { workflow: "code-red" }))).toBe(true);
});

test("filters come back from the address, and nonsense in it is no filter", () => {
  const wanted = { words: "a & b", status: "waits", workflow: "code-red" } as const;
  const address = addressOf(wanted);
  expect(wantedFrom(address.slice(address.indexOf("?")))).toEqual(wanted);
  expect(addressOf(EVERYTHING)).toBe("/projects");
  expect(wantedFrom("?status=x&workflow=toString")).toEqual(EVERYTHING);
});

const NOW = Date.parse("2026-03-10T12:00:00Z");
test.each([
  ["2026-03-10T12:00:30Z", "just now"],
  ["2026-03-10T11:59:40Z", "just now"],
  ["2026-03-10T11:55:00Z", "5 min ago"],
  ["2026-03-10T09:00:00Z", "3 h ago"],
  ["2026-03-09T10:00:00Z", "yesterday"],
  ["2026-03-07T10:00:00Z", "3 days ago"],
  ["not a date", "not a date"],
])("%s is %s", (iso, words) => {
  expect(ago(iso, NOW)).toBe(words);
});
