// The few kinds of words that code is coloured by, and which scopes of a grammar they stand for.
// A theme's colours are used as numbers of these kinds, so that our own CSS colours them.
import type { ThemeRegistrationRaw } from "shiki/core";

export const CLASSES = [
  "plain",
  "keyword",
  "string",
  "comment",
  "number",
  "function",
  "type",
  "variable",
  "operator",
  "punctuation",
  "added",
  "removed",
] as const;

export type TokenClass = (typeof CLASSES)[number];
export type Token = readonly [text: string, kind: TokenClass];
export type TokenLine = readonly Token[];

const SCOPES: Readonly<Record<Exclude<TokenClass, "plain">, readonly string[]>> = {
  punctuation: ["punctuation", "meta.brace", "meta.delimiter"],
  variable: ["variable.parameter", "support.type.property-name", "meta.object-literal.key"].concat([
    "entity.name.tag.yaml",
    "variable.other.key.toml",
    "entity.other.attribute-name",
    "variable.other.normal.shell",
    "punctuation.definition.variable",
    "support.type.property-name.json punctuation.support.type.property-name",
  ]),
  operator: ["keyword.operator", "storage.type.function.arrow"],
  keyword: ["keyword", "storage", "variable.language", "entity.name.tag", "markup.heading"].concat([
    "keyword.operator.logical.python",
    "keyword.operator.expression",
    "keyword.operator.new",
    "keyword.operator.word",
    "entity.name.function.decorator",
    "meta.function.decorator",
    "punctuation.definition.decorator",
    "punctuation.definition.heading",
    "punctuation.definition.tag",
  ]),
  type: ["entity.name.type", "entity.name.class", "entity.other.inherited-class"].concat([
    "support.type",
    "support.class",
    "storage.type.primitive",
    "storage.type.java",
    "storage.type.string.go",
    "storage.type.numeric.go",
    "storage.type.boolean.go",
    "storage.type.error.go",
    "meta.diff.header",
    "meta.diff.index",
  ]),
  function: ["entity.name.function", "support.function", "meta.function-call.generic"].concat([
    "entity.name.command",
    "entity.name.import.go",
    "meta.diff.range",
  ]),
  number: ["constant", "support.constant", "keyword.other.unit", "constant.numeric"],
  string: ["string", "punctuation.definition.string", "constant.character"].concat([
    "constant.other.placeholder",
    "markup.inline.raw",
    "markup.underline.link",
    "string.regexp",
    "string punctuation.section.regexp",
    "storage.type.string.python",
    "support.type.property-name.json string",
  ]),
  comment: ["comment", "punctuation.definition.comment", "string.quoted.docstring"].concat([
    "string.quoted.docstring punctuation.definition.string",
  ]),
  added: ["markup.inserted", "markup.inserted punctuation"],
  removed: ["markup.deleted", "markup.deleted punctuation"],
};

/** A colour that is the number of a kind. */
function colourOf(kind: TokenClass): string {
  return `#0000${CLASSES.indexOf(kind).toString(16).padStart(2, "0")}`;
}

export function classOf(colour: string | undefined): TokenClass {
  return CLASSES[Number.parseInt((colour ?? "").slice(1, 7), 16)] ?? "plain";
}

export const THEME: ThemeRegistrationRaw = {
  name: "roundtable",
  type: "light",
  colors: { "editor.foreground": colourOf("plain"), "editor.background": "#ffffff" },
  settings: [
    { settings: { foreground: colourOf("plain") } },
    ...(Object.keys(SCOPES) as (keyof typeof SCOPES)[]).map((kind) => ({
      scope: [...SCOPES[kind]],
      settings: { foreground: colourOf(kind) },
    })),
  ],
};
