import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Boundary } from "@/design/boundary";

function Broken(): never {
  throw new Error("the chunk is gone");
}

test("a screen that breaks says so, and another address is another try", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { rerender } = render(
    <Boundary at="/a">
      <Broken />
    </Boundary>,
  );
  expect(screen.getByRole("alert")).toHaveTextContent("the chunk is gone");
  rerender(<Boundary at="/b">all is well</Boundary>);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByText("all is well")).toBeInTheDocument();
});
