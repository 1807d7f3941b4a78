import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { SessionView } from "@/fold";
import { raisedCaps, ResumeDialog } from "./dialogs";
import { changed, renderIn, tableAt } from "./testing/kept-table";

const PAUSED = { reason: "budget", detail: "the next turn may need $0.10" } as const;
const NONE = { input_tokens: 0, output_tokens: 0, cost_microusd: 0 };

function paused(changes: Partial<SessionView>) {
  return changed(tableAt("v3-build", 12), { paused: PAUSED, maybe_spent: NONE, ...changes });
}

describe("the caps that are proposed", () => {
  test("are all raised by half after a pause for the caps, as the next turn may need more", () => {
    const budget = { max_cost_microusd: 1_000_000, max_tokens: 90_001, max_minutes: 30 };
    expect(raisedCaps(paused({ budget }).view)).toEqual({
      max_cost_usd: 1.5,
      max_tokens: 135_002,
      max_minutes: 45,
    });
  });

  test("are above what is used, and what may have been billed is used", () => {
    const budget = { max_cost_microusd: 10_000, max_tokens: 0, max_minutes: null };
    const spent = { ...NONE, cost_microusd: 20_000 };
    const maybe_spent = { input_tokens: 300, output_tokens: 5, cost_microusd: 30_000 };
    expect(raisedCaps(paused({ budget, spent, maybe_spent }).view)).toEqual({
      max_cost_usd: 0.06,
      max_tokens: 306,
      max_minutes: null,
    });
  });

  test("stay to the last digit where nothing has been reached", () => {
    const budget = { max_cost_microusd: 1_234_567, max_tokens: 400_001, max_minutes: 90.5 };
    expect(raisedCaps(paused({ budget, paused: { reason: "user", detail: "" } }).view)).toEqual({
      max_cost_usd: 1.234567,
      max_tokens: 400_001,
      max_minutes: 90.5,
    });
  });
});

test("a field that is emptied says which cap then holds", () => {
  const budget = { max_cost_microusd: 2_500_000, max_tokens: null, max_minutes: 30 };
  renderIn(paused({ budget }), <ResumeDialog open onClose={() => undefined} />);
  expect(screen.getByRole("dialog")).toHaveTextContent("left empty leaves its cap as it is");
  const dollars = screen.getByLabelText("Dollars at most");
  expect(dollars).toHaveValue(3.75);
  fireEvent.change(dollars, { target: { value: "" } });
  expect(dollars).toHaveAttribute("placeholder", "now 2.5");
  expect(screen.getByLabelText("Tokens at most")).toHaveAttribute("placeholder", "no cap");
});
