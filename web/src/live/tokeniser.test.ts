// Colours of code, by the real grammars.
import { describe, expect, it } from "vitest";
import { CLASSES, type TokenClass, type TokenLine } from "./classes";
import { LANGUAGES } from "./languages";
import { LONGEST_LINE, openColouring } from "./tokeniser";

async function coloured(language: string, code: string): Promise<TokenLine[]> {
  const colouring = await openColouring(language);
  if (colouring === null) throw new Error(`no ${language}`);
  return colouring.colour(code.split("\n"));
}

function text(lines: readonly TokenLine[]): string {
  return lines.map((line) => line.map(([word]) => word).join("")).join("\n");
}

async function kind(language: string, code: string, word: string): Promise<TokenClass | undefined> {
  const lines = await coloured(language, code);
  return lines.flat().find(([found]) => found.includes(word))?.[1];
}

const SAMPLES: Readonly<Record<string, readonly [code: string, word: string, kind: TokenClass]>> = {
  python: ['def f(a):\n    return "x"  # why', "def", "keyword"],
  typescript: ["type A = { b: number };", "type", "keyword"],
  tsx: ['export const A = () => <p id="x">y</p>;', '"x"', "string"],
  javascript: ["const a = 1; // why", "// why", "comment"],
  jsx: ['<A b="c" />', '"c"', "string"],
  json: ['{"a": 12}', "12", "number"],
  yaml: ["a: b # why", "# why", "comment"],
  toml: ['a = "b"', '"b"', "string"],
  bash: ['for x in 1; do echo "$x"; done', "for", "keyword"],
  dockerfile: ["FROM python:3.11", "FROM", "keyword"],
  go: ["func main() {}", "main", "function"],
  java: ["public class A {}", "public", "keyword"],
  rust: ["fn main() {}", "main", "function"],
  html: ["<p class='a'>b</p>", "p", "keyword"],
  css: ["a { color: red }", "color", "variable"],
  sql: ["SELECT a FROM b", "SELECT", "keyword"],
  markdown: ["# Title", "Title", "keyword"],
  diff: ["-old\n+new", "new", "added"],
};

describe("each language", () => {
  it.each(LANGUAGES)(
    "%s has colours, and loses no letter",
    async (language) => {
      const [code = "", word = "", expected] = SAMPLES[language] ?? [];
      expect(text(await coloured(language, code))).toBe(code);
      expect(await kind(language, code, word)).toBe(expected);
    },
    30_000,
  );
});

describe("a fence that grows", () => {
  it("has the same colours line by line as at once", async () => {
    const code = [
      '"""A docstring',
      "that goes on",
      '"""',
      "x = '''",
      "def not_code():",
      "'''",
      "def code(a: int = 3) -> None:  # why",
      "    return [a for a in range(10)]",
    ];
    const whole = await coloured("python", code.join("\n"));
    const colouring = await openColouring("python");
    expect(code.flatMap((line) => colouring?.colour([line]) ?? [])).toEqual(whole);
    expect(whole[1]).toEqual([["that goes on", "comment"]]);
    expect(whole[4]).toEqual([["def not_code():", "string"]]);
    expect(whole[6]?.[0]).toEqual(["def ", "keyword"]);
  });

  it("keeps its place beside another of the same language", async () => {
    const [one, other] = [await openColouring("python"), await openColouring("python")];
    one?.colour(['"""']);
    expect(other?.colour(["def f(): pass"])[0]?.[0]).toEqual(["def ", "keyword"]);
    expect(one?.colour(["def f(): pass"])[0]).toEqual([["def f(): pass", "comment"]]);
  });
});

describe("what cannot be coloured", () => {
  it.each(["pyth", "", "constructor", "__proto__", "cobol"])("is no language: %j", async (name) => {
    expect(await openColouring(name)).toBeNull();
  });

  it("is a line without end, and the next line has its colours again", async () => {
    const long = `x = "${"y".repeat(LONGEST_LINE)}"`;
    const [first, second] = await coloured("python", `${long}\ndef f(): pass`);
    expect(first).toEqual([[long, "plain"]]);
    expect(second?.[0]).toEqual(["def ", "keyword"]);
  });

  it("never throws, whatever the code", async () => {
    for (const language of ["typescript", "bash", "yaml", "html"]) {
      const code = "\u0000 ${`'\"(((<a <!-- \\ \uD800 |>- @@ #{ */ \u202E";
      const lines = await coloured(language, `${code}\n\n${code}`);
      expect(text(lines)).toBe(`${code}\n\n${code}`);
      expect(lines.flat().every(([, found]) => CLASSES.includes(found))).toBe(true);
    }
  }, 30_000);
});
