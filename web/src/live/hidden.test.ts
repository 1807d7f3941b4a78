// What cannot be seen is shown.
import { describe, expect, it } from "vitest";
import { reveal } from "./hidden";

describe("a hidden character", () => {
  it.each([
    ["\u202E", "202E"],
    ["\u2066", "2066"],
    ["\u200F", "200F"],
    ["\u061C", "061C"],
    ["\u200B", "200B"],
    ["\u200C", "200C"],
    ["\u200D", "200D"],
    ["\u2060", "2060"],
    ["\uFEFF", "FEFF"],
    ["\u00AD", "00AD"],
    ["\u180E", "180E"],
    ["\u2028", "2028"],
    ["\u3164", "3164"],
    ["\u0000", "0000"],
    ["\u001B", "001B"],
    ["\u009B", "009B"],
    ["\u{E0041}", "E0041"],
    ["\u{E0100}", "E0100"],
  ])("stands as a mark between letters: %j", (hidden, code) => {
    expect(reveal(`a${hidden}b`)).toBe(`a⟨U+${code}⟩b`);
  });

  it("is marked each time, also where several follow each other", () => {
    expect(reveal("\u202Ea\u202C\u200B\u200B")).toBe("⟨U+202E⟩a⟨U+202C⟩⟨U+200B⟩⟨U+200B⟩");
    expect(reveal("a\uFE00\uFE01\uFE02")).toBe("a\uFE00⟨U+FE01⟩⟨U+FE02⟩");
  });
});

describe("what a reader does see", () => {
  it.each([
    "Plain words, ümläute, 日本語, العربية, עברית.",
    "tabs\tand\nlines",
    "family 👩‍👩‍👧‍👦, coder 👩🏽‍💻, flag 🏳️‍🌈, heart ❤️, healer 👩‍⚕️",
    "می‌خواهم",
    "क्‍ष",
  ])("stays as it is: %s", (text) => {
    expect(reveal(text)).toBe(text);
  });
});
