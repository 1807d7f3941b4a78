import { describe, expect, test } from "vitest";
import { chance, edited, randomText } from "./chance";
import { compare, hunksOf, revert } from "./diffing";
import { keptSession } from "./kept-log";
import {
  changed,
  clashes,
  discarded,
  drafted,
  editsOf,
  NOTHING,
  type Pending,
  rebased,
  sending,
  settled,
  TYPED,
  undone,
  unsent,
} from "./pending";

const { project } = keptSession("v5-edited").texts;
const notes = project["notes.md"]?.text ?? "";

describe("changes that are not kept yet", () => {
  test("leave the project the very same tree while there are none", () => {
    expect(drafted(project, NOTHING)).toBe(project);
  });

  test("are sent as whole files and as paths that shall be gone", () => {
    let pending = changed(NOTHING, "notes.md", notes, "# New\n", "one hunk reverted");
    pending = changed(pending, "cart.py", project["cart.py"]?.text ?? "", null, "removed");
    pending = changed(pending, "old.py", null, "GONE = 1\n", "brought back");
    expect(editsOf(pending)).toEqual({
      files: [
        { path: "notes.md", text: "# New\n" },
        { path: "old.py", text: "GONE = 1\n" },
      ],
      deleted: ["cart.py"],
    });
    expect(Object.keys(drafted(project, pending)).toSorted()).toEqual([
      "docs/USE.md",
      "notes.md",
      "old.py",
    ]);
  });

  test("a file that is again as it was is no change", () => {
    const pending = changed(changed(NOTHING, "a", "1", "2", "x"), "a", "2", "1", "y");
    expect(pending.drafts).toEqual({});
    expect(pending.steps).toHaveLength(2);
  });

  test("are taken back one by one, from the last", () => {
    let pending = changed(NOTHING, "a", "1", "2", "first");
    pending = changed(pending, "b", null, "new", "second");
    pending = changed(pending, "a", "2", null, "third");
    pending = undone(pending);
    expect(pending.drafts["a"]).toEqual({ base: "1", text: "2" });
    pending = undone(pending);
    expect(Object.keys(pending.drafts)).toEqual(["a"]);
    expect(undone(undone(pending))).toEqual(NOTHING);
  });

  test("what is typed in one go is one step", () => {
    let pending = changed(NOTHING, "a", "1", "12", TYPED);
    pending = changed(pending, "a", "12", "123", TYPED);
    expect(pending.steps).toHaveLength(1);
    expect(undone(pending)).toEqual(NOTHING);
  });

  test("of one file can be given up without the others", () => {
    let pending = changed(NOTHING, "a", "1", "2", "x");
    pending = changed(pending, "b", "1", "2", "y");
    expect(discarded(pending, "a")).toEqual({
      drafts: { b: { base: "1", text: "2" } },
      steps: [{ path: "b", before: null, told: "y" }],
    });
  });

  test("are told apart from what changed underneath, and hold only when that is said", () => {
    const pending = changed(NOTHING, "notes.md", "# Older\n", "# Mine\n", TYPED);
    expect(clashes(pending, project)).toEqual(["notes.md"]);
    const held = rebased(pending, "notes.md", notes);
    expect(clashes(held, project)).toEqual([]);
    expect(held.drafts["notes.md"]?.text).toBe("# Mine\n");
  });

  test("are gone once the project holds them, and others stay", () => {
    let pending = changed(NOTHING, "notes.md", "# Older\n", notes, TYPED);
    pending = changed(pending, "cart.py", "x", "y", TYPED);
    expect(Object.keys(settled(pending, project).drafts)).toEqual(["cart.py"]);
  });
});

describe("what is typed while a change is on its way", () => {
  const file = (text: string) => ({
    ...project,
    "notes.md": { path: "notes.md", text, binary: false },
  });
  const first = sending(changed(NOTHING, "notes.md", notes, "# One\n", TYPED));
  const typed = changed(first, "notes.md", "# One\n", "# One, two\n", TYPED);

  test("is no clash when the first has arrived, but a change of it", () => {
    expect(clashes(typed, project)).toEqual([]);
    expect(clashes(typed, file("# One\n"))).toEqual([]);
    const left = settled(typed, file("# One\n"));
    expect(left.drafts["notes.md"]).toEqual({ base: "# One\n", text: "# One, two\n" });
    expect(clashes(left, file("# One\n"))).toEqual([]);
    expect(undone(left)).toEqual(NOTHING);
  });

  test("clashes with what somebody else has written", () => {
    expect(clashes(typed, file("# Theirs\n"))).toEqual(["notes.md"]);
  });

  test("is kept where it is the text before all of that", () => {
    const back = changed(first, "notes.md", "# One\n", notes, TYPED);
    const left = settled(back, file("# One\n"));
    expect(left.drafts["notes.md"]).toEqual({ base: "# One\n", text: notes });
    expect(unsent(back).drafts).toEqual({});
  });

  test("is a change of the old file where the first was refused", () => {
    expect(unsent(typed).drafts["notes.md"]).toEqual({ base: notes, text: "# One, two\n" });
  });

  test("can be undone to each of its states, also to those before it was sent", () => {
    let pending = changed(NOTHING, "notes.md", notes, "# A\n", "first");
    pending = sending(changed(pending, "notes.md", "# A\n", "# B\n", "second"));
    pending = settled(changed(pending, "notes.md", "# B\n", "# C\n", "third"), file("# B\n"));
    pending = undone(undone(pending));
    expect(pending.drafts["notes.md"]).toEqual({ base: "# B\n", text: "# A\n" });
    expect(clashes(pending, file("# B\n"))).toEqual([]);
  });
});

test("over random edits, hunks reverted one after the other and undone give every text again", () => {
  for (let seed = 1; seed <= 150; seed += 1) {
    const draw = chance(seed);
    const before = randomText(draw);
    const after = edited(before, draw);
    const seen: Pending[] = [NOTHING];
    for (;;) {
      const pending = seen.at(-1) ?? NOTHING;
      const text = pending.drafts["a"] ? (pending.drafts["a"].text ?? "") : after;
      const comparison = compare(before, text);
      const hunks = hunksOf(comparison);
      if (hunks.length === 0) break;
      seen.push(changed(pending, "a", after, revert(comparison, draw.pick(hunks).changes), "hunk"));
    }
    const last = seen.at(-1) ?? NOTHING;
    expect(last.drafts["a"]?.text ?? after).toBe(before);
    const back: Pending[] = [last];
    while ((back.at(-1)?.steps.length ?? 0) > 0) back.push(undone(back.at(-1) ?? NOTHING));
    expect(back.toReversed()).toEqual(seen);
  }
});
