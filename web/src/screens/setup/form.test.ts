import { expect, test } from "vitest";
import { allRounds, blankForm, type Form, ROUND_KEYS, startBody } from "@/screens/setup/form";
import { seat } from "@/screens/setup/testing";

const SEATS = [seat("Ada"), seat("Bors"), seat("Cai", { ready: false })];
const READY = SEATS.slice(0, 2);

const DEFAULTS = {
  workflow: "build",
  topic: "",
  rehearsal: false,
  seats: [],
  rounds: [],
  judge: "rotate",
  judge_model: null,
  judges: 1,
  auto_advance: false,
  auto_retry: 0,
  network: "none",
  chunk_tokens: 20_000,
  max_rounds: null,
  blind: false,
  caps: { max_cost_usd: null, max_tokens: null, max_minutes: null },
  upload: null,
  log: "",
};

function formed(changes: Partial<Form>, seats = READY): Form {
  return { ...blankForm(seats), ...changes };
}

test("an untouched form asks for what the server does by default", () => {
  expect(startBody(formed({}), READY)).toEqual(DEFAULTS);
});

test("who cannot sit down is not asked for, so the others are named", () => {
  const { seats } = startBody(formed({}, SEATS), SEATS);
  expect(seats).toEqual([
    { name: "Ada", model: null },
    { name: "Bors", model: null },
  ]);
});

test("another model for one names everybody, since an empty list means all as configured", () => {
  const { seats } = startBody(formed({ models: { Bors: " gpt-6 " } }), READY);
  expect(seats).toEqual([
    { name: "Ada", model: null },
    { name: "Bors", model: "gpt-6" },
  ]);
});

test("rounds that are on are sent in their order, with what was set on each", () => {
  const rounds = allRounds((key) => ({
    on: key === "qa" || key === "requirements",
    iterations: key === "qa" ? 5 : null,
    blind: null,
    tokens: null,
    instructions: key === "qa" ? "property tests" : "",
  }));
  expect(startBody(formed({ rounds }), READY).rounds).toEqual([
    {
      key: "requirements",
      instructions: "",
      iterations: null,
      blind: null,
      max_output_tokens: null,
    },
    {
      key: "qa",
      instructions: "property tests",
      iterations: 5,
      blind: null,
      max_output_tokens: null,
    },
  ]);
});

test("all seven with a word on one of them are all named", () => {
  const blank = formed({});
  const rounds = { ...blank.rounds, review: { ...blank.rounds.review, blind: false } };
  const sent = startBody({ ...blank, rounds }, READY).rounds;
  expect(sent.map(({ key }) => key)).toEqual(ROUND_KEYS);
  expect(sent.find(({ key }) => key === "review")?.blind).toBe(false);
});

test("a build takes its files, judge and pace along, and not what belongs to other workflows", () => {
  const form = formed({
    judge: "Ada",
    judgeModel: "o9",
    judges: 2,
    autoAdvance: true,
    chunkTokens: 0,
    maxRounds: 9,
    blind: true,
    log: "Traceback",
    cost: 2.5,
  });
  expect(startBody(form, READY, "u1")).toEqual({
    ...DEFAULTS,
    judge: "Ada",
    judge_model: "o9",
    judges: 2,
    auto_advance: true,
    chunk_tokens: 0,
    upload: "u1",
    caps: { max_cost_usd: 2.5, max_tokens: null, max_minutes: null },
  });
});

test("a discussion has rounds at most and may open blind", () => {
  const form = formed({
    workflow: "discuss",
    topic: "Why?",
    maxRounds: 4,
    blind: true,
    judge: "Ada",
  });
  expect(startBody(form, READY, "u1")).toEqual({
    ...DEFAULTS,
    workflow: "discuss",
    topic: "Why?",
    max_rounds: 4,
    blind: true,
  });
});

test("a code-red has a log and is never a rehearsal", () => {
  const form = formed({ workflow: "code-red", log: "Boom", rehearsal: true, blind: true });
  expect(startBody(form, READY)).toEqual({ ...DEFAULTS, workflow: "code-red", log: "Boom" });
});

test("a rehearsal brings its own knights: no seats, no judge, no caps, no files", () => {
  const form = formed({ rehearsal: true, models: { Ada: "x" }, judge: "Ada", judges: 2, cost: 1 });
  expect(startBody(form, READY, "u1")).toEqual({ ...DEFAULTS, rehearsal: true, caps: {} });
});

test("where only scripted knights sit, the form begins as a rehearsal", () => {
  const scripted = seat("Gawain", {
    knight: { name: "Gawain", adapter: "scripted", capabilities: [], priority: 1 },
  });
  expect(blankForm([scripted]).rehearsal).toBe(true);
  expect(blankForm([scripted, seat("Ada")]).rehearsal).toBe(false);
  expect(blankForm([]).rehearsal).toBe(false);
});
