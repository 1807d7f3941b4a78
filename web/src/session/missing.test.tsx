import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Missing } from "@/session/missing";

const problem = {
  type: "not_founded" as const,
  title: "No table",
  status: 409,
  detail: "no table has been founded here",
  remedy: "make one on the start page, or run `roundtable init`",
  field: "",
};

test("where there is no table, the way to the page that makes one is shown", () => {
  render(<Missing id="lost" problem={problem} />);
  expect(screen.getByText("There is no table here yet")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "To the start page" })).toHaveAttribute("href", "/");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("any other trouble is told in sentences, a command as something to type", () => {
  render(<Missing id="lost" problem={{ ...problem, type: "log_unreadable" }} />);
  expect(screen.getByText("No table has been founded here.")).toBeInTheDocument();
  expect(screen.getByText("roundtable init").tagName).toBe("CODE");
  expect(screen.getByRole("button", { name: "Try again" })).toBeInTheDocument();
});
