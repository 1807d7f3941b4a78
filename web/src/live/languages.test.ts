// Which language a fence means.
import { expect, it } from "vitest";
import { LANGUAGES, languageOf } from "./languages";

it.each([
  ["python", "", "python"],
  ["py", "", "python"],
  ["TypeScript", "", "typescript"],
  ["ts twoslash", "", "typescript"],
  ["{.rust}", "", "rust"],
  ["python:src/a.py", "", "python"],
  ["src/a.py", "", "python"],
  ["sh", "", "bash"],
  ["", "src/main.go", "go"],
  ["", "Dockerfile", "dockerfile"],
  ["", "docker/Dockerfile.dev", "dockerfile"],
  ["yml", "a.py", "yaml"],
])("a fence %j under %j is %s", (info, title, language) => {
  expect(languageOf(info, title)).toBe(language);
});

it.each([
  ["pyth", ""],
  ["typescrip", "a.ts"],
  ["brainfuck", ""],
  ["constructor", ""],
  ["__proto__", "toString"],
  ["", ""],
  ["", "Makefile"],
  ["", ".py/"],
  ["{", ""],
])("a fence %j under %j is plain", (info, title) => {
  expect(languageOf(info, title)).toBeNull();
});

it("every language knows its own name", () => {
  for (const name of LANGUAGES) expect(languageOf(name)).toBe(name);
});
