import { describe, expect, it, test } from "vitest";
import { tableAt } from "../testing/kept-table";
import { composed, type Directives, ofVerdict, read } from "./directives";

const SEATS = ["Gawain", "Lancelot", "Percival"];

const whole: Directives = {
  base: "Gawain",
  take: [
    { file: "cart.py", unit: "Cart.total", from: "Lancelot", why: "clearer" },
    { file: "tests/test_cart.py", unit: "*", from: "Percival", why: "" },
    { file: "", unit: "helper", from: "Percival", why: "it is short" },
    { file: "README.md", unit: "", from: "Lancelot", why: "its second part" },
  ],
  fix: [
    { file: "cart.py", unit: "add", problem: "must refuse None" },
    { file: "Dockerfile.dev", unit: "", problem: "runs as root" },
    { file: "", unit: "Cart.pay", problem: "loses a cent" },
    { file: "", unit: "", problem: "no test has an empty input" },
  ],
};

test("directives become the form that the server reads", () => {
  expect(composed(whole)).toBe(
    "BASE=Gawain. INCORPORATE: Cart.total (cart.py) from Lancelot — clearer; " +
      "all of tests/test_cart.py from Percival; `helper` from Percival — it is short; " +
      "(README.md) from Lancelot — its second part. MUST_FIX: add (cart.py): must refuse None; " +
      "Dockerfile.dev: runs as root; `Cart.pay`: loses a cent; no test has an empty input.",
  );
});

test("an empty list is told as none, and read as empty again", () => {
  const bare = { base: "Percival", take: [], fix: [] };
  expect(composed(bare)).toBe("BASE=Percival. INCORPORATE: none. MUST_FIX: none.");
  expect(read(composed(bare), SEATS)).toEqual(bare);
});

describe("what is composed is read back as it was", () => {
  it("for every kind of chip", () => {
    expect(read(composed(whole), SEATS)).toEqual(whole);
  });

  it.each([
    ["blanks and dots", ["Sir Gawain of Orkney", "gpt-4.1", "Claude 4.5 Sonnet"]],
    ["one name within another", ["Gawain", "Gawain the Younger", "Gawain the"]],
    ["a name with the word from", ["Knight from afar", "afar", "B"]],
    ["single letters", ["A", "B", "C"]],
    ["another script", ["Ланселот", "ガウェイン", "Ñ. Núñez"]],
  ])("with names of %s", (_, names) => {
    const [base = "", one = "", other = ""] = names;
    const chips: Directives = {
      base,
      take: [
        { file: "src/a b/[slug].tsx", unit: "Page", from: one, why: `better than ${base}'s` },
        { file: "go.mod", unit: "*", from: other, why: "" },
        { file: "x.py", unit: "load_from_disk", from: other, why: "" },
      ],
      fix: [{ file: "x.py", unit: "f", problem: `see what ${one} says: it is right` }],
    };
    expect(read(composed(chips), names)).toEqual(chips);
  });

  it("for the directives of a kept merge, with names for letters", () => {
    const round = tableAt("v3-build", 118).view.rounds.at(-1);
    const verdict = round?.judgements.at(-1)?.verdict;
    if (!round || verdict?.kind !== "code") throw new Error("the kept build has a code verdict");
    const seatOf = (label: string) =>
      round.labels.find((item) => item.label === label)?.seat ?? label;
    const chips = ofVerdict(verdict, seatOf);
    expect(SEATS).toContain(chips.base);
    expect(SEATS).toContain(chips.take[0]?.from);
    expect(read(composed(chips), SEATS)).toEqual(chips);
  });
});

test("what would break the form is made harmless: semicolons, its own words, line breaks", () => {
  const text = composed({
    base: "Gawain",
    take: [{ file: "a.py", unit: "f", from: "Lancelot", why: "short;\nno MUST_FIX: in it." }],
    fix: [{ file: "", unit: "", problem: "BASE=Percival; is wrong." }],
  });
  expect(text).toBe(
    "BASE=Gawain. INCORPORATE: f (a.py) from Lancelot — short, no MUST_FIX  in it. " +
      "MUST_FIX: BASE Percival, is wrong.",
  );
  expect(read(text, SEATS)?.take).toHaveLength(1);
  expect(read(text, SEATS)?.fix).toHaveLength(1);
});

test("a chip that says nothing yet is left out of the form", () => {
  const text = composed({
    base: "Gawain",
    take: [{ file: "", unit: "", from: "Lancelot", why: "" }],
    fix: [{ file: "a.py", unit: "f", problem: "  " }],
  });
  expect(text).toBe("BASE=Gawain. INCORPORATE: none. MUST_FIX: none.");
});

test("a name is found whatever its case, and a stranger is not made into a chip", () => {
  expect(read("BASE=gawain. INCORPORATE: none. MUST_FIX: none.", SEATS)?.base).toBe("Gawain");
  expect(read("BASE=Mordred. INCORPORATE: none. MUST_FIX: none.", SEATS)).toBeNull();
  expect(read("BASE=Gawain. INCORPORATE: f (a.py) from Mordred.", SEATS)).toBeNull();
  expect(read("Take whatever is best.", SEATS)).toBeNull();
});
