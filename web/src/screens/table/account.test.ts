import { describe, expect, it, test } from "vitest";
import { accountOf, brokenWords, capsOf, shareOf, voicesOf } from "./account";
import { changed, tableAt } from "./testing/kept-table";

describe("the account", () => {
  it("sums what each seat used over all its turns, those that no longer count as well", () => {
    const { view } = tableAt("v3-build");
    const { seats, spent } = accountOf(view);
    const sum = (of: (seat: (typeof seats)[number]) => number) =>
      seats.reduce((all, seat) => all + of(seat), 0);
    expect(sum((seat) => seat.used.input_tokens)).toBe(spent.input_tokens);
    expect(sum((seat) => seat.used.cost_microusd)).toBe(spent.cost_microusd);
    expect(sum((seat) => seat.turns)).toBe(
      view.turns.filter((turn) => turn.status === "done").length,
    );
  });

  it("counts a unit for its last author alone", () => {
    const { seats } = accountOf(tableAt("v3-build").view);
    expect(seats.map(({ seat, units }) => [seat, units])).toEqual([
      ["Gawain", 2],
      ["Lancelot", 0],
      ["Percival", 0],
    ]);
  });

  it("counts each ask that may have been billed, by a break and by a failure with words", () => {
    const { view } = tableAt("v3-build");
    const [first, second, ...rest] = view.turns;
    if (!first || !second) throw new Error("the kept build has turns");
    const turns = [
      { ...first, maybe_billed: 2 },
      { ...second, status: "failed" as const, error: "timed_out" as const, text: "I was" },
    ].map((turn) => ({ ...turn, adapter: "anthropic" }));
    const broken = { ...view, turns: [...turns, ...rest] };
    expect(accountOf(broken).broken).toBe(3);
    expect(brokenWords(broken)).toBe(
      "3 asks broke off and may have been billed as well, at worst $0.00.",
    );
  });

  it("counts no ask of a script as billed", () => {
    const { view } = tableAt("v3-build");
    const turns = view.turns.map((turn) => ({ ...turn, maybe_billed: 1 }));
    expect(accountOf({ ...view, turns }).broken).toBe(0);
    expect(brokenWords({ ...view, turns })).toBe("");
  });
});

describe("who was heard", () => {
  it("is told by the last vote", () => {
    expect(voicesOf(tableAt("v1-dispute").view).answered).toEqual([
      "Gawain",
      "Lancelot",
      "Percival",
    ]);
    const { answered, silent } = voicesOf(tableAt("v4-code-red").view);
    expect(answered).toEqual(["Gawain", "Lancelot"]);
    expect(silent).toEqual(["Percival"]);
  });

  it("is told by who spoke in a round that counts, where nobody votes", () => {
    const session = tableAt("v3-build");
    const turns = session.view.turns.filter((turn) => turn.seat !== "Percival");
    expect(voicesOf(changed(session, { turns }).view)).toEqual({
      answered: ["Gawain", "Lancelot"],
      silent: ["Percival"],
    });
  });

  it("is nobody before anything was asked", () => {
    expect(voicesOf(tableAt("v3-build", 3).view)).toEqual({ answered: [], silent: [] });
  });
});

test("caps come with the fullest first, and what has no cap is left out", () => {
  const session = changed(tableAt("v3-build"), {
    budget: { max_cost_microusd: 1_000_000, max_tokens: 400, max_minutes: null },
  });
  const caps = capsOf(session.view);
  expect(caps.map((cap) => cap.name)).toEqual(["tokens", "cost"]);
  expect(shareOf({ name: "cost", used: 0, limit: 0 })).toBe(1);
});

test("what may have been billed is used of a cap, as the server counts it", () => {
  const { view } = changed(tableAt("v3-build"), {
    budget: { max_cost_microusd: 1_000_000, max_tokens: 1_000, max_minutes: null },
    spent: { input_tokens: 100, output_tokens: 50, cost_microusd: 200_000 },
    maybe_spent: { input_tokens: 30, output_tokens: 20, cost_microusd: 300_000 },
  });
  expect(capsOf(view).map(({ name, used }) => [name, used])).toEqual([
    ["cost", 500_000],
    ["tokens", 200],
  ]);
});
