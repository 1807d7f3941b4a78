// Colours lines of code by shiki's grammars, on the regular expressions of JavaScript. A grammar
// is loaded when its language is first seen; what cannot be coloured stays plain.
import {
  createHighlighterCore,
  type GrammarState,
  type HighlighterCore,
  type LanguageInput,
} from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { classOf, THEME, type Token, type TokenLine } from "./classes";
import type { Language } from "./languages";

/** A longer line stays plain: it is data or minified, and costs more than its colours give. */
export const LONGEST_LINE = 2_000;
/** A grammar's first lines take long, for its expressions are made as they are met. */
const MOST_MS_A_LINE = 5_000;

const GRAMMARS: Readonly<Record<Language, LanguageInput>> = {
  python: () => import("shiki/langs/python.mjs"),
  typescript: () => import("shiki/langs/typescript.mjs"),
  tsx: () => import("shiki/langs/tsx.mjs"),
  javascript: () => import("shiki/langs/javascript.mjs"),
  jsx: () => import("shiki/langs/jsx.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
  toml: () => import("shiki/langs/toml.mjs"),
  bash: () => import("shiki/langs/bash.mjs"),
  dockerfile: () => import("shiki/langs/dockerfile.mjs"),
  go: () => import("shiki/langs/go.mjs"),
  java: () => import("shiki/langs/java.mjs"),
  rust: () => import("shiki/langs/rust.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  css: () => import("shiki/langs/css.mjs"),
  sql: () => import("shiki/langs/sql.mjs"),
  markdown: () => import("shiki/langs/markdown.mjs"),
  diff: () => import("shiki/langs/diff.mjs"),
};

/** One file or fence on its way through a grammar, which remembers where it is. */
export interface Colouring {
  colour(lines: readonly string[]): TokenLine[];
}

let highlighter: Promise<HighlighterCore> | null = null;

function core(): Promise<HighlighterCore> {
  highlighter ??= createHighlighterCore({
    themes: [THEME],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  return highlighter;
}

/** A colouring of a language, or nothing where there is none of that name. */
export async function openColouring(language: string): Promise<Colouring | null> {
  if (!Object.hasOwn(GRAMMARS, language)) return null;
  try {
    const shiki = await core();
    await shiki.loadLanguage(GRAMMARS[language as Language]);
    return colouring(shiki, language);
  } catch {
    return null;
  }
}

function colouring(shiki: HighlighterCore, lang: string): Colouring {
  let state: GrammarState | undefined;
  return {
    colour(lines) {
      try {
        const found = shiki.codeToTokensBase(lines.join("\n"), {
          lang,
          theme: "roundtable",
          tokenizeMaxLineLength: LONGEST_LINE + 1,
          tokenizeTimeLimit: MOST_MS_A_LINE,
          ...(state === undefined ? {} : { grammarState: state }),
        });
        state = shiki.getLastGrammarState(found) ?? state;
        return lines.map((line, index) => merge(found[index] ?? [{ content: line }]));
      } catch {
        return lines.map((line) => [[line, "plain"]]);
      }
    },
  };
}

/** Neighbours of one kind become one; space takes the kind of what stands before it. */
function merge(found: readonly { content: string; color?: string }[]): TokenLine {
  const line: Token[] = [];
  for (const { content, color } of found) {
    const before = line.at(-1);
    const kind = before !== undefined && content.trim() === "" ? before[1] : classOf(color);
    if (before?.[1] === kind) line[line.length - 1] = [before[0] + content, kind];
    else if (content !== "") line.push([content, kind]);
  }
  return line;
}
