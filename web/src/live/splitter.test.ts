// Blocks of a growing text.
import { describe, expect, it } from "vitest";
import { quickest } from "@/testing/quickest";
import { type Block, LONG, split, Splitter } from "./splitter";
import { anyText, chance, cut } from "./testing/texts";

/** A block by what it says, for comparing. */
function told(block: Block): unknown {
  if (block.kind !== "code") return [block.kind, block.text, block.open];
  const { info, title, lines, count, tail, open } = block;
  return ["code", info, title, lines.slice(0, count), tail, open];
}

function kinds(text: string): string[] {
  return split(text).map((block) => block.kind);
}

function code(text: string) {
  const found = split(text).filter((block) => block.kind === "code");
  return found.map(({ info, title, lines }) => ({ info, title, code: lines.join("\n") }));
}

function view(splitter: Splitter): unknown[] {
  return [...splitter.closed, ...splitter.tail()].map(told);
}

describe("blocks", () => {
  it("are paragraphs, headings, lists, quotes, tables, rules and code", () => {
    const text = [
      "# Title",
      "Words\nand more",
      "",
      "- a\n- b\n\n  still b",
      "",
      "> said\nlazily",
      "",
      "| a | b |\n|---|---|\n| 1 | 2 |",
      "",
      "---",
      "```py\nx = 1\n\ny = 2\n```",
      "end",
    ].join("\n");
    expect(kinds(text)).toEqual([
      "heading",
      "paragraph",
      "list",
      "quote",
      "table",
      "rule",
      "code",
      "paragraph",
    ]);
  });

  it("keep a paragraph above a table apart from it", () => {
    expect(split("Before\n| a | b |\n|---|---|\n| 1 | 2 |").map(told)).toEqual([
      ["paragraph", "Before", false],
      ["table", "| a | b |\n|---|---|\n| 1 | 2 |", false],
    ]);
  });

  it("see an underlined heading in two lines", () => {
    expect(kinds("Title\n=====\nWords")).toEqual(["heading", "paragraph"]);
  });

  it("do not take a year at a line's start for a list", () => {
    expect(kinds("It was in\n1986. A year.")).toEqual(["paragraph"]);
  });

  it("do not depend on how lines end", () => {
    const text = "# T\n\nWords\n\n```py\nx\n```\n- a\n- b\n";
    const expected = split(text).map(told);
    expect(split(text.replaceAll("\n", "\r\n")).map(told)).toEqual(expected);
    expect(split(text.replaceAll("\n", "\r")).map(told)).toEqual(expected);
  });
});

describe("code", () => {
  it("within four backticks may hold three", () => {
    expect(code("````md\n```py\nx\n```\n````\nafter")).toEqual([
      { info: "md", title: "", code: "```py\nx\n```" },
    ]);
  });

  it("is closed by the end of the text if by nothing else", () => {
    expect(code("```go\nfunc main() {")).toEqual([
      { info: "go", title: "", code: "func main() {" },
    ]);
    expect(code("```go\nx\n```")).toEqual([{ info: "go", title: "", code: "x" }]);
  });

  it("has the path of the FILE line above it as its title", () => {
    expect(code("Words\nFILE: src/a.py\n```python\nx\n```\n\nFILE: b.ts\n\n```\ny\n```")).toEqual([
      { info: "python", title: "src/a.py", code: "x" },
      { info: "", title: "b.ts", code: "y" },
    ]);
  });

  it("takes no title from a FILE line that other words follow", () => {
    expect(split("FILE: a.py\nis what I would change.\n```\nx\n```").map(told)).toEqual([
      ["paragraph", "FILE: a.py", false],
      ["paragraph", "is what I would change.", false],
      ["code", "", "", ["x"], "", false],
    ]);
    expect(split("FILE: a.py").map(told)).toEqual([["paragraph", "FILE: a.py", false]]);
  });

  it("within an item stands free of its indent, and the list goes on behind it", () => {
    const text = "1. Do:\n   ```sh\n   make\n     test\n   ```\n   and then\n2. Rest";
    expect(split(text).map(told)).toEqual([
      ["list", "1. Do:", false],
      ["code", "sh", "", ["make", "  test"], "", false],
      ["paragraph", "and then", false],
      ["list", "2. Rest", false],
    ]);
  });

  it("behind a bullet does not turn the rest of the text into code", () => {
    expect(kinds("- ```sh\n  make\n  ```\n\nWords")).toEqual(["code", "paragraph"]);
    expect(kinds("10. ```sh\n    make\n    ```\n\nWords")).toEqual(["code", "paragraph"]);
  });

  it("in a quote belongs to the quote", () => {
    expect(kinds("> ```py\n> x\n> ```\n\nafter")).toEqual(["quote", "paragraph"]);
  });
});

describe("a growing text", () => {
  it("shows a title as soon as it is there, in the block that will be the code", () => {
    const splitter = new Splitter();
    splitter.feed("Words\n\nFILE: a.py\n");
    expect(view(splitter).at(-1)).toEqual(["code", "", "a.py", [], "", true]);
    splitter.feed("```py\nx = ");
    expect(view(splitter).at(-1)).toEqual(["code", "py", "a.py", [], "x = ", true]);
    expect(splitter.tail()[0]?.id).toBe(1);
  });

  it("never shows a part of a fence as text", () => {
    const splitter = new Splitter();
    const seen: string[] = [];
    for (const letter of "Words\n```python\nx\n```\nEnd") {
      splitter.feed(letter);
      for (const block of splitter.tail()) {
        seen.push(block.kind === "code" ? `${block.info}|${block.tail}` : block.text);
      }
    }
    expect(seen.filter((text) => text.includes("`"))).toEqual([]);
    expect(seen.filter((text) => /\bp(?:y|yt|yth|ytho)?\|/.test(text))).toEqual([]);
  });

  it.each([1, 2, 3, 7, 40])("has the same blocks in pieces of up to %i characters", (most) => {
    for (let seed = 0; seed < 80; seed += 1) {
      const random = chance(seed * 31 + most);
      const text = anyText(random);
      const splitter = new Splitter();
      let length = 0;
      for (const piece of cut(text, most, random)) {
        splitter.feed(piece);
        length += piece.length;
        // The whole text is read anew for each look, so only some of the looks are compared.
        if (random() > most / 10) continue;
        const whole = new Splitter();
        whole.feed(text.slice(0, length));
        expect(JSON.stringify(view(splitter))).toBe(JSON.stringify(view(whole)));
      }
      splitter.end();
      expect(splitter.closed.map(told)).toEqual(split(text).map(told));
    }
  });

  it("keeps every block that was shown as closed, the very same one, to the end", () => {
    const broken: unknown[] = [];
    for (let seed = 0; seed < 300; seed += 1) {
      const random = chance(seed);
      const splitter = new Splitter();
      const shown: Block[] = [];
      const look = (blocks: readonly Block[]) => {
        for (const [index, block] of blocks.entries()) {
          const before = shown[index];
          if (before !== undefined && before !== block) broken.push({ seed, before, block });
          if (!block.open) shown[index] = block;
          else if (index < blocks.length - 1) broken.push({ seed, open: block });
          if (block.id !== index) broken.push({ seed, index, block });
        }
      };
      for (const piece of cut(anyText(random), 5, random)) {
        splitter.feed(piece);
        look([...splitter.closed, ...splitter.tail()]);
      }
      splitter.end();
      look(splitter.closed);
    }
    expect(broken).toEqual([]);
  });

  it("loses no letter that is not a mark of its own", () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const text = anyText(chance(seed));
      const letters = (all: string) => all.replace(/[^\p{L}\p{N}]/gu, "");
      const kept = split(text).map((block) =>
        block.kind === "code"
          ? (block.title === "" ? "" : `FILE${block.title}`) + block.info + block.lines.join("")
          : block.text,
      );
      // The number of an item that is nothing but a fence is the one thing left out.
      const numberless = (all: string) => letters(all).replaceAll("10", "");
      expect(numberless(kept.join(""))).toBe(numberless(text));
    }
  });
});

describe("a text without measure", () => {
  it("is cut into parts, however it comes", () => {
    const random = chance(1);
    for (const line of ["word ".repeat(9_000), "x".repeat(30_000), `- ${"😀".repeat(8_000)}`]) {
      const whole = split(line).map(told);
      expect(whole.length).toBeGreaterThan(2);
      const splitter = new Splitter();
      for (const piece of cut(line, 900, random)) splitter.feed(piece);
      splitter.end();
      expect(splitter.closed.map(told)).toEqual(whole);
      expect(split(line).every((b) => b.kind !== "code" && b.text.length <= LONG)).toBe(true);
      expect(split(line).some((b) => b.kind !== "code" && /[\uD800-\uDBFF]$/.test(b.text))).toBe(
        false,
      );
    }
  });

  it("keeps the numbers of a list and the head of a table in each part", () => {
    const list = Array.from({ length: 900 }, (_, n) => `${n + 1}. item number ${n + 1}`);
    const parts = split(list.join("\n"));
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.every((part) => part.kind === "list")).toBe(true);
    const rows = Array.from({ length: 900 }, (_, n) => `| ${n} | some words |`);
    const tables = split(["| a | b |", "|---|---|", ...rows].join("\n"));
    expect(tables.length).toBeGreaterThan(2);
    for (const table of tables) {
      expect(table.kind === "table" && table.text.startsWith("| a | b |\n|---|---|\n")).toBe(true);
    }
  });

  it("is read in time that grows with it, also as one token of ten million letters", () => {
    const took = quickest(() => {
      const splitter = new Splitter();
      splitter.feed(`\`\`\`\n${"y".repeat(10_000_000)}`);
      expect(splitter.tail()[0]).toMatchObject({ kind: "code", open: true });
      splitter.feed("\n```\n");
      splitter.feed("word ".repeat(400_000));
      splitter.end();
    });
    expect(took).toBeLessThan(4_000);
  });
});
