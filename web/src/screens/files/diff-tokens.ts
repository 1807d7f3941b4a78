// How a line of a diff is drawn: its colours, the words that changed, and what cannot be seen.
import type { ChangeData, HunkTokens, TokenNode } from "react-diff-view";
import type { TokenLine } from "@/live/classes";
import { reveal } from "@/live/hidden";
import { bare, type Ending, endingOf } from "./lines";
import type { Partners } from "./diff-rows";
import { type Span, type WordChanges, wordChanges } from "./words";

/** A browser lays out one line of megabytes for seconds. */
const MOST_LETTERS = 4_000;

export interface Sides {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly oldColours: readonly TokenLine[] | null;
  readonly newColours: readonly TokenLine[] | null;
  readonly partners: Partners;
  /** The words that changed, by the number of the line after; filled as they are asked for. */
  readonly words: Map<number, WordChanges>;
  /** True: the two texts end their lines differently, so it is told where a line changed. */
  readonly tellEndings: boolean;
}

/** The tokens of these rows; `react-diff-view` looks them up by the number of a line. */
export function tokensOf(rows: readonly ChangeData[], sides: Sides): HunkTokens {
  const tokens: HunkTokens = { old: [], new: [] };
  for (const row of rows) {
    if (row.type === "normal") {
      const same = unmarked(sides, row.newLineNumber);
      tokens.old[row.oldLineNumber - 1] = same;
      tokens.new[row.newLineNumber - 1] = same;
    } else if (row.type === "insert") {
      const words = wordsOf(sides, row.lineNumber)?.new;
      tokens.new[row.lineNumber - 1] = line(sides, "new", row.lineNumber, words);
    } else {
      const partner = sides.partners.ofOld.get(row.lineNumber);
      const words = partner === undefined ? undefined : wordsOf(sides, partner)?.old;
      tokens.old[row.lineNumber - 1] = line(sides, "old", row.lineNumber, words);
    }
  }
  return tokens;
}

function wordsOf(sides: Sides, fresh: number): WordChanges | undefined {
  const known = sides.words.get(fresh);
  const old = sides.partners.ofNew.get(fresh);
  if (known || old === undefined) return known;
  const found = wordChanges(bare(sides.before[old - 1] ?? ""), bare(sides.after[fresh - 1] ?? ""));
  sides.words.set(fresh, found);
  return found;
}

function unmarked(sides: Sides, number: number): TokenNode[] {
  const text = bare(sides.after[number - 1] ?? "");
  return pieces(text, sides.newColours?.[number - 1], []);
}

function line(
  sides: Sides,
  side: "old" | "new",
  number: number,
  edits: readonly Span[] = [],
): TokenNode[] {
  const whole = (side === "old" ? sides.before : sides.after)[number - 1] ?? "";
  const colours = (side === "old" ? sides.oldColours : sides.newColours)?.[number - 1];
  const nodes = pieces(bare(whole), colours, edits);
  const ending = tellEnding(endingOf(whole), sides.tellEndings);
  return ending === "" ? nodes : [...nodes, { type: "end", className: "diff-end", value: ending }];
}

function tellEnding(ending: Ending, isTold: boolean): string {
  if (ending === "") return "⟨no line break at the end⟩";
  if (!isTold) return "";
  return ending === "\r\n" ? "⟨CRLF⟩" : "⟨LF⟩";
}

/** The letters of a line as nodes: cut where the colour changes, and where an edit begins or ends. */
function pieces(text: string, colours: TokenLine | undefined, edits: readonly Span[]): TokenNode[] {
  const shown = text.slice(0, MOST_LETTERS);
  const nodes: TokenNode[] = [];
  let at = 0;
  for (const [from, to] of edits) {
    nodes.push(...coloured(shown, colours, at, from));
    nodes.push({ type: "edit", children: coloured(shown, colours, from, to) });
    at = to;
  }
  nodes.push(...coloured(shown, colours, at, shown.length));
  const more = text.length - shown.length;
  if (more > 0) {
    const value = `⟨${more.toLocaleString("en-GB")} more characters⟩`;
    nodes.push({ type: "end", className: "diff-end", value });
  }
  return nodes;
}

function coloured(
  text: string,
  colours: TokenLine | undefined,
  from: number,
  to: number,
): TokenNode[] {
  if (from >= to) return [];
  if (colours === undefined) return [{ type: "text", value: reveal(text.slice(from, to)) }];
  const nodes: TokenNode[] = [];
  let at = 0;
  for (const [word, kind] of colours) {
    const start = Math.max(at, from);
    const end = Math.min(at + word.length, to);
    at += word.length;
    if (start >= end) continue;
    const value = reveal(text.slice(start, end));
    nodes.push(
      kind === "plain" ? { type: "text", value } : { type: "hl", className: `hl-${kind}`, value },
    );
  }
  // Where the colours end before the line does, the rest is plain.
  if (at < to) {
    nodes.push({ type: "text", value: reveal(text.slice(Math.max(at, from), to)) });
  }
  return nodes;
}
