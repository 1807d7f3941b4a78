// Answers to changes: each is bound to a path, its bytes, and what they were made from.
import { expect, it } from "vitest";
import { blank } from "./blank";
import { digestOf } from "./digest";
import { reduce } from "./reduce";
import { kept } from "./testing/kept";
import type { ApplyView, ChangeView, Event } from "./types";

type Proposed = ChangeView["proposed"];
type Objection = ApplyView["rejected"][number];

const doubt: Objection = { path: "b.md", concern: "parse", reason: "it does not parse" };
const [start] = kept("v4-apply");

function change(path: string, changes: Partial<Proposed> = {}, text = `${path}\n`): Proposed {
  const plain = { outside: false, delicate: "", objections: [], units: [] };
  return { change: { path, before: "", text }, ...plain, ...changes };
}

function proposed(...changes: Proposed[]): Event {
  const head = { session: "s", seq: 2, at: "", v: 4, number: 1, iteration: 1 };
  return { type: "changes_proposed", ...head, changes, rejected: [] };
}

function answer({ change: about }: Proposed, option: string): Event {
  const head = { session: "s", seq: 3, at: "", v: 4, text: "", rounds: 0, unattended: false };
  const question_id = `parley-1-${digestOf(about)}`;
  return { type: "human_choice", ...head, question_id, option };
}

function answers(...events: Event[]): (string | null)[] {
  const all = start ? [start, ...events] : [];
  return (all.reduce(reduce, blank).view.apply?.changes ?? []).map((item) => item.answer);
}

it("an approval is for one change", () => {
  const a = change("a.md");
  expect(answers(proposed(a, change("b.md")), answer(a, "approve"))).toEqual(["approved", null]);
});

it("an answer about other bytes is none", () => {
  const other = change("a.md", {}, "other\n");
  expect(answers(proposed(change("a.md")), answer(other, "approve"))).toEqual([null]);
});

it("the rest is what nothing speaks against and nobody refused", () => {
  const [a, b, c, d] = [
    change("a.md"),
    change("b.md", { objections: [doubt] }),
    change("c.md"),
    change("d.md", { outside: true }),
  ] as const;
  const log = [proposed(a, b, c, d), answer(c, "refuse"), answer(a, "approve_rest")];
  expect(answers(...log)).toEqual(["approved", null, "declined", null]);
});

it("an approval outlives a new proposal of the same bytes, but no objection that is new", () => {
  const b = change("b.md");
  const doubted = change("b.md", { objections: [doubt] });
  expect(answers(proposed(b), answer(b, "approve"), proposed(b))).toEqual(["approved"]);
  expect(answers(proposed(b), answer(b, "approve"), proposed(doubted))).toEqual([null]);
  const told = [proposed(doubted), answer(b, "approve"), proposed(doubted)];
  expect(answers(...told)).toEqual(["approved"]);
});
