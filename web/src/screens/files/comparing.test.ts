import { describe, expect, test } from "vitest";
import { type Event, reduce, type Tree } from "@/fold";
import {
  type Against,
  candidatesOf,
  choicesOf,
  lastPlace,
  read,
  treesOf,
  written,
} from "./comparing";
import { keptEvents, keptSession } from "./kept-log";
import { changed, drafted, NOTHING } from "./pending";

const session = keptSession("v5-edited");
const merged = keptSession("v5-edited", (event) => event.type === "synthesis_end");

function texts(tree: Tree): Record<string, string> {
  return Object.fromEntries(Object.entries(tree).map(([path, file]) => [path, file.text]));
}

function compared(against: Against, of = session, now = of.texts.project) {
  const trees = treesOf(of, now, against);
  return trees && { before: texts(trees.before), after: texts(trees.after), isNow: trees.isNow };
}

const START = {
  "cart.py": "def total(items):\n    return 0\n",
  "old.py": "GONE = 1\n",
  "notes.md": "# Notes\n",
};

describe("what is compared", () => {
  test("against the start: the files given, and the files as they are", () => {
    const found = compared({ kind: "base" });
    expect(found?.before).toEqual(START);
    expect(found?.after).toEqual(texts(session.texts.project));
    expect(found?.after["docs/USE.md"]).toContain("then label");
    expect(found?.isNow).toBe(true);
  });

  test("against the last round: the files before it, and the files as they are with edits", () => {
    const found = compared({ kind: "last" });
    expect(found?.before).toEqual(START);
    expect(found?.after["cart.py"]).toContain("your cart");
  });

  test("a round in itself: before it, and as it left the files", () => {
    const found = compared({ kind: "round", place: 0 });
    expect(found?.before).toEqual(START);
    expect(found?.after).not.toHaveProperty("old.py");
    expect(found?.isNow).toBe(false);
  });

  test("one seat against another: the whole tree of each, with the files it did not touch", () => {
    const found = compared({ kind: "seats", place: 0, one: "Percival", other: "Gawain" });
    expect(found?.before["cart.py"]).toContain("return str(items)");
    expect(found?.after["cart.py"]).toContain("return 'cart'");
    expect(found?.after["notes.md"]).toBe("# Notes\n");
    expect(found?.isNow).toBe(false);
  });

  test("one seat against the merge: what was merged, without the developer's edits", () => {
    const found = compared({ kind: "merged", place: 0, seat: "Lancelot" });
    expect(found?.before["cart.py"]).toContain("return ''");
    expect(found?.after["cart.py"]).toContain("return 'cart'");
    expect(found?.after).toHaveProperty("old.py");
  });

  test("what is not kept yet: the files as they are, and with the drafts in them", () => {
    const text = START["notes.md"];
    const pending = changed(NOTHING, "notes.md", text, "# More\n", "edited by hand");
    const now = drafted(session.texts.project, pending);
    expect(compared({ kind: "pending" }, session, now)).toEqual({
      before: texts(session.texts.project),
      after: { ...texts(session.texts.project), "notes.md": "# More\n" },
      isNow: true,
    });
    expect(compared({ kind: "base" }, session, now)?.after["notes.md"]).toBe("# More\n");
  });

  test("a choice that means nothing here gives nothing", () => {
    expect(compared({ kind: "round", place: 7 })).toBeNull();
    expect(compared({ kind: "seats", place: 0, one: "Percival", other: "Mordred" })).toBeNull();
    expect(compared({ kind: "merged", place: 0, seat: "Mordred" })).toBeNull();
  });

  test("before anything is merged, no seat can be held against the merge", () => {
    const early = keptSession("v5-edited", (event) => event.type === "candidates_surveyed");
    expect(compared({ kind: "merged", place: 0, seat: "Gawain" }, early)).toBeNull();
    expect(
      compared({ kind: "seats", place: 0, one: "Gawain", other: "Percival" }, early),
    ).not.toBeNull();
  });
});

test("a file that could not be taken is no part of a seat's tree, and what it gave later is", () => {
  const build = keptSession("v3-build");
  const place = build.texts.byRound.findIndex((round) => round.round === "development");
  const candidates = candidatesOf(build, place);
  expect([...candidates.keys()].toSorted()).toEqual(["Gawain", "Lancelot", "Percival"]);
  expect(Object.keys(candidates.get("Percival") ?? {})).toEqual(["cart.py"]);
});

describe("a seat's last turn", () => {
  const once = keptSession("v5-edited", (event) => event.type === "candidates_surveyed");
  const twice = secondTurn("Gawain", { "cart.py": "def total(items):\n    return 2\n" });

  /** The same, and one seat has spoken in another iteration. */
  function secondTurn(seat: string, files: Record<string, string>) {
    const first = keptEvents("v5-edited").find(
      (event) => event.type === "agent_start" && event.seat === seat,
    );
    if (first?.type !== "agent_start") throw new Error("the kept log has no such turn");
    const turn_key = `development.1.2.${seat}`;
    const start: Event = { ...first, turn_key, iteration: 2 };
    const { v, seq, at } = first;
    const given: Event = {
      type: "files_proposed",
      v,
      seq,
      at,
      session: first.session,
      turn_key,
      seat,
      iteration: 2,
      ask: 1,
      deleted: ["old.py"],
      rejected: [],
      files: Object.entries(files).map(([path, text]) => ({ path, text, warnings: [] })),
    };
    return [start, given].reduce(reduce, once);
  }

  test("is held against its turn before, with what that left alone", () => {
    const found = compared({ kind: "turn", place: 0, seat: "Gawain" }, twice);
    expect(found?.before["cart.py"]).toContain("return 'cart'");
    expect(found?.before).toHaveProperty("old.py");
    expect(found?.after["cart.py"]).toContain("return 2");
    expect(found?.after).not.toHaveProperty("old.py");
    expect(found?.after["notes.md"]).toBe("# Notes\n");
    expect(found?.isNow).toBe(false);
    const trees = treesOf(twice, twice.texts.project, { kind: "turn", place: 0, seat: "Gawain" });
    expect([trees?.beforeName, trees?.afterName]).toEqual([
      "Gawain, iteration 1",
      "Gawain, iteration 2",
    ]);
  });

  test("is held against what it was given where it is its only one", () => {
    const found = compared({ kind: "turn", place: 0, seat: "Percival" }, twice);
    expect(found?.before).toEqual(START);
    expect(found?.after["cart.py"]).toContain("return str(items)");
    expect(compared({ kind: "turn", place: 0, seat: "Mordred" }, twice)).toBeNull();
    expect(compared({ kind: "turn", place: 9, seat: "Percival" }, twice)).toBeNull();
  });

  test("that was asked for its files once more is one turn with them", () => {
    const build = keptSession("v3-build");
    const place = build.texts.byRound.findIndex((round) => round.round === "development");
    const found = compared({ kind: "turn", place, seat: "Percival" }, build);
    expect(found?.before).toEqual({});
    expect(Object.keys(found?.after ?? {})).toEqual(["cart.py"]);
  });

  test("is called in the list what it is held against", () => {
    const labels = choicesOf(twice, 0).flatMap(({ choices }) => choices.map(({ label }) => label));
    expect(labels).toContain("Development: Gawain's last turn against its turn before");
    expect(labels).toContain("Development: Percival's last turn against what it was given");
  });
});

test("the last round is the last that counts and has changed something", () => {
  const build = keptSession("v3-build");
  expect(build.texts.byRound[lastPlace(build)]?.round).toBe("development");
  const early = keptSession("v3-build", (event) => event.type === "round_start");
  expect(early.texts.byRound[lastPlace(early)]?.round).toBe("requirements");
});

test("the choices name every round that changed something and every pair of seats", () => {
  const groups = choicesOf(merged, 2);
  expect(groups.map(({ group }) => group)).toEqual([
    "As it is now",
    "The session so far",
    "Knights in Development",
  ]);
  const labels = groups.flatMap(({ choices }) => choices.map(({ label }) => label));
  expect(labels[0]).toBe("Your changes, not kept yet (2 files)");
  expect(labels).toContain("Now, against before the last round (Development)");
  expect(labels).toContain("Development: Gawain's last turn against what it was given");
  expect(labels.filter((label) => label.startsWith("Development: "))).toHaveLength(3 + 3 + 3);
});

test("an address holds any choice, whatever a seat is called", () => {
  const all: Against[] = [
    { kind: "base" },
    { kind: "last" },
    { kind: "pending" },
    { kind: "round", place: 3 },
    { kind: "seats", place: 1, one: "Sir : Kay %", other: "ä/b" },
    { kind: "merged", place: 2, seat: "a:b" },
    { kind: "turn", place: 2, seat: "a:b" },
  ];
  for (const against of all) expect(read(written(against))).toEqual(against);
  expect(read(null)).toEqual({ kind: "base" });
  expect(read("nonsense:%E0%A4%A")).toEqual({ kind: "base" });
});
