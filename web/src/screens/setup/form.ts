// What a table to be convened is made of, as the form holds it, and the request that it becomes.
import type { Schemas } from "@/api/client";

export type Start = Schemas["Start"];
export type Workflow = Start["workflow"];
export type RoundKey = Schemas["RoundChoice"]["key"];
export type SeatOffered = Schemas["SeatOffered"];

export const WORKFLOWS: readonly Workflow[] = ["build", "discuss", "code-red"];

/** In the order in which rounds are held. */
export const ROUND_KEYS: readonly RoundKey[] = [
  "requirements",
  "architecture",
  "development",
  "review",
  "qa",
  "devops",
  "execution",
];

export const MOST_RETRIES = 3;

export const ROTATE = "rotate";
export const CHUNK = 20_000;
export const MOST_TOPIC = 100_000;
export const MOST_LOG = 2_000_000;
/** A table has at least so many. */
export const FEWEST_SEATS = 2;

/** Null, here and below: the round's default. */
export interface RoundForm {
  on: boolean;
  iterations: number | null;
  blind: boolean | null;
  tokens: number | null;
  instructions: string;
}

export interface Form {
  workflow: Workflow;
  topic: string;
  rehearsal: boolean;
  /** Knights of the config who stay away this time. */
  away: readonly string[];
  /** Other models than the config's, by knight. */
  models: Readonly<Record<string, string>>;
  rounds: Readonly<Record<RoundKey, RoundForm>>;
  judge: string;
  judgeModel: string;
  judges: number;
  autoAdvance: boolean;
  /** How often in a row the execution round runs what it has mended, unasked. */
  autoRetry: number;
  /** Whom the project may reach when that round runs it. */
  network: Start["network"];
  chunkTokens: number;
  /** Null: as the settings say. */
  maxRounds: number | null;
  blind: boolean;
  /** Caps; null is none. */
  cost: number | null;
  tokens: number | null;
  minutes: number | null;
  log: string;
}

const UNTOUCHED: RoundForm = {
  on: true,
  iterations: null,
  blind: null,
  tokens: null,
  instructions: "",
};

/** The form before anybody has touched it. Where only scripted knights sit, it is a rehearsal. */
export function blankForm(seats: readonly SeatOffered[]): Form {
  return {
    workflow: "build",
    topic: "",
    rehearsal: seats.length > 0 && seats.every(isScripted),
    away: [],
    models: {},
    rounds: allRounds(() => UNTOUCHED),
    judge: ROTATE,
    judgeModel: "",
    judges: 1,
    autoAdvance: false,
    autoRetry: 0,
    network: "none",
    chunkTokens: CHUNK,
    maxRounds: null,
    blind: false,
    cost: null,
    tokens: null,
    minutes: null,
    log: "",
  };
}

export function allRounds(make: (key: RoundKey) => RoundForm): Record<RoundKey, RoundForm> {
  const entries = ROUND_KEYS.map((key) => [key, make(key)] as const);
  return Object.fromEntries(entries) as Record<RoundKey, RoundForm>;
}

export function isScripted(seat: SeatOffered): boolean {
  return seat.knight.adapter === "scripted";
}

/** There is no script for a code-red. */
export function isRehearsal(form: Form): boolean {
  return form.rehearsal && form.workflow !== "code-red";
}

/** Who takes part: who can sit down and was not sent away. */
export function seated(form: Form, seats: readonly SeatOffered[]): readonly SeatOffered[] {
  return seats.filter((seat) => seat.ready && !form.away.includes(seat.knight.name));
}

export function roundsOn(form: Form): RoundKey[] {
  return ROUND_KEYS.filter((key) => form.rounds[key].on);
}

/** Only what the workflow has a use for is sent; all else stays as the server has it by default. */
export function startBody(
  form: Form,
  seats: readonly SeatOffered[],
  upload: string | null = null,
): Start {
  const { workflow } = form;
  const build = workflow === "build";
  const rehearsal = isRehearsal(form);
  return {
    workflow,
    topic: form.topic,
    rehearsal,
    seats: rehearsal ? [] : seatChoices(form, seats),
    rounds: build ? roundChoices(form) : [],
    ...judging(form, build && !rehearsal),
    auto_advance: build && form.autoAdvance,
    ...running(form, build),
    chunk_tokens: build ? form.chunkTokens : CHUNK,
    max_rounds: build ? null : form.maxRounds,
    blind: workflow === "discuss" && form.blind,
    caps: rehearsal
      ? {}
      : { max_cost_usd: form.cost, max_tokens: form.tokens, max_minutes: form.minutes },
    upload: build && !rehearsal ? upload : null,
    log: workflow === "code-red" ? form.log : "",
  };
}

function judging(form: Form, asked: boolean): Pick<Start, "judge" | "judge_model" | "judges"> {
  if (!asked) return { judge: ROTATE, judge_model: null, judges: 1 };
  return {
    judge: form.judge,
    judge_model: form.judgeModel.trim() || null,
    judges: form.judges,
  };
}

/** Where the project is not run, nothing is said of how. */
function running(form: Form, build: boolean): Pick<Start, "auto_retry" | "network"> {
  if (!build || !form.rounds.execution.on) return { auto_retry: 0, network: "none" };
  return { auto_retry: form.autoRetry, network: form.network };
}

/** Empty means everybody, so it is sent only when everybody is meant. */
function seatChoices(form: Form, seats: readonly SeatOffered[]): Start["seats"] {
  const taking = seated(form, seats);
  const models = taking.map(({ knight }) => form.models[knight.name]?.trim() || null);
  if (taking.length === seats.length && models.every((model) => model === null)) return [];
  return taking.map(({ knight }, place) => ({ name: knight.name, model: models[place] ?? null }));
}

/** Empty means all seven, so it is sent only when all seven are meant as they are. */
function roundChoices(form: Form): Start["rounds"] {
  const on = roundsOn(form);
  if (on.length === ROUND_KEYS.length && on.every((key) => isUntouched(form.rounds[key]))) {
    return [];
  }
  return on.map((key) => {
    const { iterations, blind, tokens, instructions } = form.rounds[key];
    return { key, instructions, iterations, blind, max_output_tokens: tokens };
  });
}

export function isUntouched(round: RoundForm): boolean {
  const { iterations, blind, tokens, instructions } = round;
  return iterations === null && blind === null && tokens === null && instructions.trim() === "";
}
