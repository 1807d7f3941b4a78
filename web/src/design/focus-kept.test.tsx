import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { FocusKept } from "@/design/focus-kept";

function Screen({ asks }: { asks: boolean }) {
  return (
    <main id="main" tabIndex={-1}>
      <button type="button">elsewhere</button>
      {asks && (
        <FocusKept>
          <button type="button">answer</button>
        </FocusKept>
      )}
    </main>
  );
}

test("focus that goes with a part goes to the start of the screen", () => {
  const { rerender } = render(<Screen asks />);
  screen.getByRole("button", { name: "answer" }).focus();
  rerender(<Screen asks={false} />);
  expect(screen.getByRole("main")).toHaveFocus();
});

test("focus that is elsewhere stays there", () => {
  const { rerender } = render(<Screen asks />);
  screen.getByRole("button", { name: "elsewhere" }).focus();
  rerender(<Screen asks={false} />);
  expect(screen.getByRole("button", { name: "elsewhere" })).toHaveFocus();
});
