import { expect, test } from "vitest";
import { whyNotEditable } from "./editing";
import { keptSession } from "./kept-log";

test("files can be edited when a round has ended and nobody speaks", () => {
  const ended = keptSession("v5-edited", (event) => event.type === "choice_offered");
  expect(whyNotEditable(ended.view)).toBeNull();
  expect(whyNotEditable(keptSession("v5-edited").view)).toBeNull();
});

test("while knights speak it is told who", () => {
  const speaking = keptSession("v5-edited", (event) => event.type === "agent_end");
  expect(whyNotEditable(speaking.view)).toMatch(/^Lancelot and Gawain are at work\./);
});

test("while a round is under way it is told which", () => {
  const between = keptSession("v5-edited", (event) => event.type === "candidates_surveyed");
  expect(whyNotEditable(between.view)).toMatch(/^The round Development is under way\./);
  const merging = keptSession("v5-edited", (event) => event.seq === 33);
  expect(whyNotEditable(merging.view)).toMatch(/^The round Development is under way\./);
});

test("before the first round, and where nothing is built, there is nothing to edit", () => {
  const early = keptSession("v5-edited", (event) => event.type === "context_built");
  expect(whyNotEditable(early.view)).toMatch(/^No round has been held/);
  expect(whyNotEditable(keptSession("v4-apply").view)).toMatch(/^Only the files of a build/);
});
