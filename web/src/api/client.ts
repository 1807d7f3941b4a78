// The API as typed calls: its description is the only source of paths, bodies and answers.
import createClient from "openapi-fetch";
import type { components, paths } from "@/api/schema";
import { again } from "@/api/again";
import { door } from "@/session/door";

export type Schemas = components["schemas"];
export type Problem = Schemas["Problem"];

export const api = createClient<paths>({
  baseUrl: globalThis.location.origin,
  credentials: "same-origin",
  // What changes anything is sent once; it is not known how far it came.
  fetch: (request) =>
    request.method === "GET" ? again(() => fetch(request), request.signal) : fetch(request),
});

/** A refusal of the server, or that it did not answer at all. */
export class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = "Refused";
    this.problem = problem;
  }
}

const SILENT: Problem = {
  type: "unexpected",
  title: "The server does not answer",
  status: 0,
  detail: "The server does not answer.",
  remedy: "See whether `roundtable serve` still runs in its terminal.",
  field: "",
};

type Answered<T> = Promise<{ data?: T; error?: unknown; response: Response }>;

/** What was asked for, or a `Refused` that says why not. */
export async function ask<T>(answered: Answered<T>): Promise<T> {
  let answer: Awaited<Answered<T>>;
  try {
    answer = await answered;
  } catch {
    throw new Refused(SILENT);
  }
  if (answer.response.ok) return answer.data as T;
  const problem = asProblem(answer.error, answer.response.status);
  if (problem.type === "not_signed_in") door.close(problem);
  throw new Refused(problem);
}

/** Whatever was thrown, in the form in which it is shown. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof Refused) return thrown.problem;
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    ...SILENT,
    title: "Something unexpected failed",
    detail,
    remedy: "Load the page again.",
  };
}

function asProblem(error: unknown, status: number): Problem {
  if (typeof error === "object" && error !== null && "detail" in error && "type" in error) {
    return error as Problem;
  }
  return { ...SILENT, title: "The server failed", status, detail: `It answered with ${status}.` };
}
