// Texts that are hard to cut, and a way to cut them that comes out the same each time.

/** Numbers between 0 and 1 from a seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The text in pieces of one to `most` characters. */
export function cut(text: string, most: number, random: () => number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const length = 1 + Math.floor(random() * most);
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}

const LINES = [
  "",
  "",
  "Plain words that go on.",
  "  two spaces, then words",
  "    four spaces, then words",
  "# A heading",
  "## FILE: src/a.py",
  "####### seven is none",
  "#no heading",
  "- an item",
  "  - an item within",
  "    more of it",
  "* * *",
  "---",
  "- - -",
  "--",
  "===",
  "1. first",
  "2. second",
  "10) tenth",
  "1986. A year",
  "> a quote",
  ">",
  "> ```",
  "| a | b |",
  "|---|:-:|",
  "| 1 | 2 |",
  "--- | ---",
  "a | b",
  "```",
  "```python",
  "````markdown",
  "````",
  "~~~",
  "~~~ts",
  "   ```js",
  "      ```",
  "- ```sh",
  "10. ```sh",
  "```not a `fence",
  "FILE: src/roundtable/core/events.py",
  "**FILE: web/__init__.py**",
  "FILE:",
  "FILES: many",
  "<div>raw</div>",
  "[ref]: https://example.com",
  "**bold** and `code` and *more",
  "日本語 👩‍💻 emoji",
  "\ttabbed",
  "\t```",
];

/** A text of such lines in any order, with any ends of lines. */
export function anyText(random: () => number, most = 40): string {
  const ends = ["\n", "\n", "\n", "\r\n", "\r"];
  let text = "";
  for (let count = Math.floor(random() * most); count >= 0; count -= 1) {
    const line = LINES[Math.floor(random() * LINES.length)] ?? "";
    text += line + (count === 0 && random() < 0.5 ? "" : ends[Math.floor(random() * 5)]);
  }
  return text;
}
