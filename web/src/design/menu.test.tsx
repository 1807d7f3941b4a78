import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Menu } from "@/design/menu";

function open(done: string[]) {
  const items = ["Duplicate", "Export", "Delete"].map((label) => ({
    label,
    run: () => done.push(label),
    disabled: label === "Export",
  }));
  render(<Menu label="More" items={items} trigger={(props) => <button {...props}>More</button>} />);
  fireEvent.click(screen.getByRole("button", { name: "More" }));
}

test("a menu opens on its first entry and is walked round with the arrows, past what is shut", async () => {
  open([]);
  const menu = screen.getByRole("menu", { name: "More" });
  await expect.poll(() => document.activeElement).toHaveTextContent("Duplicate");
  fireEvent.keyDown(menu, { key: "ArrowDown" });
  expect(screen.getByRole("menuitem", { name: "Delete" })).toHaveFocus();
  fireEvent.keyDown(menu, { key: "ArrowDown" });
  expect(screen.getByRole("menuitem", { name: "Duplicate" })).toHaveFocus();
  fireEvent.keyDown(menu, { key: "ArrowUp" });
  expect(screen.getByRole("menuitem", { name: "Delete" })).toHaveFocus();
  fireEvent.keyDown(menu, { key: "Home" });
  expect(screen.getByRole("menuitem", { name: "Duplicate" })).toHaveFocus();
});

test("an entry acts once and shuts the menu", () => {
  const done: string[] = [];
  open(done);
  fireEvent.click(screen.getByRole("menuitem", { name: "Delete" }));
  expect(done).toEqual(["Delete"]);
  expect(screen.queryByRole("menu")).toBeNull();
});
