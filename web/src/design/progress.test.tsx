import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Progress } from "@/design/progress";

test("a share is told in hundredths and never beyond the whole", () => {
  render(<Progress label="Budget" value={1.2} told="$1.20 of $1.00" />);
  const bar = screen.getByRole("progressbar", { name: "Budget" });
  expect(bar).toHaveAttribute("aria-valuenow", "100");
  expect(bar).toHaveAttribute("aria-valuetext", "$1.20 of $1.00");
});

test("what cannot be known has no value", () => {
  render(<Progress label="Reading" value={null} />);
  expect(screen.getByRole("progressbar")).not.toHaveAttribute("aria-valuenow");
});
