import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Button } from "@/design/button";

test("a busy button keeps its name and its focus, and neither acts nor sends its form", () => {
  const done: string[] = [];
  render(
    <form onSubmit={() => done.push("sent")}>
      <Button type="submit" busy onClick={() => done.push("pressed")}>
        Convene
      </Button>
    </form>,
  );
  const button = screen.getByRole("button", { name: "Convene" });
  button.focus();
  fireEvent.click(button);
  expect(done).toEqual([]);
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute("aria-busy", "true");
});

test("a button does not send the form it stands in unless it is asked to", () => {
  render(<Button>Later</Button>);
  expect(screen.getByRole("button")).toHaveAttribute("type", "button");
});
