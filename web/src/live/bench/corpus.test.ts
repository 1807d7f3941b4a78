// What the benchmark streams.
import { expect, it } from "vitest";
import { batches, MARK, TOKENS_A_SECOND } from "./corpus";

it.each(["prose", "fence"] as const)("%s comes at the stated rate, the same each time", (kind) => {
  const lane = batches(kind, 1, 10);
  expect(lane).toEqual(batches(kind, 1, 10));
  const letters = lane.map(({ text }) => text).join("").length;
  expect(lane.length).toBe(250);
  expect(letters).toBeGreaterThan(TOKENS_A_SECOND * 10 * 2.5);
});

it.each(["prose", "fence"] as const)("%s has marks enough, each of them once", (kind) => {
  const lane = batches(kind, 2, 10);
  const marks = lane.flatMap(({ text }) => [...text.matchAll(MARK)].map(([mark]) => mark));
  expect(new Set(marks).size).toBe(marks.length);
  expect(marks.length).toBe(lane.filter(({ marked }) => marked).length);
  expect(marks.length).toBeGreaterThan(80);
});
