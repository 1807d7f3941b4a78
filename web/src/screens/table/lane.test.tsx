import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Lane } from "./lane";
import { renderIn, tableAt } from "./testing/kept-table";

test("the head of a lane is one line of name and state, whatever the state is", () => {
  renderIn(tableAt("v3-build", 5), <Lane index={1} />);
  const name = screen.getByRole("heading", { name: "Lancelot" });
  const line = name.parentElement as HTMLElement;
  expect(line.className).not.toContain("flex-wrap");
  const state = within(line).getByText("speaks second");
  expect(state).toHaveClass("truncate");
  expect(state).toHaveAttribute("title", "speaks second");
});

test("before anything was asked the state is short, and the lane says the rest", () => {
  renderIn(tableAt("v3-build", 1), <Lane index={1} />);
  expect(screen.getByText("waits")).toBeInTheDocument();
  expect(screen.getByText("It waits for its turn.")).toBeInTheDocument();
});
