import { expect, test } from "vitest";
import { changesOf } from "@/screens/settings/changes";
import { check, wrongOf } from "@/screens/settings/checking";
import { type Draft, draftOf, newKnight, settingsOf } from "@/screens/settings/draft";
import { told } from "@/screens/settings/testing";
import { Refusing } from "@/screens/setup/testing";

const BASE = draftOf(told());
const [ADA, BORS] = BASE.knights as [Draft["knights"][0], Draft["knights"][0]];
const drawn = (changes: Partial<Draft>): Draft => ({ ...BASE, ...changes });

test("settings that were loaded and not touched are sent as they came", () => {
  expect(changesOf(BASE, drawn({}))).toEqual([]);
  const { adapters: _, ...rest } = told();
  const unset = { fallback: null, model: null, script: null };
  const knights = rest.knights.map((knight) => ({ ...unset, ...knight }));
  expect(settingsOf(BASE)).toEqual({ ...rest, knights });
});

test("each change is named, and a knight under its old name", () => {
  const draft = drawn({
    language: "de",
    knights: [{ ...ADA, name: "Adam", model: "x" }, BORS],
    rules: { ...BASE.rules, max_rounds: 9, ignore: ["dist"] },
  });
  expect(changesOf(BASE, draft)).toEqual([
    "language",
    "Ada (name, model)",
    "rules (rounds at most, ignored paths)",
  ]);
});

test("added, removed and moved knights are told apart from changed ones", () => {
  const added = newKnight(BASE, "scripted");
  expect(changesOf(BASE, drawn({ knights: [ADA, BORS, added] }))).toEqual(["Knight 3 added"]);
  expect(changesOf(BASE, drawn({ knights: [BORS] }))).toEqual(["Ada removed"]);
  expect(changesOf(BASE, drawn({ knights: [BORS, ADA] }))).toEqual(["order of the knights"]);
});

test("a change that is taken back is none", () => {
  const there = drawn({ project: "x" });
  expect(changesOf(BASE, { ...there, project: BASE.project })).toEqual([]);
});

test("what is sent is trimmed, and empty means the default", () => {
  const sent = settingsOf(
    drawn({ knights: [{ ...ADA, name: " Ada ", model: " ", capabilities: [" tests ", ""] }] }),
  );
  expect(sent.knights).toEqual([
    {
      name: "Ada",
      adapter: "openai-api",
      capabilities: ["tests"],
      priority: 1,
      fallback: null,
      model: null,
      script: null,
    },
  ]);
});

test("a rule that the page does not show is sent back as it came", () => {
  const base = draftOf({ ...told(), rules: { ...told().rules, auto_execute: true } });
  expect(settingsOf(base).rules.auto_execute).toBe(true);
});

test("sound settings have nothing wrong with them", () => {
  expect(check(BASE)).toEqual({});
});

test("everything that is wrong is told at once, each at its field", () => {
  const draft = drawn({
    project: " ",
    language: "english!",
    knights: [
      { ...ADA, name: "", model: "--flag", fallback: ADA.adapter },
      { ...BORS, adapter: "scripted", script: "" },
    ],
  });
  expect(Object.keys(check(draft)).toSorted()).toEqual(
    [
      "language",
      "project",
      `${ADA.id}.fallback`,
      `${ADA.id}.model`,
      `${ADA.id}.name`,
      `${BORS.id}.script`,
    ].toSorted(),
  );
});

test("names that a person cannot tell apart are refused at the second", () => {
  expect(check(drawn({ knights: [ADA, { ...BORS, name: "a d.a" }] }))).toEqual({
    [`${BORS.id}.name`]: "It is too much like Ada: give each a name of its own.",
  });
  expect(check(drawn({ knights: [] }))["knights"]).toMatch(/at least one/);
});

test("a refusal of several fields stands at each of them", () => {
  const { problem } = new Refusing({
    detail:
      "knights.1.name: is too much like 'Ada'\nrules.ignore.0: is too long\nlanguage: is none",
    field: "knights.1.name",
  });
  expect(wrongOf(problem, BASE.knights)).toEqual({
    [`${BORS.id}.name`]: "Is too much like 'Ada'.",
    "rules.ignore": "Is too long.",
    language: "Is none.",
  });
});

test("a refusal without a field is kept for the bar", () => {
  const { problem } = new Refusing({ detail: "something else" });
  expect(wrongOf(problem, BASE.knights)).toEqual({ "": "Something else." });
});
