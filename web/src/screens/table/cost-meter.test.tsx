import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Session } from "@/fold";
import { AccountTable } from "./account-table";
import { CostMeter } from "./cost-meter";
import { changed, renderIn, tableAt } from "./testing/kept-table";

const MAYBE = { input_tokens: 0, output_tokens: 900, cost_microusd: 130_000 };

/** A build of which one ask broke off, by a script or by a model. */
function broken(adapter: "scripted" | "anthropic"): Session {
  const session = tableAt("v3-build", 12);
  const { seats, turns } = session.view;
  return changed(session, {
    seats: seats.map((seat) => ({ ...seat, adapter, scripted: adapter === "scripted" })),
    turns: turns.map((turn, place) => ({ ...turn, adapter, maybe_billed: place === 0 ? 1 : 0 })),
    maybe_spent: MAYBE,
  });
}

test("a rehearsal that broke off is make-believe, and says nowhere that it may be billed", () => {
  const { container } = renderIn(
    broken("scripted"),
    <>
      <CostMeter />
      <AccountTable />
    </>,
  );
  expect(container).toHaveTextContent("make-believe");
  expect(container).toHaveTextContent("nothing is paid");
  expect(container).not.toHaveTextContent(/maybe|billed/);
});

test("what a model may be billed for is told at once, and as a sentence in both accounts", () => {
  renderIn(
    broken("anthropic"),
    <>
      <CostMeter />
      <AccountTable />
    </>,
  );
  expect(screen.getByText(/^\+ maybe/)).toHaveTextContent("+ maybe $0.13");
  const sentence = "One ask broke off and may have been billed as well, at worst $0.13.";
  expect(screen.getAllByText(sentence)).toHaveLength(2);
});

test("the meter breaks into lines where it has no room, and leaves the rest to its account", () => {
  renderIn(broken("anthropic"), <CostMeter />);
  const meter = screen.getByRole("button");
  expect(meter).toHaveClass("max-w-full", "lg:max-w-72");
  expect(meter.innerHTML).not.toContain("whitespace-nowrap");
  expect(screen.getByText(/^\+ maybe/)).toHaveClass("max-sm:sr-only");
});
