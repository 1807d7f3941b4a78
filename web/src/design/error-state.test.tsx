import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ErrorState } from "@/design/error-state";

test("what stands between backticks in the server's words is shown as code, without them", () => {
  render(<ErrorState message="Nothing answers" remedy="Start it with `roundtable serve`." />);
  const alert = screen.getByRole("alert");
  expect(alert).toHaveTextContent("Start it with roundtable serve.");
  expect(screen.getByText("roundtable serve").tagName).toBe("CODE");
});
