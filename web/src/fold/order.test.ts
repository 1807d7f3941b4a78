import { expect, it } from "vitest";
import { byCodePoints, caseless, sortedTexts, stripped, words } from "./order";

it("sorts by code points, where UTF-16 would put the last sign first", () => {
  expect(["\u{1F600}", "\uFFFD", "b", "a", "aa", ""].toSorted(byCodePoints)).toEqual([
    "",
    "a",
    "aa",
    "b",
    "\uFFFD",
    "\u{1F600}",
  ]);
  expect(["\u{1F600}", "\uFFFD"].toSorted()).toEqual(["\u{1F600}", "\uFFFD"]);
});

it("leaves the list that it sorts as it is", () => {
  const given = ["b", "a"];
  expect(sortedTexts(given)).toEqual(["a", "b"]);
  expect(given).toEqual(["b", "a"]);
});

it("strips what the server calls blank, and nothing else", () => {
  expect(stripped(" \t\u001c\u0085 C1 \u3000\n")).toBe("C1");
  expect(stripped("\uFEFFC1")).toBe("\uFEFFC1");
});

it("reads words in any script and names without regard to case", () => {
  expect(words("A's part, Größe_2: b")).toEqual(["A", "s", "part", "Größe_2", "b"]);
  expect(caseless("STRASSE")).toBe(caseless("Straße"));
});
