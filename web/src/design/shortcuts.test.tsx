import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { knownShortcuts, type Shortcut, usePlainKeys, useShortcuts } from "@/design/shortcuts";

let done: string[] = [];
beforeEach(() => {
  done = [];
  usePlainKeys.getState().set(true);
});

const offer = (keys: string, extra: Partial<Shortcut> = {}): Shortcut => ({
  keys,
  label: keys,
  run: () => done.push(keys),
  ...extra,
});

function Screen({ name = "Here", shortcuts }: { name?: string; shortcuts: Shortcut[] }) {
  useShortcuts(name, shortcuts);
  return <textarea aria-label="note" />;
}

test("a key does what is offered for it, and only while it is offered", () => {
  const { unmount } = render(<Screen shortcuts={[offer("s")]} />);
  fireEvent.keyDown(document.body, { key: "s" });
  unmount();
  fireEvent.keyDown(document.body, { key: "s" });
  expect(done).toEqual(["s"]);
});

test("two presses in turn are one shortcut; a stray key between them breaks it", () => {
  render(<Screen shortcuts={[offer("g p")]} />);
  for (const key of ["g", "p", "g", "x", "p"]) fireEvent.keyDown(document.body, { key });
  expect(done).toEqual(["g p"]);
});

test("who types is left alone, save for presses that write nothing", () => {
  render(<Screen shortcuts={[offer("s"), offer("mod+enter", { whileTyping: true })]} />);
  const note = screen.getByLabelText("note");
  fireEvent.keyDown(note, { key: "s" });
  fireEvent.keyDown(note, { key: "Enter", ctrlKey: true });
  expect(done).toEqual(["mod+enter"]);
});

test("of two screens that offer the same key, the later one has it", () => {
  render(
    <>
      <Screen name="Shell" shortcuts={[offer("s", { run: () => done.push("shell") })]} />
      <Screen name="Table" shortcuts={[offer("s", { run: () => done.push("table") })]} />
    </>,
  );
  fireEvent.keyDown(document.body, { key: "s" });
  expect(done).toEqual(["table"]);
  expect(knownShortcuts().map((group) => group.name)).toEqual(["Table", "Shell"]);
});

test("bare characters can be switched off, and the choice is kept", () => {
  render(<Screen shortcuts={[offer("s"), offer("mod+k"), offer("escape")]} />);
  usePlainKeys.getState().set(false);
  fireEvent.keyDown(document.body, { key: "s" });
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(done).toEqual(["mod+k", "escape"]);
  expect(localStorage.getItem("roundtable.plain-keys")).toBe("off");
});

test("behind an open dialog no key acts", () => {
  render(
    <>
      <Screen shortcuts={[offer("s")]} />
      <dialog open>Sure?</dialog>
    </>,
  );
  fireEvent.keyDown(document.body, { key: "s" });
  expect(done).toEqual([]);
});
