import { readFileSync } from "node:fs";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { HeaderSlot, Shell } from "@/design/shell";
import { RehearsalBadge } from "@/design/rehearsal";
import { useTheme } from "@/design/theme";

beforeEach(() => {
  window.history.replaceState(null, "", "/projects");
  useTheme.getState().choose("system");
});

test("the way one is on is marked, and two keys lead to another, with the focus on its content", () => {
  render(<Shell>Here</Shell>);
  expect(screen.getByRole("link", { name: "Projects" })).toHaveAttribute("aria-current", "page");
  fireEvent.keyDown(document.body, { key: "g" });
  fireEvent.keyDown(document.body, { key: "s" });
  expect(window.location.pathname).toBe("/settings");
  expect(screen.getByRole("link", { name: "Settings" })).toHaveAttribute("aria-current", "page");
  expect(screen.getByRole("main")).toHaveFocus();
});

test("a screen says in the header that its knights are scripted", () => {
  render(
    <Shell>
      <HeaderSlot>
        <RehearsalBadge />
      </HeaderSlot>
    </Shell>,
  );
  expect(screen.getByRole("banner")).toHaveTextContent("scripted rehearsal");
});

test("the header goes to the edge of the window, and what is in it keeps room for a scrollbar", () => {
  const box = vi.spyOn(Element.prototype, "getBoundingClientRect");
  box.mockReturnValue(DOMRect.fromRect({ width: 10 }));
  render(<Shell>Here</Shell>);
  const { style } = document.documentElement;
  expect(style.getPropertyValue("--scrollbar")).toBe("10px");
  box.mockReturnValue(DOMRect.fromRect({ width: 9.1 }));
  fireEvent(window, new Event("resize"));
  expect(style.getPropertyValue("--scrollbar")).toBe("9.1px");
  box.mockRestore();
  const inside = screen.getByRole("navigation").parentElement;
  expect(inside).toHaveClass("keeps-room");
  expect(screen.getByRole("banner")).not.toHaveClass("keeps-room");
  const css = readFileSync("src/design/theme.css", "utf8");
  expect(css).toMatch(/\.keeps-room,\s+main:not\(:has\(\[data-stage\]\)\) \{\s+max-width: calc/);
  expect(css).not.toContain("scrollbar-gutter");
});

test("what a screen puts into the header stands in its one row, also on a phone", () => {
  render(
    <Shell>
      <HeaderSlot>
        <RehearsalBadge />
      </HeaderSlot>
    </Shell>,
  );
  const slot = screen.getByText("scripted rehearsal").closest(".tipped")?.parentElement;
  expect(slot?.parentElement).toContainElement(screen.getByRole("navigation"));
  expect(slot?.className).not.toMatch(/order-last|w-full/);
  expect(slot?.parentElement?.className).not.toContain("flex-wrap");
  expect(screen.getByText("scripted rehearsal")).toHaveClass("max-sm:whitespace-normal");
});

test("the first stop of Tab leads past the header", () => {
  render(<Shell>Here</Shell>);
  fireEvent.click(screen.getByRole("link", { name: "Skip to the content" }));
  expect(screen.getByRole("main")).toHaveFocus();
});

test("the theme goes round: the system's, light, dark", () => {
  render(<Shell>Here</Shell>);
  const seen = [0, 1, 2].map(() => {
    fireEvent.click(screen.getByRole("button", { name: /^Theme/ }));
    return document.documentElement.dataset["theme"];
  });
  expect(seen).toEqual(["light", "dark", undefined]);
});

test("a question mark shows every key that is offered here", () => {
  render(<Shell>Here</Shell>);
  act(() => void fireEvent.keyDown(document.body, { key: "?", shiftKey: true }));
  const help = screen.getByRole("dialog", { name: "Keyboard" });
  expect(help).toHaveTextContent("Projects");
  expect(help).toHaveTextContent("Show the keys");
});
