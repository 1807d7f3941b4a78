// A text as lines that keep their ends, so that joined again they are the text, byte for byte.

/** Each line with its `\n`; a carriage return before it belongs to the line. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let from = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
    lines.push(text.slice(from, at + 1));
    from = at + 1;
  }
  if (from < text.length) lines.push(text.slice(from));
  return lines;
}

export type Ending = "\n" | "\r\n" | "";

/** What ends a line; only a text's last line may end with nothing. */
export function endingOf(line: string): Ending {
  if (line.endsWith("\r\n")) return "\r\n";
  return line.endsWith("\n") ? "\n" : "";
}

/** The line as it is read, without its end. */
export function bare(line: string): string {
  return line.slice(0, line.length - endingOf(line).length);
}
