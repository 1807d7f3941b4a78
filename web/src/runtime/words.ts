// What is said over the port between our page and a room. All that comes out of a room was written
// by the project that runs in it: it is read here, word for word, and whatever else it is, is dropped.
import {
  type Answer,
  answerIn,
  isWhole,
  type Request,
  requestIn,
  type Route,
  routesIn,
} from "./requests";

export type Stream = "stdout" | "stderr" | "note";

/** Out of a room. */
export type Heard =
  | { readonly kind: "ready" }
  /** The answer to `THERE`. */
  | { readonly kind: "here" }
  | { readonly kind: "text"; readonly stream: Stream; readonly text: string }
  | { readonly kind: "cut" }
  | { readonly kind: "begun" }
  | { readonly kind: "built"; readonly html: string; readonly notes: readonly string[] }
  /** A service of the project is up. */
  | { readonly kind: "serving"; readonly routes: readonly Route[] }
  /** What a service answers to a request of this number. */
  | ({ readonly kind: "answer"; readonly id: number } & Answer)
  /** What a page asks of the service that it is shown with. */
  | ({ readonly kind: "ask"; readonly id: number } & Request)
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "failed"; readonly reason: string };

/** Asked of a room that may have gone elsewhere. */
export const THERE = "are you there?";

const STREAMS: readonly string[] = ["stdout", "stderr", "note"] satisfies Stream[];

/** One text of a room; a longer one is no text of ours. */
const MOST_TEXT = 16_000_000;
const MOST_NOTES = 200;

/** What was said, or nothing where it is not one of our words. */
export function heard(said: unknown): Heard | null {
  if (typeof said !== "object" || said === null) return null;
  const of = said as Record<string, unknown>;
  switch (of["kind"]) {
    case "ready":
    case "here":
    case "cut":
    case "begun":
      return { kind: of["kind"] };
    case "text":
      return isText(of["text"]) && isStream(of["stream"])
        ? { kind: "text", stream: of["stream"], text: of["text"] }
        : null;
    case "built":
      return isText(of["html"]) && isNotes(of["notes"])
        ? { kind: "built", html: of["html"], notes: of["notes"] }
        : null;
    case "serving": {
      const routes = routesIn(of["routes"]);
      return routes && { kind: "serving", routes };
    }
    case "answer":
      return numbered("answer", of["id"], answerIn(of));
    case "ask":
      return numbered("ask", of["id"], requestIn(of));
    case "exit":
      return typeof of["code"] === "number" && Number.isInteger(of["code"])
        ? { kind: "exit", code: of["code"] & 0xff }
        : null;
    case "failed":
      return isText(of["reason"]) ? { kind: "failed", reason: of["reason"].slice(0, 8000) } : null;
    default:
      return null;
  }
}

function numbered<Kind extends string, Rest extends object>(
  kind: Kind,
  id: unknown,
  rest: Rest | null,
): ({ kind: Kind; id: number } & Rest) | null {
  return rest && isWhole(id) ? { kind, id, ...rest } : null;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= MOST_TEXT;
}

function isStream(value: unknown): value is Stream {
  return typeof value === "string" && STREAMS.includes(value);
}

function isNotes(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= MOST_NOTES && value.every(isText);
}

/** What a Python run is given. */
export interface PythonJob {
  readonly files: Readonly<Record<string, string>>;
  /** A file or a module as one would by `python`, the tests, or an application that is served. */
  readonly how: "file" | "module" | "tests" | "serve";
  readonly what: string;
  readonly paths: readonly string[];
  readonly argv: readonly string[];
  readonly stdin: string;
  /** Packages that are unpacked before it begins. */
  readonly packages: readonly string[];
}

/** What the Python room is given: our worker, the runtime's parts, and the job. */
export interface PythonOrder {
  readonly worker: string;
  readonly loader: string;
  readonly module: string;
  readonly wasm: ArrayBuffer;
  readonly stdlib: ArrayBuffer;
  readonly wheels: readonly ArrayBuffer[];
  readonly job: PythonJob;
}

/** What the bundler's room is given. */
export interface BundleOrder {
  readonly worker: string;
  readonly wasm: ArrayBuffer;
  readonly files: Readonly<Record<string, string>>;
  /** Packages that come with us, by the path one imports from. */
  readonly packages: Readonly<Record<string, string>>;
  readonly entry: string;
}

/** What the room of a page is given. */
export interface ShowOrder {
  readonly html: string;
  /** The project's own files, which its `fetch` may read. */
  readonly files: Readonly<Record<string, string>>;
  readonly base: string;
  /** Whatever else it fetches is asked of the service that it is shown with. */
  readonly served: boolean;
}

/** Said to a page's room: the answer to its request of this number, or why there is none. */
export type Replied = { readonly id: number } & (Answer | { readonly refused: string });
