import { describe, expect, it, test } from "vitest";
import type { TurnView } from "@/fold";
import {
  claimsOf,
  emptyWords,
  groupsOf,
  partedText,
  partOf,
  raisedIn,
  remarksOf,
  standingOf,
} from "./lanes";
import { changed, tableAt } from "./testing/kept-table";
import { sceneNow } from "./stages";

const opening = { round: "requirements", attempt: 1, iteration: 1 };

function turn(changes: Partial<TurnView>): TurnView {
  const found = tableAt("v3-build").view.turns[0];
  if (!found) throw new Error("the kept build has turns");
  return { ...found, ...changes };
}

describe("how a seat stands", () => {
  const at = (seq: number) => tableAt("v3-build", seq).view;

  it("waits in the order that was drawn, and is spoken of when it speaks and has spoken", () => {
    const begun = at(5);
    expect(standingOf(begun, "Percival", opening)).toEqual({ kind: "speaking", word: "speaks" });
    expect(standingOf(begun, "Lancelot", opening).word).toBe("speaks second");
    expect(standingOf(begun, "Gawain", opening).word).toBe("speaks third");
    expect(standingOf(at(7), "Percival", opening).word).toBe("has spoken");
  });

  it("is told as judging while it judges, though its speech is over", () => {
    expect(standingOf(at(14), "Percival", opening)).toEqual({ kind: "speaking", word: "judges" });
  });

  it("waits for nothing in a round that is over", () => {
    const { view } = tableAt("v3-build");
    const scene = { round: "requirements", attempt: 1, iteration: 1 };
    const silent = { ...view, turns: view.turns.filter((each) => each.seat !== "Gawain") };
    expect(standingOf(silent, "Gawain", scene).word).toBe("did not speak");
    expect(emptyWords(silent, "Gawain", scene)).toBe("It did not speak here.");
  });

  it("is lost where it cannot answer until somebody acts", () => {
    const view = { ...at(5), lost: ["Gawain"] };
    expect(standingOf(view, "Gawain", opening).kind).toBe("lost");
    expect(emptyWords(view, "Gawain", opening)).toContain("until somebody acts");
  });

  it("has failed, and the others go on, where one turn gave no answer", () => {
    const { view } = tableAt("v4-code-red", 43);
    expect(standingOf(view, "Percival", sceneNow(view))).toEqual({
      kind: "failed",
      word: "gave no answer",
    });
    expect(standingOf(view, "Gawain", sceneNow(view)).kind).toBe("spoken");
  });
});

test("an empty lane says when its turn comes, or that all speak at once", () => {
  const { view } = tableAt("v3-build", 5);
  expect(emptyWords(view, "Gawain", opening)).toBe("It speaks third.");
  const blind = tableAt("v3-build", 73).view;
  expect(emptyWords(blind, "Gawain", sceneNow(blind))).toContain("nobody sees another");
  expect(emptyWords(view, "Gawain", null)).toBe("It waits for its turn.");
});

describe("what is told of a turn", () => {
  const told = (changes: Partial<TurnView>) =>
    remarksOf(turn(changes))
      .map(({ tone, text }) => `${tone}: ${text}`)
      .join("\n");

  it("is nothing where it is open, and nothing where all is well", () => {
    expect(told({ status: "open" })).toBe("");
    expect(told({ status: "done" })).toBe("");
  });

  it("is the kind of failure in words, and that the round goes on", () => {
    const text = told({ status: "failed", error: "overloaded", detail: "529", text: "" });
    expect(text).toBe("danger: It gave no answer: its vendor is overloaded (529).");
  });

  it("is that somebody must act, where asking again cannot help", () => {
    expect(told({ status: "failed", error: "not_signed_in", text: "" })).toContain(
      "It cannot answer until somebody acts",
    );
  });

  it("is that words said before a failure may have been billed", () => {
    const failed = { status: "failed", error: "timed_out", text: "I was about" } as const;
    expect(told({ ...failed, adapter: "anthropic" })).toContain(
      "doubt: What it had said by then may have been billed.",
    );
    expect(told({ ...failed, adapter: "scripted" })).not.toContain("billed");
  });

  it("is that a turn which was broken off may have been billed, then and when it is asked again", () => {
    const adapter = "anthropic";
    expect(told({ adapter, status: "interrupted", maybe_billed: 1 })).toBe(
      "doubt: It was broken off here; it may have been billed.",
    );
    expect(told({ adapter, status: "done", ask: 2, maybe_billed: 1 })).toBe(
      "doubt: 1 earlier ask broke off and may have been billed.",
    );
  });

  it("is that a script was broken off, and never that it may have been billed", () => {
    const adapter = "scripted";
    expect(told({ adapter, status: "interrupted", maybe_billed: 1 })).toBe(
      "doubt: It was broken off here.",
    );
    expect(told({ adapter, status: "done", ask: 2, maybe_billed: 1 })).toBe(
      "doubt: 1 earlier ask broke off.",
    );
  });

  it("is why it could not be read, and which files were not taken", () => {
    const text = told({
      unreadable: "no JSON block was found",
      rejected: ["../x.py: it is outside"],
    });
    expect(text).toContain("doubt: It could not be read: no JSON block was found.");
    expect(text).toContain("doubt: Not taken: ../x.py: it is outside");
  });
});

test("a lane holds its own turns of the round by passes, without the judge's work", () => {
  const { view } = tableAt("v3-build");
  const groups = groupsOf(view, "Percival", { round: "requirements", attempt: 2, iteration: 2 });
  expect(groups.map((group) => [group.name, group.turns.map((each) => each.purpose)])).toEqual([
    ["Iteration 1", ["speak"]],
    ["Iteration 2", ["speak"]],
  ]);
  const coding = groupsOf(view, "Percival", { round: "development", attempt: 1, iteration: 1 });
  expect(coding[0]?.turns.map((each) => each.purpose)).toEqual(["speak", "files"]);
});

test("claims are counted for the seat that raised, answered or gave in", () => {
  const session = tableAt("v3-build", 72);
  const round = session.view.rounds.at(-1);
  if (!round) throw new Error("a round has begun");
  const claim = {
    id: "C1",
    by: "Gawain",
    iteration: 1,
    about: "B",
    text: "too slow",
    evidence: "",
    status: "conceded" as const,
    answers: [["Lancelot", "no", ""]] as [string, string, string][],
    closed_by: "Percival",
    upheld: true,
    closing_evidence: "",
  };
  const rounds = [...session.view.rounds.slice(0, -1), { ...round, claims: [claim] }];
  const { view } = changed(session, { rounds });
  const scene = { round: round.key, attempt: round.attempt, iteration: 1 };
  expect(claimsOf(view, "Gawain", scene)).toEqual({ raised: 1, answered: 0, conceded: 0 });
  expect(claimsOf(view, "Lancelot", scene)).toEqual({ raised: 0, answered: 1, conceded: 0 });
  expect(claimsOf(view, "Percival", scene)).toEqual({ raised: 0, answered: 0, conceded: 1 });
  const spoke = turn({ seat: "Gawain", round: round.key, attempt: round.attempt });
  expect(raisedIn(view, spoke)).toBe(1);
  expect(raisedIn(view, { ...spoke, purpose: "block" })).toBe(0);
});

test("a part of a pass is named, also where the seat's name holds dots and slashes", () => {
  const base = { round: "review", attempt: 1, iteration: 1 };
  const named = (seat: string, rest: string, purpose: TurnView["purpose"] = "speak") =>
    partOf(turn({ ...base, seat, purpose, key: `review.1.1.${seat}${rest}` }));
  expect(named("gpt-4.1", "/chunk-2")).toBe("chunk 2");
  expect(named("gpt-4.1", "/chunk-0")).toBe("the borders");
  expect(named("Gawain", "")).toBe("");
  expect(named("Gawain", "/fix/3", "fix")).toBe("3");
  expect(named("Gawain", "/block/chunk-1", "block")).toBe("chunk 1");
});

describe("a turn's words without its block", () => {
  it("are parted where the block stands at the end", () => {
    const text = 'So I see it.\n\n```json\n{\n  "score": 7\n}\n```\n';
    expect(partedText(text)).toEqual({ words: "So I see it.", block: '{\n  "score": 7\n}' });
  });

  it("keep a block that somebody goes on behind, and any other fence", () => {
    const text = '```json\n{"a": 1}\n```\nand so on';
    expect(partedText(text)).toEqual({ words: text, block: "" });
    const code = "FILE: a.py\n```python\nx = 1\n```\n";
    expect(partedText(code).words).toBe(code);
  });

  it("keep a file of the project that is JSON and stands last", () => {
    const text = 'Done.\n\nFILE: package.json\n```json\n{"name": "x"}\n```\n';
    expect(partedText(text)).toEqual({ words: text, block: "" });
  });

  it("keep the files before the block", () => {
    const text = 'FILE: a.json\n```json\n{}\n```\nDone.\n\n```json\n{"raises": []}\n```';
    expect(partedText(text)).toEqual({
      words: "FILE: a.json\n```json\n{}\n```\nDone.",
      block: '{"raises": []}',
    });
  });
});
