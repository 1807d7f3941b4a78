import { expect, test } from "vitest";
import { sentence } from "@/design/sentence";

test("clauses become sentences, and commands stay as they have to be typed", () => {
  expect(sentence("the task is empty")).toBe("The task is empty.");
  expect(sentence("Really?")).toBe("Really?");
  expect(sentence("npm install -g x")).toBe("npm install -g x");
  expect(sentence("  ")).toBe("");
});

test("a path or a command in front keeps its first letter", () => {
  expect(sentence("compose.yaml asks for too much")).toBe("compose.yaml asks for too much.");
  expect(sentence("`docker` is not installed")).toBe("`docker` is not installed.");
});
