import { expect, test } from "vitest";
import type { Schemas } from "@/api/client";
import { duplicated } from "@/screens/setup/duplicate";
import { roundsOn } from "@/screens/setup/form";
import { agendas, seat } from "@/screens/setup/testing";

const SEATS = [
  seat("Ada"),
  seat("Bors", {
    knight: { name: "Bors", adapter: "openai-api", model: "b1", capabilities: [], priority: 2 },
  }),
  seat("Cai"),
];
const { rounds: ROUNDS } = agendas();

function sat(name: string, model: string | null): Schemas["SeatView"] {
  return { name, adapter: "openai-api", model, fallback: null, capabilities: [], scripted: false };
}

/** Only what a copy looks at. */
function session(more: Partial<Schemas["SessionView"]> = {}): Schemas["SessionView"] {
  const view: Partial<Schemas["SessionView"]> = {
    session: "2026-01-01-shop",
    workflow: "build",
    topic: "A shop",
    rehearsal: false,
    seats: [sat("Ada", "a2"), sat("Bors", "b1")],
    agenda: ROUNDS.filter(({ key }) => key === "review" || key === "qa").map((plan) => ({
      key: plan.key,
      kind: plan.kind,
      role: plan.role,
      max_output_tokens: plan.key === "qa" ? 3000 : plan.max_output_tokens,
      iterations: plan.key === "qa" ? 6 : plan.iterations,
      blind: plan.blind,
      instructions: plan.key === "qa" ? "mind the cents" : "",
    })),
    judge: "Bors",
    judge_model: "b9",
    judges: 3,
    chunk_tokens: 5000,
    auto_advance: true,
    budget: { max_cost_microusd: 2_500_000, max_tokens: null, max_minutes: 30 },
    max_rounds: 5,
    passes: [],
    files: [],
    ...more,
  };
  return view as Schemas["SessionView"];
}

test("a copy has the task, the seats, the rounds, the judge and the caps of then", () => {
  const { form, notes } = duplicated(session(), SEATS, ROUNDS);
  expect(notes).toEqual([]);
  expect(form).toMatchObject({
    workflow: "build",
    topic: "A shop",
    rehearsal: false,
    away: ["Cai"],
    models: { Ada: "a2" },
    judge: "Bors",
    judgeModel: "b9",
    judges: 3,
    chunkTokens: 5000,
    autoAdvance: true,
    cost: 2.5,
    tokens: null,
    minutes: 30,
    maxRounds: null,
  });
  expect(roundsOn(form)).toEqual(["review", "qa"]);
  expect(form.rounds.qa).toMatchObject({
    iterations: 6,
    blind: null,
    tokens: 3000,
    instructions: "mind the cents",
  });
  expect(form.rounds.review).toMatchObject({ iterations: null, tokens: null });
});

test("a judge who is gone takes its model along, and that is told", () => {
  const then = session({ judge: "Mordred" });
  const { form, notes } = duplicated(then, SEATS, ROUNDS);
  expect(form).toMatchObject({ judge: "rotate", judgeModel: "", judges: 3 });
  expect(notes).toEqual(["The judge's model does not come along without Mordred."]);
  const { form: rotating } = duplicated(session({ judge: "rotate" }), SEATS, ROUNDS);
  expect(rotating).toMatchObject({ judge: "rotate", judgeModel: "b9" });
});

test("knights who are gone are told, and where all are gone the table of now sits", () => {
  const { form, notes } = duplicated(session({ seats: [sat("Mordred", null)] }), SEATS, ROUNDS);
  expect(notes).toEqual(["No longer in the settings: Mordred."]);
  expect(form.away).toEqual([]);
});

test("a rehearsal is copied as one, without looking for its knights", () => {
  const then = session({ rehearsal: true, seats: [sat("Gawain", null)], judge: "rotate" });
  const { form, notes } = duplicated(then, SEATS, ROUNDS);
  expect(notes).toEqual([]);
  expect(form).toMatchObject({ rehearsal: true, away: [], judge: "rotate" });
});

test("a discussion keeps its bound and whether it opened blind", () => {
  const passes = [{ blind: true }] as Schemas["SessionView"]["passes"];
  const then = session({ workflow: "discuss", agenda: [], max_rounds: 7, passes });
  expect(duplicated(then, SEATS, ROUNDS).form).toMatchObject({
    workflow: "discuss",
    maxRounds: 7,
    blind: true,
    judges: 1,
    chunkTokens: 20_000,
  });
});

test("what cannot be started here comes as a discussion, and says so", () => {
  const { form, notes } = duplicated(session({ workflow: "summon" }), SEATS, ROUNDS);
  expect(form.workflow).toBe("discuss");
  expect(notes[0]).toMatch(/summon cannot be started here/);
});

test("files do not come along, and that is told", () => {
  const files = [{ path: "a.py" }] as unknown as Schemas["SessionView"]["files"];
  expect(duplicated(session({ files }), SEATS, ROUNDS).notes).toEqual([
    "Files and logs do not come along.",
  ]);
});
