import { expect, test } from "vitest";
import { allRounds, blankForm, type Form } from "@/screens/setup/form";
import { formOf, linkOf, LONGEST } from "@/screens/setup/link";
import { seat } from "@/screens/setup/testing";

const SEATS = [seat("Ada"), seat("Sir Bors"), seat("Cai")];

const TOUCHED: Form = {
  workflow: "discuss",
  topic: "Zürich & Genf?\n100 % = all + more #1",
  rehearsal: true,
  away: ["Cai"],
  models: { "Sir Bors": "vendor/model:1.5" },
  rounds: allRounds((key) => ({
    on: key !== "devops" && key !== "execution",
    iterations: key === "qa" ? 7 : null,
    blind: key === "review" ? false : null,
    tokens: key === "development" ? 12_000 : null,
    instructions: key === "architecture" ? "one file, please" : "",
  })),
  judge: "Sir Bors",
  judgeModel: "small",
  judges: 2,
  autoAdvance: true,
  autoRetry: 2,
  network: "none",
  chunkTokens: 0,
  maxRounds: 8,
  blind: true,
  cost: 0.5,
  tokens: 100_000,
  minutes: 12.5,
  log: "",
};

test("a form nobody has touched has no query at all", () => {
  expect(linkOf(blankForm(SEATS), SEATS)).toEqual({ query: "", cut: false });
  expect(formOf("", SEATS)).toEqual({ form: blankForm(SEATS), unknown: [] });
});

test("every value of a form comes back from its link", () => {
  const { query, cut } = linkOf(TOUCHED, SEATS);
  expect(cut).toBe(false);
  expect(formOf(query, SEATS).form).toEqual(TOUCHED);
});

test("no round and no seat at all come back as none, not as all", () => {
  const rounds = allRounds((key) => ({ ...TOUCHED.rounds[key], on: false }));
  const form = { ...TOUCHED, rounds, away: ["Ada", "Sir Bors", "Cai"] };
  expect(formOf(linkOf(form, SEATS).query, SEATS).form).toEqual(form);
});

test("the address is readable: workflow, topic and rounds by name", () => {
  const rounds = allRounds((key) => ({ ...blankForm(SEATS).rounds[key], on: key === "review" }));
  const { query } = linkOf({ ...blankForm(SEATS), topic: "a b", rounds }, SEATS);
  expect(query).toBe("t=a+b&r=review");
});

test("a log never enters the address", () => {
  const form = { ...blankForm(SEATS), workflow: "code-red" as const, log: "password=hunter2" };
  expect(linkOf(form, SEATS).query).toBe("w=code-red");
});

test("a text too long for an address is left out of it, and that is told", () => {
  const { query, cut } = linkOf({ ...TOUCHED, topic: "long ".repeat(3000) }, SEATS);
  expect(cut).toBe(true);
  expect(query.length).toBeLessThanOrEqual(LONGEST);
  expect(formOf(query, SEATS).form.judges).toBe(2);
});

test.each([
  ["w=attack", "workflow", "build"],
  ["p=99", "judges", 1],
  ["p=2.5", "judges", 1],
  ["c=-1", "chunkTokens", 20_000],
  ["usd=abc", "cost", null],
  ["usd=NaN", "cost", null],
  ["mr=51", "maxRounds", null],
  ["tok=Infinity", "tokens", null],
  ["a=yes", "autoAdvance", false],
  ["j=Mordred", "judge", "rotate"],
] as const)("what cannot be meant is as usual: %s", (query, field, usual) => {
  expect(formOf(query, SEATS).form[field]).toBe(usual);
});

test("knights of another project are told and do not sit down", () => {
  const { form, unknown } = formOf("s=Ada,Mordred", SEATS);
  expect(unknown).toEqual(["Mordred"]);
  expect(form.away).toEqual(["Sir Bors", "Cai"]);
});

test("where a rehearsal is the rule, a link can still ask for the models", () => {
  const scripted = [
    seat("G", { knight: { name: "G", adapter: "scripted", capabilities: [], priority: 1 } }),
  ];
  const { query } = linkOf({ ...blankForm(scripted), rehearsal: false }, scripted);
  expect(query).toBe("x=0");
  expect(formOf(query, scripted).form.rehearsal).toBe(false);
});

test("no address opens the network for what is run", () => {
  const form = { ...blankForm(SEATS), network: "all" as const };
  expect(linkOf(form, SEATS).query).toBe("");
  expect(formOf("net=all&network=all", SEATS).form.network).toBe("none");
});
