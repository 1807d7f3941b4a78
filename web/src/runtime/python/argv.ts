// A line of arguments as a shell would split it: by blanks, with quotes; nothing is expanded.

const WORD = /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)|([^\s"'\\]+)|(\s+)|(["'\\])/gs;

/** The words, or the reason why the line cannot be read. */
export function splitWords(line: string): { words: string[]; wrong: string } {
  const words: string[] = [];
  let word: string | null = null;
  for (const [, double, single, escaped, plain, space, stray] of line.matchAll(WORD)) {
    if (stray !== undefined) {
      const wrong = stray === "\\" ? "it ends in a backslash" : `a ${stray} is never closed`;
      return { words, wrong };
    }
    if (space !== undefined) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word =
        (word ?? "") + (double?.replace(/\\(["\\])/g, "$1") ?? single ?? escaped ?? plain ?? "");
    }
  }
  return { words: word === null ? words : [...words, word], wrong: "" };
}
