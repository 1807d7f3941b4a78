// Runs in the view, and what they wrote beside it.
import { describe, expect, it } from "vitest";
import { quickest } from "@/testing/quickest";
import { blank } from "./blank";
import { reduce } from "./reduce";
import { KEPT, piecesOf } from "./run-texts";
import { kept } from "./testing/kept";
import type { Event, EventOf, RunText, RunView, Session } from "./types";

function folded(name: string): Session {
  return kept(name).reduce(reduce, blank);
}

function lastRun(session: Session): RunView {
  const run = session.view.runs.at(-1);
  if (!run) throw new Error("there is no run");
  return run;
}

function textOf(session: Session, run = 1): string {
  const text = session.texts.byRun[run];
  return text ? [...piecesOf(text)].map((piece) => piece.text).join("") : "";
}

/** The session just before its first run ends. */
function running(name: string): Session {
  const log = kept(name);
  return log
    .slice(
      0,
      log.findIndex(({ type }) => type === "exec_done"),
    )
    .reduce(reduce, blank);
}

function output(text: string, run = 1, seq = 1_000): EventOf<"exec_output"> {
  const place = { session: "s", seq, at: "later", v: 6 };
  return {
    type: "exec_output",
    ...place,
    run,
    service: "app",
    stream: "stdout",
    text,
    written: "",
  };
}

describe("the view of a run", () => {
  it("shows where it can be reached only while it is up", () => {
    expect(lastRun(running("v6-served"))).toMatchObject({
      open: true,
      outcome: null,
      addresses: [{ service: "web", port: 8000 }],
    });
    expect(lastRun(folded("v6-served"))).toMatchObject({
      open: false,
      good: true,
      outcome: "served",
      addresses: [],
    });
  });

  it("tells a run that came to nothing from one that began", () => {
    expect(lastRun(folded("v6-no-engine"))).toMatchObject({
      begun: false,
      error: "no_engine",
      limits: null,
    });
    expect(lastRun(folded("v6-refused")).refusals).toHaveLength(3);
  });

  it("is not touched by what comes after the end of the run", () => {
    const before = folded("v6-served");
    const after = reduce(before, output("late"));
    expect(after.view.runs).toBe(before.view.runs);
    expect(after.texts).toBe(before.texts);
  });

  it("counts characters as the server does", () => {
    const before = running("v6-served");
    const after = reduce(before, output("é🛒🛒x"));
    expect(lastRun(after).written - lastRun(before).written).toBe(4);
  });

  it("a failed test is no good run, whatever the exit code", () => {
    const done = kept("v6-rerun").find((event) => event.type === "exec_done");
    const before = running("v6-rerun");
    const after = reduce(before, { ...done, outcome: "succeeded" } as Event);
    expect(lastRun(after).good).toBe(false);
  });
});

describe("the rounds around runs", () => {
  it("both rounds of execution count, and the later has the files of the earlier", () => {
    const { view, texts } = folded("v6-rerun");
    expect(view.rounds.map(({ key, attempt, counts }) => [key, attempt, counts])).toEqual([
      ["execution", 1, true],
      ["execution", 2, true],
    ]);
    expect(texts.byRound[1]?.before).toBe(texts.byRound[0]?.after);
  });

  it("a round that was held unasked says so", () => {
    const { rounds } = folded("v6-retried").view;
    expect(rounds.map(({ automatic }) => automatic)).toEqual([false, true, true]);
  });

  it("the agenda has the round of execution while it counts or is to be held anew", () => {
    const analysed = folded("v6-analysed").view;
    expect(analysed.agenda.map(({ key }) => key)).toEqual(["development", "execution"]);
    expect(analysed.phase).toBe("execution");
    const log = kept("v6-held-anew");
    const place = log.findIndex(({ type }) => type === "round_reopened");
    const anew = log.slice(0, place + 1).reduce(reduce, blank).view;
    expect(anew.agenda.map(({ key }) => key)).toEqual(["development", "execution"]);
    const back = folded("v6-taken-back").view;
    expect(back.agenda.map(({ key }) => key)).toEqual(["development"]);
  });
});

describe("what a run wrote", () => {
  it("is there in its order, each piece of its service and stream", () => {
    const pieces = [...piecesOf(folded("v6-served").texts.byRun[1] as RunText)];
    expect(pieces[0]).toMatchObject({ service: "web", stream: "build" });
    expect(pieces.map(({ stream }) => stream)).toContain("notice");
    expect(textOf(folded("v6-served"))).toContain("0.0.0.0:8000 — café 🛒\n");
  });

  it("stays whole over thousands of pieces, and those before are not copied", () => {
    let session = running("v6-served");
    const before = textOf(session);
    const took = quickest(() => {
      session = running("v6-served");
      for (let place = 0; place < 10_000; place += 1) {
        session = reduce(session, output(`line ${place}\n`, 1, 1_000 + place));
      }
    });
    expect(took).toBeLessThan(2_000);
    const text = textOf(session);
    expect(text.startsWith(before)).toBe(true);
    expect(text.split("\n")).toHaveLength(before.split("\n").length + 10_000);
    const earlier = session.texts.byRun[1]?.head;
    const later = reduce(session, output("more\n")).texts.byRun[1]?.head;
    expect(later?.[0]).toBe(earlier?.[0]);
    expect(later?.at(-2)).toBe(earlier?.at(-2));
    expect(session.timeline).toHaveLength(running("v6-served").timeline.length);
  });

  it("loses its middle where there is too much, and says how much", () => {
    let session = running("v6-served");
    for (let place = 0; place < 100; place += 1) {
      session = reduce(session, output(`${place}${"x".repeat(40_000)}\n`, 1, 1_000 + place));
    }
    session = reduce(session, output("the last line\n", 1, 2_000));
    const text = session.texts.byRun[1] as RunText;
    const shown = textOf(session);
    expect(text.headLength + text.tailLength).toBeLessThanOrEqual(KEPT);
    expect(shown.length).toBeGreaterThan(KEPT * 0.9);
    expect(shown.length - KEPT).toBeLessThan(100);
    expect(shown).toMatch(/^#1 \[web/);
    expect(shown.endsWith("the last line\n")).toBe(true);
    expect(shown).toContain(`… ${text.dropped} characters are left out here`);
    const marks = [...piecesOf(text)].filter((piece) => piece.text.includes("left out here"));
    expect(marks.map(({ stream }) => stream)).toEqual(["notice"]);
  });

  it("no character is torn where one piece is too large for a block", () => {
    const session = reduce(running("v6-served"), output(`x${"🛒".repeat(40_000)}`));
    const pieces = [...piecesOf(session.texts.byRun[1] as RunText)].slice(-3);
    expect(pieces.filter((piece) => /\p{Surrogate}/u.test(piece.text))).toEqual([]);
    expect(textOf(session).endsWith(`x${"🛒".repeat(40_000)}`)).toBe(true);
  });

  it("is kept for each run by itself", () => {
    const session = folded("v6-rerun");
    expect(Object.keys(session.texts.byRun)).toEqual(["1", "2"]);
    expect(textOf(session, 2)).toContain("2 passed");
    expect(textOf(session, 2)).not.toContain("AssertionError");
  });
});

it("the timeline tells what came of runs in a line each", () => {
  const titles = folded("v6-served")
    .timeline.filter(({ type }) => type.startsWith("exec_"))
    .map(({ title }) => title);
  expect(titles).toEqual([
    "Run 1 begins",
    "Run 1 is up at http://127.0.0.1:49153",
    "Run 1 ends: served",
  ]);
  const rerun = folded("v6-rerun").timeline.map(({ title }) => title);
  expect(rerun).toContain("Run 1 ends: failed; 1 test passed, 1 failed");
  expect(folded("v6-refused").timeline.map(({ title }) => title)).toContain(
    "Run 1 came to nothing: refused",
  );
  const analysed = folded("v6-analysed").timeline.map(({ title }) => title);
  expect(analysed).toContain("Run 1 begins, by the developer");
  expect(analysed).toContain("Run 1 was broken off");
});
