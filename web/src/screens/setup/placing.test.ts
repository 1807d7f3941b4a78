import { expect, test } from "vitest";
import { allRounds, blankForm, type Form, startBody } from "@/screens/setup/form";
import { check, told, troubleOf, within } from "@/screens/setup/placing";
import { Refusing, seat } from "@/screens/setup/testing";

const SEATS = [seat("Ada"), seat("Bors")];
const READY: Form = { ...blankForm(SEATS), topic: "A shop" };
const fields = (form: Form) => check(form, SEATS).map(({ field }) => field);

test("a form with a task and a table has nothing wrong with it", () => {
  expect(check(READY, SEATS)).toEqual([]);
});

test.each([
  ["no task", { topic: " \n" }, ["topic"]],
  ["one knight alone", { away: ["Ada"] }, ["seats"]],
  ["no round", { rounds: allRounds((key) => ({ ...READY.rounds[key], on: false })) }, ["rounds"]],
  ["more judges than seats", { judges: 3 }, ["judges"]],
  ["no symptom and no log", { workflow: "code-red" as const, topic: "" }, ["topic"]],
])("%s is seen before anything is sent", (_, changes, expected) => {
  expect(fields({ ...READY, ...changes })).toEqual(expected);
});

test("a log alone is enough for a code-red, and a rehearsal needs neither words nor seats", () => {
  expect(fields({ ...READY, workflow: "code-red", topic: "", log: "Boom" })).toEqual([]);
  expect(fields({ ...READY, rehearsal: true, topic: "", away: ["Ada", "Bors"] })).toEqual([]);
});

test("rounds and judges are no matter of a discussion", () => {
  const rounds = allRounds((key) => ({ ...READY.rounds[key], on: false }));
  expect(fields({ ...READY, workflow: "discuss", rounds, judges: 9 })).toEqual([]);
});

test("a refusal goes to the round that it is about, whichever place that had in the request", () => {
  const rounds = allRounds((key) => ({
    ...READY.rounds[key],
    on: key === "review" || key === "qa",
  }));
  const sent = startBody({ ...READY, rounds }, SEATS);
  const { problem } = new Refusing({
    field: "rounds.1.iterations",
    detail: "rounds.1.iterations: Input should be less than or equal to 20",
  });
  expect(troubleOf(problem, sent)).toEqual({
    field: "rounds.qa.iterations",
    message: "Input should be less than or equal to 20.",
    remedy: "",
  });
});

test("a refusal of a seat's model goes to that seat", () => {
  const sent = startBody({ ...READY, models: { Bors: "x" } }, SEATS);
  const { problem } = new Refusing({ field: "seats.1.model", detail: "too long" });
  expect(troubleOf(problem, sent).field).toBe("seats.Bors.model");
});

test("a refusal about no field is in the summary alone", () => {
  const { problem } = new Refusing({
    detail: "no price is known",
    remedy: "cap the tokens instead",
  });
  expect(troubleOf(problem, startBody(READY, SEATS))).toEqual({
    field: "",
    message: "No price is known.",
    remedy: "Cap the tokens instead.",
  });
});

test("what stands at a field is its own trouble with the remedy; a part knows of those inside it", () => {
  const troubles = [
    { field: "caps.max_tokens", message: "Too many.", remedy: "Ask for fewer." },
    { field: "topic", message: "Empty.", remedy: "" },
  ];
  expect(told(troubles, "caps.max_tokens")).toBe("Too many. Ask for fewer.");
  expect(told(troubles, "caps")).toBeUndefined();
  expect(within(troubles, "caps")).toBe(true);
  expect(within(troubles, "cap")).toBe(false);
});
