import { expect, test } from "vitest";
import { whyNoFiles } from "./absence";
import { keptSession } from "./kept-log";

test("before the round that writes code, that round is named, and the one that is being held", () => {
  const early = keptSession("v3-build", (event) => event.type === "round_start").view;
  const { title, words } = whyNoFiles(early);
  expect(title).toBe("No files yet");
  expect(words).toContain("the round Development");
  expect(words).toContain("The round Requirements is being held.");
});

test("a build without a round that writes code says so", () => {
  const view = keptSession("v3-build").view;
  const spoken = { ...view, agenda: view.agenda.filter((round) => round.kind === "discussion") };
  expect(whyNoFiles(spoken).title).toBe("No round of this build writes code");
});

test("a discussion has a decision in place of files", () => {
  expect(whyNoFiles(keptSession("v1-consensus").view).title).toMatch(/no files of its own/);
});
