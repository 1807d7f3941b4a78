import { expect, it } from "vitest";
import { blank } from "./blank";
import { reduce } from "./reduce";
import { kept, logs } from "./testing/kept";
import { entryOf } from "./timeline";
import type { Event, Session } from "./types";

function folded(name: string): Session {
  return kept(name).reduce(reduce, blank);
}

it("every event that is known has words of its own", () => {
  const entries = logs.flatMap((name) => folded(name).timeline);
  const wordless = entries.filter(({ title, type }) => title === type.replaceAll("_", " "));
  expect(wordless).toEqual([]);
});

it.each(logs)("%s: a turn's title goes on from its seat's name, others are sentences", (name) => {
  const { timeline } = folded(name);
  for (const { seat, title } of timeline) {
    expect(title).toMatch(seat ? /^[a-z]/ : /^[A-Z0-9]/);
  }
});

it.each(logs)("%s: a title names no seat, for it could not label one that is scripted", (name) => {
  const { timeline, view } = folded(name);
  const named = timeline.filter(({ title }) =>
    view.seats.some((seat) => title.includes(seat.name)),
  );
  expect(named).toEqual([]);
});

it("an entry names the round it happened in, also where its event does not", () => {
  const { timeline } = folded("v3-build");
  const at = (seq: number) => timeline.find((entry) => entry.seq === seq);
  expect(at(1)).toMatchObject({ round: "", attempt: 0 });
  expect(at(36)).toMatchObject({ type: "human_choice", round: "requirements", attempt: 1 });
  expect(at(41)).toMatchObject({ type: "agent_end", round: "requirements", attempt: 2 });
  expect(at(68)).toMatchObject({ type: "consensus", round: "requirements", attempt: 2 });
  expect(at(112)).toMatchObject({ type: "merged", round: "development", attempt: 1 });
});

it("what a turn did to the claims is told in one breath", () => {
  const [claims] = kept("v3-build").filter((event) => event.type === "claims");
  const point = { about: "", claim: "x", evidence: "" };
  const reply = { claim: "C1", text: "", evidence: "" };
  const moves = { raised: [point], answered: [reply, reply], conceded: [], ignored: [] };
  const entry = reduce(blank, { ...claims, moves } as Event).timeline.at(-1);
  expect(entry?.title).toBe("raised 1 claim, answered 2");
});

it("a turn that broke off may have been billed, unless a script spoke", () => {
  const session = folded("v1-consensus");
  const broken = kept("v1-consensus").find((event) => event.type === "agent_interrupted");
  if (broken?.type !== "agent_interrupted") throw new Error("the kept log has a break");
  const by = (adapter: string) => {
    const turns = session.view.turns.map((turn) => ({ ...turn, adapter }));
    return entryOf({ ...session, view: { ...session.view, turns } }, broken).title;
  };
  expect(by("anthropic")).toBe("was broken off; it may have been billed");
  expect(by("scripted")).toBe("was broken off");
});
