// What is typed into a text field, put back into the file's own line ends: a browser knows only `\n`.
import { align } from "./aligning";
import { bare, endingOf, splitLines } from "./lines";

/** A field would turn a carriage return alone into a line break; such a file is not offered for typing. */
export function canBeTyped(text: string): boolean {
  return !/\r(?!\n)/.test(text);
}

/** The text as a field holds it. */
export function asTyped(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** The typed text with the ends of the lines that it was made from; new lines end as most others do. */
export function withEndings(original: string, typed: string): string {
  if (!original.includes("\r\n")) return typed;
  const old = splitLines(original);
  const fresh = splitLines(typed);
  const crlf = old.filter((line) => endingOf(line) === "\r\n").length;
  const usual = crlf * 2 >= old.length ? "\r\n" : "\n";
  const { changes } = align(old.map(asTyped), fresh, 100);
  const lines: string[] = [];
  let at = 0;
  for (const change of [...changes, null]) {
    const to = change?.oldStart ?? old.length;
    lines.push(...old.slice(at, to));
    if (!change) break;
    for (const line of fresh.slice(change.newStart, change.newEnd)) {
      lines.push(endingOf(line) === "" ? line : bare(line) + usual);
    }
    at = change.oldEnd;
  }
  return lines.join("");
}

/** What one step of indent is in this text. */
export function indentOf(text: string): string {
  const found = /^(\t| {2,8})\S/m.exec(text)?.[1];
  return found ?? "    ";
}
