// What one line of a model's text is, and when half a line cannot yet be told.

export interface Fence {
  /** Columns before the line's first sign. */
  readonly margin: number;
  /** Columns before the fence itself, which may stand behind a bullet. */
  readonly indent: number;
  readonly sign: string;
  readonly length: number;
  readonly info: string;
}

export type LineKind = "blank" | "heading" | "rule" | "quote" | "list" | "text";

/** A fence or a FILE line that is longer is no such line, but somebody's text. */
const LONGEST_INFO = 200;
const LONGEST_TITLE = 300;

const FENCE = /^([ \t]*)((?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})(.*)$/;
const HALF_FENCE = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:`{1,2}|`{3,}[^`]*|~{1,2}|~{3,}.*)$/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const QUOTE = /^ {0,3}>/;
const ITEM = /^([ \t]*)([-*+]|\d{1,9}[.)])(?:[ \t]+(.*))?$/;
const SETEXT = /^ {0,3}(?:=+|-+)[ \t]*$/;
const DELIMITER = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const TITLE = /^ {0,3}(?:#{1,6}[ \t]+)?(?:\*\*|__|`)?FILE:(?:\*\*|__|`)?[ \t]*(\S.*)$/;
const HALF_TITLE = /^ {0,3}(?:#{1,6}[ \t]+)?(?:\*{1,2}|_{1,2}|`)?(?:F|FI|FIL|FILE|FILE:.*)$/;
/** Only signs that may still become a rule, an underline, a row of a table or an item. */
const SIGNS =
  /^[ \t]*(?:[-*_+=|:~`# \t]+|\d{1,9}[.)]?[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+[-*_`~ \t]+)?$/;

/** Columns before the first letter; a tab goes on to the next multiple of four. */
export function indentOf(line: string): number {
  let columns = 0;
  for (const sign of line) {
    if (sign === " ") columns += 1;
    else if (sign === "\t") columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

/** The line without up to so many columns at its beginning. */
export function dedent(line: string, columns: number): string {
  let gone = 0;
  let at = 0;
  while (at < line.length && gone < columns) {
    if (line[at] === " ") gone += 1;
    else if (line[at] === "\t") gone += 4 - (gone % 4);
    else break;
    at += 1;
  }
  return line.slice(at);
}

export function kindOf(line: string): LineKind {
  if (line.trim() === "") return "blank";
  if (HEADING.test(line)) return "heading";
  if (RULE.test(line)) return "rule";
  if (QUOTE.test(line)) return "quote";
  if (ITEM.test(line)) return "list";
  return "text";
}

/** Whether an item may break into a paragraph: `-` can, `2.` is a number at a line's start. */
export function interrupts(line: string): boolean {
  const item = ITEM.exec(line);
  if (item === null || indentOf(line) > 3) return false;
  const mark = item[2] ?? "";
  return (item[3] ?? "").trim() !== "" && (!/\d/.test(mark) || /^1[.)]$/.test(mark));
}

export function readFence(line: string): Fence | null {
  const found = FENCE.exec(line);
  if (found === null) return null;
  const [, space = "", bullet = "", signs = "", rest = ""] = found;
  const sign = signs.charAt(0);
  if (line.length > LONGEST_INFO || (sign === "`" && rest.includes("`"))) return null;
  const margin = indentOf(space);
  return {
    margin,
    indent: margin + bullet.length,
    sign,
    length: signs.length,
    info: rest.trim(),
  };
}

export function closes(line: string, fence: Fence): boolean {
  const bare = line.trim();
  return (
    bare.length >= fence.length &&
    bare === fence.sign.repeat(bare.length) &&
    indentOf(line) <= fence.indent + 3
  );
}

/** The path of a `FILE: path` line, also where it is bold or a heading; else nothing. */
export function readTitle(line: string): string | null {
  const path = TITLE.exec(line)?.[1]?.replace(/^[*`"' \t]+|[*`"' \t]+$/g, "") ?? "";
  return path === "" || line.length > LONGEST_TITLE ? null : path;
}

export function underlines(line: string): boolean {
  return SETEXT.test(line);
}

/** Whether a line under `head` makes a table of both. */
export function delimits(line: string, head: string): boolean {
  return line.includes("|") && DELIMITER.test(line) && cells(line) === cells(head);
}

function cells(row: string): number {
  const inner = row.trim().replace(/^\||\|$/g, "");
  return inner.replace(/\\\|/g, "").split("|").length;
}

/** Whether the beginning of a line leaves open what the line will be. */
export function isUndecided(start: string): boolean {
  if (SIGNS.test(start)) return true;
  if (HALF_FENCE.test(start)) return start.length <= LONGEST_INFO;
  return HALF_TITLE.test(start) && start.length <= LONGEST_TITLE;
}

/** Whether the beginning of a line within a fence may become its end. */
export function mayClose(start: string, fence: Fence): boolean {
  const bare = start.trim();
  return start.length <= LONGEST_INFO && bare === fence.sign.repeat(bare.length);
}
