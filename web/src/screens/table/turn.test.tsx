import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { TurnView } from "@/fold";
import { buffers } from "@/live";
import { bufferKey } from "@/session/keys";
import { renderIn, tableAt } from "./testing/kept-table";
import { Turn } from "./turn";

function turn(changes: Partial<TurnView> = {}): TurnView {
  const found = tableAt("v1-dispute").view.turns[0];
  if (!found) throw new Error("the kept dispute has turns");
  return { ...found, ...changes };
}

const frame = () =>
  act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));

test("a turn that is done shows its words, its vote and what it cost, and keeps its block at hand", () => {
  render(<Turn session="s" turn={turn()} raised={2} live />);
  expect(screen.getByText("Gawain stays.")).toBeInTheDocument();
  expect(screen.getByText("7/10")).toBeInTheDocument();
  expect(screen.getByText("the cost")).toBeInTheDocument();
  expect(screen.getByText(/720 in · 67 out · 1 s · raised 2/)).toBeInTheDocument();
  expect(screen.getByText("its block, as it was written").closest("details")).not.toHaveAttribute(
    "open",
  );
});

test("a turn that is open thinks, and then shows its words as they come", async () => {
  const open = turn({ status: "open", text: "", stance: null, ask: 1 });
  render(<Turn session="s" turn={open} raised={0} live />);
  expect(screen.getByText(/is thinking/)).toBeInTheDocument();
  buffers.append(bufferKey("s", open.key, 1), "I hold that ");
  await frame();
  expect(screen.getByText(/I hold that/)).toBeInTheDocument();
  expect(screen.queryByText(/is thinking/)).toBeNull();
});

test("in a replay an open turn does not pretend to stream", () => {
  const open = turn({ status: "open", text: "", stance: null });
  render(<Turn session="s" turn={open} raised={0} live={false} />);
  expect(screen.getByText(/the log has its words at its end/)).toBeInTheDocument();
});

test("the others are said to go on only where there are others", () => {
  const { view, ...rest } = tableAt("v1-dispute", 37);
  const fallen = (seats: readonly string[]) =>
    view.turns.map((each) =>
      seats.includes(each.seat) && each.iteration === 3
        ? { ...each, status: "failed" as const, error: "overloaded" as const }
        : each,
    );
  const told = (seats: readonly string[]) => {
    const turns = fallen(seats);
    const mine = turns.find((each) => each.seat === "Gawain" && each.iteration === 3);
    if (!mine) throw new Error("Gawain spoke in the third round");
    const shown = renderIn(
      { ...rest, view: { ...view, turns } },
      <Turn session="s" turn={mine} raised={0} live />,
    );
    const found = screen.queryByText("The round goes on with the others.") !== null;
    shown.unmount();
    return found;
  };
  expect(told(["Gawain"])).toBe(true);
  expect(told(["Gawain", "Lancelot", "Percival"])).toBe(false);
});

test("a turn that failed says so, keeps what it had said, and has no vote", () => {
  const failed = turn({
    adapter: "anthropic",
    status: "failed",
    error: "timed_out",
    detail: "after 120 s",
    text: "I was about to",
    stance: null,
  });
  renderIn(tableAt("v1-dispute", 37), <Turn session="s" turn={failed} raised={0} live />);
  expect(screen.getByText(/took longer than a turn may take \(after 120 s\)/)).toBeInTheDocument();
  expect(screen.getByText("I was about to")).toBeInTheDocument();
  expect(screen.getByText(/may have been billed/)).toBeInTheDocument();
  expect(screen.queryByText(/\/10/)).toBeNull();
});

test("files that were taken and removed are named, and why others were not", () => {
  const gave = turn({
    proposed: ["cart.py"],
    deleted: ["old.py"],
    rejected: ["../x.py: it is outside the project"],
  });
  render(<Turn session="s" turn={gave} raised={0} live />);
  const files = screen.getByRole("list", { name: "Files that were taken from it" });
  expect(files).toHaveTextContent("cart.py");
  expect(files).toHaveTextContent("removed: old.py");
  expect(screen.getByText(/Not taken: \.\.\/x\.py/)).toBeInTheDocument();
});
