// Lines, and half lines.
import { describe, expect, it } from "vitest";
import { closes, dedent, indentOf, isUndecided, kindOf, readFence, readTitle } from "./lines";

describe("a line", () => {
  it.each([
    ["", "blank"],
    ["  \t", "blank"],
    ["# Title", "heading"],
    ["#Title", "text"],
    ["---", "rule"],
    ["* * *", "rule"],
    ["> so it was said", "quote"],
    ["- item", "list"],
    ["12) item", "list"],
    ["12) ", "list"],
    ["-5 degrees", "text"],
    ["<script>", "text"],
  ])("is told by its beginning: %j is %s", (line, kind) => {
    expect(kindOf(line)).toBe(kind);
  });

  it("counts a tab up to the next column of four", () => {
    expect(indentOf(" \tx")).toBe(4);
    expect(dedent("\t\tx", 4)).toBe("\tx");
    expect(dedent("  x", 4)).toBe("x");
  });
});

describe("a fence", () => {
  it("has a sign, a length and a word behind it", () => {
    expect(readFence("````python x=1")).toMatchObject({ sign: "`", length: 4, info: "python x=1" });
    expect(readFence("~~~")).toMatchObject({ sign: "~", length: 3, info: "" });
  });

  it("may stand behind a bullet", () => {
    expect(readFence("10. ```sh")).toMatchObject({ margin: 0, indent: 4, info: "sh" });
  });

  it("is none with a backtick behind it, nor when it never ends", () => {
    expect(readFence("```not a `fence")).toBeNull();
    expect(readFence(`\`\`\`${"x".repeat(500)}`)).toBeNull();
  });

  it("is closed by the same sign, as long or longer, with nothing behind", () => {
    const fence = readFence("````md");
    if (fence === null) throw new Error("no fence");
    expect(closes("````", fence)).toBe(true);
    expect(closes("  `````  ", fence)).toBe(true);
    expect(closes("```", fence)).toBe(false);
    expect(closes("~~~~", fence)).toBe(false);
    expect(closes("```` x", fence)).toBe(false);
    expect(closes("        ````", fence)).toBe(false);
  });
});

describe("a FILE line", () => {
  it.each([
    ["FILE: src/a.py", "src/a.py"],
    ["**FILE: src/a.py**", "src/a.py"],
    ["**FILE:** src/a.py", "src/a.py"],
    ["### FILE: `src/a.py`", "src/a.py"],
    ["`FILE: src/a.py`", "src/a.py"],
    ["FILE: pkg/__init__.py", "pkg/__init__.py"],
  ])("names a path: %j", (line, path) => {
    expect(readTitle(line)).toBe(path);
  });

  it.each(["FILE:", "file: a.py", "See FILE: a.py", "FILES: a.py", `FILE: ${"a".repeat(400)}`])(
    "is not %j",
    (line) => {
      expect(readTitle(line)).toBeNull();
    },
  );
});

describe("half a line", () => {
  it.each([
    "",
    "`",
    "``",
    "```",
    "```pyth",
    "#",
    "- ",
    "-",
    "- `",
    "- ```p",
    "12",
    "12.",
    "|",
    "| -",
  ])("is held back while it may become anything: %j", (start) => {
    expect(isUndecided(start)).toBe(true);
  });

  it.each(["FIL", "**FILE", "## FILE: src/a", "===", "--", "* *", "~", "    "])(
    "is held back while it may become a title, a rule or a fence: %j",
    (start) => {
      expect(isUndecided(start)).toBe(true);
    },
  );

  it.each(["a", "# T", "- x", "> ", "`x", "``x", "12 ", "12 apples", "| a", "**b", "FILM", "~~x"])(
    "is shown as soon as it is clear: %j",
    (start) => {
      expect(isUndecided(start)).toBe(start === "12 ");
    },
  );
});
