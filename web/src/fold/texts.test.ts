// The texts beside the view: what the files screen compares.
import { describe, expect, it } from "vitest";
import { blank } from "./blank";
import { reduce } from "./reduce";
import { kept, sessions } from "./testing/kept";
import type { EventOf, Session } from "./types";

function folded(name: string, upTo = Number.POSITIVE_INFINITY): Session {
  return kept(name)
    .filter((event) => event.seq <= upTo)
    .reduce(reduce, blank);
}

function seqOf(name: string, type: string): number {
  return kept(name).find((event) => event.type === type)?.seq ?? 0;
}

it.each(sessions)("%s: the view lists the very files of the project", (name) => {
  let session = blank;
  for (const event of kept(name)) {
    session = reduce(session, event);
    const { view, texts } = session;
    expect(view.files.map((file) => file.path).toSorted()).toEqual(
      Object.keys(texts.project).toSorted(),
    );
    expect(texts.byRound.map(({ round, attempt }) => [round, attempt])).toEqual(
      view.rounds.map(({ key, attempt }) => [key, attempt]),
    );
  }
});

describe("a round", () => {
  it("leaves what it found until something ships", () => {
    const shipped = seqOf("v3-build", "synthesis_end");
    const before = folded("v3-build", shipped - 1).texts.byRound.at(-1);
    expect(before?.after).toBe(before?.before);
    const { byRound, project } = folded("v3-build", shipped).texts;
    expect(byRound.at(-1)?.after).toBe(project);
    expect(byRound.at(-1)?.before).toEqual(before?.before);
    expect(Object.keys(project).length).toBeGreaterThan(0);
  });

  it("starts from what the round before it left", () => {
    const { byRound } = folded("v3-build").texts;
    const [first, second, third] = byRound;
    expect(byRound).toHaveLength(3);
    expect(second?.before).toBe(first?.before);
    expect(third?.before).toBe(second?.after);
  });

  it("leaves what the developer edited, and nothing of it once it is merged anew", () => {
    const log = kept("v5-edited");
    const merges = log.filter((event) => event.type === "synthesis_start");
    const edits = log.filter((event) => event.type === "files_edited");
    expect(merges.length).toBeGreaterThan(1);
    const anew = folded("v5-edited", merges.at(-1)?.seq).texts;
    expect(anew.byRound.at(-1)?.edits).toEqual([]);
    expect(anew.project).toBe(anew.byRound.at(-1)?.before);
    const edited = folded("v5-edited", edits.at(-1)?.seq).texts;
    expect(edited.project).toBe(edited.byRound.at(-1)?.after);
    expect(Object.values(edited.project)).toEqual(
      expect.arrayContaining([...(edits.at(-1)?.files ?? [])]),
    );
  });

  it("takes its files with it when it is held anew", () => {
    const ended = folded("v3-build");
    const again: EventOf<"round_reopened"> = {
      type: "round_reopened",
      session: "s",
      seq: ended.view.seq + 1,
      at: "",
      v: 5,
      round: "development",
      instructions: "",
    };
    const { texts, view } = reduce(ended, again);
    expect(texts.project).toBe(ended.texts.byRound.at(-1)?.before);
    expect(texts.byRound).toEqual(ended.texts.byRound);
    expect(view.files).toHaveLength(Object.keys(texts.project).length);
    expect(view.rounds.map((round) => round.counts)).toEqual([false, true, false]);
  });
});

it("a turn's files are there to be compared with another's", () => {
  const { byTurn } = folded("v3-build").texts;
  const keys = Object.keys(byTurn);
  expect(keys).toContain("development.1.1.Gawain");
  expect(keys).toContain("development.1.1.Lancelot");
  for (const key of keys) {
    const proposed = folded("v3-build").view.turns.find((turn) => turn.key === key)?.proposed;
    expect(Object.keys(byTurn[key]?.files ?? {})).toEqual(proposed);
  }
});

describe("an apply", () => {
  it("knows the files that its changes were made from", () => {
    const { texts, view } = folded("v4-apply", seqOf("v4-apply", "changes_applied") - 1);
    expect(Object.keys(texts.bases).length).toBeGreaterThan(0);
    for (const { proposed } of view.apply?.changes ?? []) {
      const base = texts.bases[proposed.change.path];
      expect(base === null).toBe(proposed.change.before === "");
    }
  });

  it("has the written files until they are undone", () => {
    const written = folded("v4-apply", seqOf("v4-apply", "changes_applied"));
    const change = written.view.apply?.changes.find((item) => item.proposed.change.text !== null);
    const path = change?.proposed.change.path ?? "";
    expect(written.texts.project[path]?.text).toBe(change?.proposed.change.text);
    const undone = folded("v4-apply");
    expect(undone.view.apply?.undone).toBe(true);
    expect(undone.texts.project[path]).toEqual(undone.texts.bases[path] ?? undefined);
  });
});
