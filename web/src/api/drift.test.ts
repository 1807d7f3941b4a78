// The typed client follows from the API's description; whoever changes one makes the other anew.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { expect, test } from "vitest";
import { EVENT_TYPES } from "@/api/event-types";

const kept = readFileSync(resolve(import.meta.dirname, "schema.d.ts"), "utf8");
const told = readFileSync(resolve(import.meta.dirname, "../../../docs/openapi.json"), "utf8");

test("the types are those of the description", async () => {
  const made = astToString(await openapiTS(told));
  // A heading that only the command writes stands before them.
  expect(kept.endsWith(made), "run: make docs").toBe(true);
}, 60_000);

test("a client listens to every event that there is", () => {
  const { components } = JSON.parse(told);
  const named = Object.keys(components.schemas.Event.discriminator.mapping);
  expect([...EVENT_TYPES].toSorted()).toEqual(named.toSorted());
});
