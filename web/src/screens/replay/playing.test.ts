import { describe, expect, it, test } from "vitest";
import { blank, reduce } from "@/fold";
import { kept } from "@/fold/testing/kept";
import { jump, momentIn, placeOf, ticksOf, told, waitAfter } from "./playing";

const events = kept("v1-dispute");
const { timeline } = events.reduce(reduce, blank);

describe("the pause before the next event", () => {
  const at = (second: number) => ({ ...events[0], at: new Date(second * 1000).toISOString() });
  const log = [at(0), at(1), at(600), at(600)] as typeof events;

  it("is as long as it was, within what a reader follows, and shorter at speed", () => {
    expect(waitAfter(log, 0, 1)).toBe(1000);
    expect(waitAfter(log, 0, 4)).toBe(250);
    expect(waitAfter(log, 1, 1)).toBe(2500);
    expect(waitAfter(log, 2, 1)).toBe(120);
    expect(waitAfter(log, 3, 1)).toBe(0);
  });
});

test("a jump goes to the next boundary, and to the ends of the log where there is none", () => {
  const after = jump(timeline, 4, 1);
  expect(timeline.find((entry) => entry.seq === after)?.type).toBe("agent_end");
  expect(jump(timeline, after, -1)).toBeLessThan(after);
  expect(jump(timeline, 71, 1)).toBe(71);
  expect(jump(timeline, 1, -1)).toBe(1);
});

test("an address names a moment within the log, and the beginning where it names none", () => {
  expect(momentIn("?at=12", 1, 71)).toBe(12);
  expect(momentIn("at=12", 1, 71)).toBe(12);
  expect(momentIn("?at=9999", 1, 71)).toBe(71);
  expect(momentIn("?at=-3", 1, 71)).toBe(1);
  expect(momentIn("?at=soon", 1, 71)).toBe(1);
  expect(momentIn("", 1, 71)).toBe(1);
});

test("a place is found for every event", () => {
  expect(placeOf(events, 1)).toBe(0);
  expect(placeOf(events, 71)).toBe(70);
  expect(placeOf(events, 500)).toBe(70);
});

describe("ticks", () => {
  it("stand for boundaries, in the colour of whose they are", () => {
    const ticks = ticksOf(timeline);
    expect(ticks.find((tick) => tick.seq === 8)).toEqual({ seq: 8, seat: "Gawain", major: false });
    expect(ticks.find((tick) => tick.seq === 37)?.major).toBe(true);
    expect(ticks.some((tick) => tick.seq === 9)).toBe(false);
  });

  it("are no more than can be seen, however long the log is", () => {
    const long = Array.from({ length: 5000 }, (_, place) => ({
      seq: place + 1,
      at: "",
      type: place % 500 === 0 ? "round_start" : "agent_end",
      round: "r",
      attempt: 1,
      title: "",
    }));
    const ticks = ticksOf(long);
    expect(ticks.length).toBeLessThanOrEqual(301);
    expect(ticks.filter((tick) => tick.major)).toHaveLength(10);
  });
});

test("an event is told with whose it is", () => {
  expect(told(timeline.find((entry) => entry.seq === 8))).toBe("Gawain has spoken");
  expect(told(undefined)).toBe("");
});
