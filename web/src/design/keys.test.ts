import { expect, test } from "vitest";
import { isPlain, keyNames, matches, type Press } from "@/design/keys";

const press = (key: string, held: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

test("a letter is not meant when a modifier is held that the name lacks", () => {
  expect(matches(press("p"), "p")).toBe(true);
  expect(matches(press("p", { ctrlKey: true }), "p")).toBe(false);
  expect(matches(press("p", { metaKey: true }), "p")).toBe(false);
  expect(matches(press("p", { altKey: true }), "p")).toBe(false);
  expect(matches(press("P", { shiftKey: true }), "p")).toBe(false);
  expect(matches(press("P", { shiftKey: true }), "shift+p")).toBe(true);
});

test("a sign is meant however the keyboard brings it forth", () => {
  expect(matches(press("?", { shiftKey: true }), "?")).toBe(true);
  expect(matches(press("?"), "?")).toBe(true);
  expect(matches(press("1"), "1")).toBe(true);
});

test("mod is Control or Command", () => {
  expect(matches(press("Enter", { ctrlKey: true }), "mod+enter")).toBe(true);
  expect(matches(press("Enter", { metaKey: true }), "mod+enter")).toBe(true);
  expect(matches(press("Enter"), "mod+enter")).toBe(false);
});

test("keys are named as they are printed", () => {
  expect(keyNames("mod+enter")).toBe("Ctrl+Enter");
  expect(keyNames("g")).toBe("G");
});

test("only shortcuts of bare characters are plain", () => {
  expect(["g p", "?", "1"].every(isPlain)).toBe(true);
  expect(["escape", "mod+enter", "mod+k"].some(isPlain)).toBe(false);
});
