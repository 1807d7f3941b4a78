import { describe, expect, test } from "vitest";
import { chance, edited, randomText } from "./chance";
import { asTyped, canBeTyped, indentOf, withEndings } from "./typing";

describe("what is typed", () => {
  test("keeps the ends of all lines where nothing was typed", () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const text = randomText(chance(seed));
      expect(withEndings(text, asTyped(text))).toBe(text);
    }
  });

  test("says the same as the field, whatever was typed", () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const draw = chance(seed);
      const text = randomText(draw);
      const typed = asTyped(edited(text, draw));
      expect(asTyped(withEndings(text, typed))).toBe(typed);
    }
  });

  test("ends new lines as most others end, and leaves the others as they are", () => {
    expect(withEndings("a\r\nb\r\nc\n", "a\nnew\nb\nc\n")).toBe("a\r\nnew\r\nb\r\nc\n");
    expect(withEndings("a\nb\nc\r\n", "a\nb\nc\nnew\n")).toBe("a\nb\nc\r\nnew\n");
  });

  test("is not offered where a field would change the file unasked", () => {
    expect(canBeTyped("a\rb\n")).toBe(false);
    expect(canBeTyped("a\r\nb\n")).toBe(true);
  });

  test("is indented as the file is", () => {
    expect(indentOf("if x:\n\treturn 1\n")).toBe("\t");
    expect(indentOf("a:\n  b: 1\n")).toBe("  ");
    expect(indentOf("")).toBe("    ");
  });
});
