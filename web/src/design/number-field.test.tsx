import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { Field } from "@/design/field";
import { NumberField, within } from "@/design/number-field";

function Rounds({ start = 5 as number | null }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <Field label="Rounds" error={value === null ? "Say how many." : undefined}>
        <NumberField value={value} onChange={setValue} min={2} max={12} unit="rounds" />
      </Field>
      <output>{String(value)}</output>
    </>
  );
}

test("a number on its way to another is not taken while it is out of bounds, nor clamped under the hand", () => {
  render(<Rounds />);
  const input = screen.getByLabelText("Rounds");
  fireEvent.change(input, { target: { value: "1" } });
  expect(screen.getByRole("status")).toHaveTextContent("5");
  expect(input).toHaveValue(1);
  fireEvent.change(input, { target: { value: "12" } });
  expect(screen.getByRole("status")).toHaveTextContent("12");
});

test("who leaves a number out of bounds gets the nearest one within", () => {
  render(<Rounds />);
  const input = screen.getByLabelText("Rounds");
  fireEvent.change(input, { target: { value: "40" } });
  fireEvent.blur(input);
  expect(input).toHaveValue(12);
});

test("the buttons step and stop at the bounds", () => {
  render(<Rounds start={11} />);
  const more = screen.getByRole("button", { name: "More rounds" });
  fireEvent.click(more);
  expect(screen.getByLabelText("Rounds")).toHaveValue(12);
  expect(more).toBeDisabled();
});

test("an emptied field is null, and its error is tied to it", () => {
  render(<Rounds />);
  const input = screen.getByLabelText("Rounds");
  fireEvent.change(input, { target: { value: "" } });
  expect(screen.getByRole("status")).toHaveTextContent("null");
  expect(input).toHaveAccessibleDescription("Say how many.");
  expect(input).toBeInvalid();
});

test("steps of a tenth leave no dust", () => {
  expect(within(0.1 + 0.2)).toBe(0.3);
});
