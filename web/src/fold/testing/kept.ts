// The kept logs, for tests alone: the same files that the server's tests fold.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { normalise } from "../defaults";
import type { Event } from "../types";

const folder = join(import.meta.dirname, "../../../../tests/golden");

/** Every kept log by its name. */
export const logs: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith(".jsonl"))
  .map((name) => name.slice(0, -".jsonl".length));

/** Those that are sessions. */
export const sessions = logs.filter((name) => existsSync(join(folder, `${name}.summary.json`)));

export function kept(name: string): Event[] {
  return readFileSync(join(folder, `${name}.jsonl`), "utf8")
    .split("\n")
    .filter(Boolean)
    .map(normalise);
}

/** What the server made of a log. */
export function expected(name: string, what: "view" | "prefixes"): unknown {
  return JSON.parse(readFileSync(join(folder, `${name}.${what}.json`), "utf8"));
}
