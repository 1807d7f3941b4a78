// For tests of screens: answers requests as the server would, and remembers what was asked.
import { configure } from "@testing-library/react";
import { vi } from "vitest";
import type { Problem, Schemas } from "@/api/client";

// What is hidden by style is not hidden here.
configure({ defaultHidden: true });

type Answer = (body: unknown) => unknown;

/** An answer that is a refusal. */
export class Refusing {
  readonly problem: Problem;

  constructor(problem: Partial<Problem>) {
    this.problem = {
      type: "invalid",
      title: "This cannot be meant",
      status: 422,
      detail: "it is wrong",
      remedy: "",
      field: "",
      ...problem,
    };
  }
}

export interface Asked {
  what: string;
  body: unknown;
}

/** `served({"GET /api/keys": () => []})` stands in for the server; what has no answer is not found. */
export function served(answers: Record<string, Answer>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const what = `${request.method} ${new URL(request.url).pathname}`;
    const text = await request.text();
    const body: unknown = text === "" ? null : JSON.parse(text);
    asked.push({ what, body });
    const answer = answers[what];
    const told = answer ? answer(body) : new Refusing({ type: "not_found", status: 404 });
    if (!(told instanceof Refusing)) return Response.json(told ?? null);
    return Response.json(told.problem, { status: told.problem.status });
  });
  return asked;
}

export function seat(
  name: string,
  more: Partial<Schemas["SeatOffered"]> = {},
): Schemas["SeatOffered"] {
  const adapter = "openai-api";
  return {
    knight: { name, adapter, capabilities: [], priority: 1 },
    ready: true,
    problem: "",
    remedy: "",
    ...more,
  };
}

export function place(more: Partial<Schemas["Place"]> = {}): Schemas["Place"] {
  return {
    version: "1",
    root: "/work/shop",
    name: "shop",
    founded: true,
    sessions: 3,
    seats: [seat("Ada"), seat("Bors"), seat("Cai")],
    problem: "",
    ...more,
  };
}

const KINDS = ["discussion", "discussion", "code", "findings", "code", "code", "findings"] as const;

export function agendas(): Schemas["Agendas"] {
  const keys = [
    "requirements",
    "architecture",
    "development",
    "review",
    "qa",
    "devops",
    "execution",
  ] as const;
  return {
    rounds: keys.map((key, at) => ({
      key,
      kind: KINDS[at] ?? "discussion",
      role: "Engineer",
      max_output_tokens: 4096,
      iterations: 3,
      blind: key === "development" || key === "review",
      instructions: "",
    })),
    presets: { spec: ["requirements", "architecture"], review: ["review"] },
  };
}

export function model(id: string, more: Partial<Schemas["ModelTold"]> = {}): Schemas["ModelTold"] {
  return {
    provider: "openai",
    id,
    name: id,
    context_tokens: 128_000,
    input_usd_per_million: 1.25,
    output_usd_per_million: 10,
    default_for: [],
    ...more,
  };
}

export function estimate(): Schemas["Estimate"] {
  return {
    whole: { input_tokens: 1000, output_tokens: 500, cost_microusd: 1_230_000 },
    seats: [],
    priced: true,
    notes: [],
  };
}
