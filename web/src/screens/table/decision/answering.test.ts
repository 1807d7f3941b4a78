import { describe, expect, it, test } from "vitest";
import { changed, tableAt } from "../testing/kept-table";
import {
  answerOf,
  changeAsked,
  firstDirectives,
  inputOf,
  isReady,
  keyOf,
  type Option,
  type Question,
  seatOfPick,
  shortLabel,
} from "./answering";

function option(id: string, needs: Option["needs"] = "nothing", detail = ""): Option {
  return { id, label: id, effect: "", detail, needs };
}

function question(options: Option[], kind: Question["kind"] = "escalation"): Question {
  return { id: "q-1", kind, prompt: "What is your will?", options };
}

test("the first nine answers have a key, the tenth is pressed", () => {
  expect([0, 8, 9].map(keyOf)).toEqual(["1", "9", ""]);
});

test("a pick names its seat, whatever the name holds", () => {
  expect(seatOfPick(option("pick:Sir Gawain: the 2nd"))).toBe("Sir Gawain: the 2nd");
  expect(seatOfPick(option("decree"))).toBe("");
});

describe("what an answer asks for", () => {
  const build = tableAt("v3-build", 110).view;
  const talk = tableAt("v1-dispute", 37).view;

  it("is chips for a merge and for a verdict on code, words for a decree on words", () => {
    const asked = question([]);
    expect(inputOf(build, asked, option("remerge", "text"))).toBe("directives");
    expect(inputOf(build, asked, option("decree", "text"))).toBe("directives");
    expect(inputOf(talk, asked, option("decree", "text"))).toBe("words");
  });

  it("is a number of rounds where the table is sent back, and a file where one is edited", () => {
    const asked = question([], "parley");
    expect(inputOf(talk, asked, option("send_back", "optional_text"))).toBe("rounds");
    expect(inputOf(talk, asked, option("edit", "text"))).toBe("file");
    expect(inputOf(talk, asked, option("approve"))).toBe("nothing");
  });
});

test("words that are needed must be there; an edited file may be empty", () => {
  expect(isReady(option("decree", "text"), "words", "  ")).toBe(false);
  expect(isReady(option("decree", "text"), "words", "So be it.")).toBe(true);
  expect(isReady(option("send_back", "optional_text"), "rounds", "")).toBe(true);
  expect(isReady(option("edit", "text"), "file", "")).toBe(true);
});

test("an answer carries the question that was shown, and words only where they are meant", () => {
  const asked = question([option("stop")]);
  expect(answerOf(asked, option("stop"), "left over from another field", null)).toEqual({
    question: "q-1",
    option: "stop",
    text: "",
    rounds: 2,
  });
  expect(answerOf(asked, option("send_back", "optional_text"), "again", 5)).toMatchObject({
    text: "again",
    rounds: 5,
  });
});

describe("chips begin with what is known", () => {
  const view = tableAt("v3-build", 110).view;

  it("with the merge's own directives where the option has them", () => {
    const text = "BASE=Percival. INCORPORATE: total (cart.py) from Gawain. MUST_FIX: none.";
    expect(firstDirectives(view, option("remerge", "text", text))?.base).toBe("Percival");
  });

  it("with the last verdict else, under the seats' names though the round goes on", () => {
    const found = firstDirectives(view, option("decree", "text"));
    const seats = view.seats.map((seat) => seat.name);
    expect(seats).toContain(found?.base);
    expect(seats).toContain(found?.take[0]?.from);
    expect(found?.fix.map((fix) => fix.problem)).toContain("must refuse None");
  });

  it("with nobody as the base where nothing speaks for one", () => {
    const rounds = view.rounds.map((round) => ({ ...round, judgements: [] }));
    expect(firstDirectives({ ...view, rounds }, option("decree", "text"))).toEqual({
      base: "",
      take: [],
      fix: [],
    });
  });

  it("with text where chips cannot hold it", () => {
    expect(firstDirectives(view, option("remerge", "text", "as you like"))).toBeNull();
  });
});

test("a question about a change finds it by the digest at its end", () => {
  const { view } = tableAt("v4-apply", 15);
  if (!view.question) throw new Error("the kept apply asks at 15");
  expect(changeAsked(view, view.question)?.proposed.change.path).toBe("cart.py");
  expect(changeAsked(view, { ...view.question, id: "parley-1-other" })).toBeNull();
  const { view: none } = changed(tableAt("v1-dispute", 37), {});
  expect(changeAsked(none, view.question)).toBeNull();
});

test("a label does not repeat what the seat's mark says", () => {
  const long = { ...option("pick:Gawain"), label: "Take Gawain (scripted rehearsal)'s proposal" };
  expect(shortLabel(long)).toBe("Take Gawain's proposal");
});
