import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { useTheme } from "@/design/theme";

const html = document.documentElement;
const { choose } = useTheme.getState();
afterEach(() => choose("system"));

/** Runs the script that stands in the head of the page. */
function firstPaint() {
  // oxlint-disable-next-line no-new-func, no-implied-eval
  new Function(readFileSync("public/theme.js", "utf8"))();
}

test("a choice holds at once and at the next first paint", () => {
  choose("dark");
  expect(html.dataset["theme"]).toBe("dark");
  delete html.dataset["theme"];
  firstPaint();
  expect(html.dataset["theme"]).toBe("dark");
});

test("without a choice the system's holds", () => {
  choose("light");
  choose("system");
  firstPaint();
  expect(html.dataset["theme"]).toBeUndefined();
});

test("a stored value that is no theme is not taken", () => {
  localStorage.setItem("roundtable.theme", "sepia");
  firstPaint();
  expect(html.dataset["theme"]).toBeUndefined();
});
