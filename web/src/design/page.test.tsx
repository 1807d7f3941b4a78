import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Page } from "@/design/page";

test("a stage reaches the foot of the window, also where it has no height of its own", () => {
  render(<Page title="Files" width="stage" />);
  const stage = screen.getByRole("heading", { name: "Files" }).closest("[data-stage]");
  expect(stage).toHaveClass("flex-1", "md:flex-none", "md:h-(--stage)");
});
