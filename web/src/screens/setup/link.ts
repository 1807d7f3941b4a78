// A set-up as an address: what differs from the defaults, short and readable, and back again.
// Files, logs and keys never enter it: an address ends in histories and in messages to others.
import {
  blankForm,
  CHUNK,
  type Form,
  MOST_RETRIES,
  MOST_TOPIC,
  ROUND_KEYS,
  type RoundForm,
  type RoundKey,
  ROTATE,
  roundsOn,
  type SeatOffered,
  WORKFLOWS,
  allRounds,
} from "@/screens/setup/form";

/** Longer addresses are cut off by some of the programs on their way. */
export const LONGEST = 7000;

export interface Linked {
  query: string;
  /** True: the text was too long for an address and is not in it. */
  cut: boolean;
}

/** The query string of a set-up; empty for one that nobody has touched. */
export function linkOf(form: Form, seats: readonly SeatOffered[]): Linked {
  const whole = written(form, seats).toString();
  if (whole.length <= LONGEST) return { query: whole, cut: false };
  const mute = (key: RoundKey): RoundForm => ({ ...form.rounds[key], instructions: "" });
  const short = { ...form, topic: "", rounds: allRounds(mute) };
  return { query: written(short, seats).toString(), cut: true };
}

function written(form: Form, seats: readonly SeatOffered[]): URLSearchParams {
  const blank = blankForm(seats);
  const query = new URLSearchParams();
  const put = (name: string, value: string | number | null, usual: string | number | null) => {
    if (value !== usual && value !== null) query.set(name, String(value));
  };
  const flag = (name: string, on: boolean, usual: boolean) => put(name, +on, +usual);
  put("w", form.workflow, blank.workflow);
  put("t", form.topic, "");
  flag("x", form.rehearsal, blank.rehearsal);
  put("r", roundsOn(form).join(",") || "none", ROUND_KEYS.join(","));
  for (const key of ROUND_KEYS) {
    const { iterations, blind, tokens, instructions } = form.rounds[key];
    put(`i.${key}`, iterations, null);
    put(`b.${key}`, blind === null ? null : +blind, null);
    put(`o.${key}`, tokens, null);
    put(`n.${key}`, instructions, "");
  }
  const names = seats.map((seat) => seat.knight.name);
  put("s", names.filter((name) => !form.away.includes(name)).join(",") || "none", names.join(","));
  for (const name of names) put(`m.${name}`, form.models[name] ?? "", "");
  put("j", form.judge, ROTATE);
  put("jm", form.judgeModel, "");
  put("p", form.judges, 1);
  flag("a", form.autoAdvance, false);
  put("ar", form.autoRetry, 0);
  put("c", form.chunkTokens, CHUNK);
  put("mr", form.maxRounds, null);
  flag("bl", form.blind, false);
  put("usd", form.cost, null);
  put("tok", form.tokens, null);
  put("min", form.minutes, null);
  return query;
}

export interface Opened {
  form: Form;
  /** What the address asks for and this project does not have. */
  unknown: readonly string[];
}

/** The form that an address asks for; what it does not say, or says wrongly, is as usual. */
export function formOf(query: string, seats: readonly SeatOffered[]): Opened {
  const given = new URLSearchParams(query);
  const blank = blankForm(seats);
  const number = (name: string, low: number, high: number) => bounded(given.get(name), low, high);
  const whole = (name: string, low: number, high: number) => {
    const found = number(name, low, high);
    return found !== null && Number.isInteger(found) ? found : null;
  };
  const flag = (name: string) => asFlag(given.get(name));
  const listed = given.get("r")?.split(",");
  const judge = given.get("j") ?? ROTATE;
  const names = seats.map((seat) => seat.knight.name);
  const { away, models, unknown } = seatsOf(given, seats);
  const form: Form = {
    workflow: WORKFLOWS.find((name) => name === given.get("w")) ?? blank.workflow,
    topic: (given.get("t") ?? "").slice(0, MOST_TOPIC),
    rehearsal: flag("x") ?? blank.rehearsal,
    away,
    models,
    rounds: allRounds((key) => ({
      on: listed === undefined || listed.includes(key),
      iterations: whole(`i.${key}`, 1, 20),
      blind: flag(`b.${key}`),
      tokens: whole(`o.${key}`, 64, 200_000),
      instructions: given.get(`n.${key}`) ?? "",
    })),
    judge: names.includes(judge) ? judge : ROTATE,
    judgeModel: given.get("jm") ?? "",
    judges: whole("p", 1, 26) ?? 1,
    autoAdvance: flag("a") ?? false,
    autoRetry: whole("ar", 0, MOST_RETRIES) ?? 0,
    // Whoever opens a link has not said that code may reach others.
    network: blank.network,
    chunkTokens: whole("c", 0, 1_000_000) ?? CHUNK,
    maxRounds: whole("mr", 1, 50),
    blind: flag("bl") ?? false,
    cost: number("usd", 0, 1_000_000),
    tokens: whole("tok", 0, 10 ** 12),
    minutes: number("min", 0, 1_000_000),
    log: "",
  };
  return { form, unknown };
}

function seatsOf(given: URLSearchParams, seats: readonly SeatOffered[]) {
  const names = seats.map((seat) => seat.knight.name);
  const wanted = given.get("s")?.split(",");
  const away = wanted === undefined ? [] : names.filter((name) => !wanted.includes(name));
  const models: Record<string, string> = {};
  for (const name of names) {
    const model = given.get(`m.${name}`);
    if (model) models[name] = model;
  }
  const asked = wanted?.filter((name) => name !== "none" && name !== "") ?? [];
  return { away, models, unknown: asked.filter((name) => !names.includes(name)) };
}

function bounded(text: string | null, low: number, high: number): number | null {
  if (text === null || text.trim() === "") return null;
  const number = Number(text);
  return number >= low && number <= high ? number : null;
}

function asFlag(text: string | null): boolean | null {
  return text === "1" ? true : text === "0" ? false : null;
}
