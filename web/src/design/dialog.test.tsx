import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Dialog } from "@/design/dialog";

function shown(open: boolean, closed: string[]) {
  return (
    <Dialog open={open} onClose={() => closed.push("closed")} title="Stop the table?">
      <p>What was said is kept.</p>
    </Dialog>
  );
}

test("a dialog is named by its title and is shut by its button and by a press beside it", () => {
  const closed: string[] = [];
  render(shown(true, closed));
  const dialog = screen.getByRole("dialog", { name: "Stop the table?" });
  fireEvent.click(screen.getByText("What was said is kept."));
  expect(closed).toEqual([]);
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(closed).toEqual(["closed"]);
});

test("a text that is marked from inside to beside does not shut it", () => {
  const closed: string[] = [];
  render(shown(true, closed));
  const dialog = screen.getByRole("dialog");
  fireEvent.pointerDown(screen.getByText("What was said is kept."));
  fireEvent.click(dialog);
  expect(closed).toEqual([]);
});

test("the button in its corner shuts it", () => {
  const closed: string[] = [];
  render(shown(true, closed));
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(closed).toEqual(["closed"]);
});

test("a dialog that its owner shuts does not report it back", () => {
  const closed: string[] = [];
  const { rerender } = render(shown(true, closed));
  rerender(shown(false, closed));
  expect(closed).toEqual([]);
  expect(screen.queryByRole("dialog")).toBeNull();
});
