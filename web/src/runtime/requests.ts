// A request to a service of the project, its answer, and the routes it tells of. What comes out of a
// room is read here word for word, with a bound on everything.

export type Header = readonly [name: string, value: string];

export interface Request {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  /** Milliseconds. */
  readonly took: number;
}

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** A body to begin with, or nothing. */
  readonly body: string;
}

export type Ask = (request: Request) => Promise<Answer>;

/** A service that is up. */
export interface Service {
  readonly routes: readonly Route[];
  readonly ask: Ask;
}

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;

const MOST_BODY = 4_000_000;
const MOST_PATH = 8000;
const MOST_HEADERS = 100;
const MOST_HEADER = 8000;
const MOST_ROUTES = 200;

type Said = Record<string, unknown>;

export function requestIn(of: Said): Request | null {
  const { method, path, headers, body } = of;
  if (typeof method !== "string" || !(METHODS as readonly string[]).includes(method)) return null;
  if (!isShort(path, MOST_PATH) || !path.startsWith("/")) return null;
  if (!isHeaders(headers) || !isBody(body)) return null;
  return { method, path, headers: headers.map(pair), body };
}

export function answerIn(of: Said): Answer | null {
  const { status, headers, body, took } = of;
  if (!isWhole(status) || status < 100 || status > 999 || !isHeaders(headers)) return null;
  if (!isBody(body) || typeof took !== "number" || !(took >= 0)) return null;
  return { status, headers: headers.map(pair), body, took };
}

export function routesIn(value: unknown): Route[] | null {
  if (!Array.isArray(value) || value.length > MOST_ROUTES) return null;
  const found = value.map((each: unknown) => routeIn(each));
  return found.every((route) => route !== null) ? found : null;
}

function routeIn(value: unknown): Route | null {
  if (typeof value !== "object" || value === null) return null;
  const { method, path, summary, body } = value as Said;
  const [a, b, c, d] = [method, path, summary, body].map((each) => isShort(each, MOST_PATH));
  return a && b && c && d ? ({ method, path, summary, body } as Route) : null;
}

export function isWhole(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isShort(value: unknown, most: number): value is string {
  return typeof value === "string" && value.length <= most;
}

function isBody(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.byteLength <= MOST_BODY;
}

function isHeaders(value: unknown): value is [string, string][] {
  if (!Array.isArray(value) || value.length > MOST_HEADERS) return false;
  return value.every(
    (each: unknown) =>
      Array.isArray(each) && each.length === 2 && each.every((part) => isShort(part, MOST_HEADER)),
  );
}

function pair([name, value]: [string, string]): Header {
  return [name, value];
}
