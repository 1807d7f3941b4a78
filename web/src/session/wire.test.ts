import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Problem } from "@/api/client";
import { type Connection, type Event, listen } from "@/session/wire";

class Line extends EventTarget {
  static readonly CLOSED = 2;
  static all: Line[] = [];
  readyState = 0;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    Line.all.push(this);
  }

  close() {
    this.readyState = Line.CLOSED;
  }

  up() {
    this.readyState = 1;
    this.dispatchEvent(new globalThis.Event("open"));
  }

  say(type: string, seq: number, more = {}) {
    const data = JSON.stringify({ type, seq, ...more });
    this.dispatchEvent(new MessageEvent(type, { data }));
  }

  down(state: 0 | 2) {
    this.readyState = state;
    this.dispatchEvent(new globalThis.Event("error"));
  }
}

let heard: Event[];
let states: [Connection, Problem | null][];
let opens: number;
let awaited: boolean;
let hang: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  Line.all = [];
  heard = [];
  states = [];
  opens = 0;
  awaited = false;
  hang = listen(
    "a b",
    {
      onOpen: () => opens++,
      onEvent: (event) => heard.push(event),
      onConnection: (connection, problem) => states.push([connection, problem]),
      isAwaited: () => awaited,
    },
    Line as unknown as typeof EventSource,
  );
});

afterEach(() => {
  hang();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function answers(status: number, type = "") {
  const body = JSON.stringify({ type, detail: "no", status, title: "", remedy: "", field: "" });
  const headers = { "content-type": "application/problem+json" };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status, headers })));
}

const line = () => Line.all.at(-1) as Line;

test("events are heard once each, in the order of the log", () => {
  line().up();
  line().say("note_added", 1);
  line().say("note_added", 2);
  line().say("note_added", 2);
  line().say("token", 0, { text: "x" });
  expect(heard.map((event) => event.seq)).toEqual([1, 2, 0]);
  expect(Line.all[0]?.url).toBe("/api/session/a%20b/stream?after=0");
});

test("a break is the browser's to mend, and is told", () => {
  line().up();
  line().down(0);
  expect(states.at(-1)).toEqual(["retrying", null]);
  line().up();
  expect(opens).toBe(2);
  expect(states.at(-1)).toEqual(["live", null]);
  expect(Line.all).toHaveLength(1);
});

test("a server that is away for a moment is asked again from where we left", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("refused")));
  line().up();
  line().say("note_added", 7);
  line().down(2);
  await vi.advanceTimersByTimeAsync(1_400);
  expect(Line.all).toHaveLength(2);
  expect(line().url).toBe("/api/session/a%20b/stream?after=7");
});

test("a refusal that lasts is told and not asked again", async () => {
  answers(404, "unknown_session");
  line().down(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Line.all).toHaveLength(1);
  expect(states.at(-1)?.[0]).toBe("closed");
  expect(states.at(-1)?.[1]?.type).toBe("unknown_session");
});

test("who has hung up hears nothing more", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("refused")));
  line().down(2);
  hang();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Line.all).toHaveLength(1);
});

function see(state: DocumentVisibilityState) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new globalThis.Event("visibilitychange"));
}

describe("a page that nobody looks at", () => {
  test("gives its line up after a while, and goes on from where it was", async () => {
    line().up();
    line().say("note_added", 4);
    see("hidden");
    await vi.advanceTimersByTimeAsync(29_000);
    expect(line().readyState).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(line().readyState).toBe(Line.CLOSED);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(Line.all).toHaveLength(1);
    see("visible");
    expect(line().url).toBe("/api/session/a%20b/stream?after=4");
    line().up();
    line().say("note_added", 4);
    line().say("note_added", 5);
    expect(heard.map((event) => event.seq)).toEqual([4, 5]);
    expect(opens).toBe(2);
    expect(states.map(([state]) => state)).toEqual(["live", "live"]);
  });

  test("keeps its line for as long as somebody waits for what comes", async () => {
    awaited = true;
    line().up();
    see("hidden");
    await vi.advanceTimersByTimeAsync(200_000);
    expect(line().readyState).toBe(1);
    awaited = false;
    await vi.advanceTimersByTimeAsync(31_000);
    expect(line().readyState).toBe(Line.CLOSED);
  });

  test("keeps its line where somebody comes back before that", async () => {
    line().up();
    see("hidden");
    await vi.advanceTimersByTimeAsync(20_000);
    see("visible");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Line.all).toHaveLength(1);
    expect(line().readyState).toBe(1);
  });

  test("is the same where it was opened in the background", async () => {
    hang();
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    const quiet = {
      onOpen: () => 0,
      onEvent: () => undefined,
      onConnection: () => undefined,
      isAwaited: () => false,
    };
    hang = listen("b", quiet, Line as unknown as typeof EventSource);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(line().readyState).toBe(Line.CLOSED);
    see("visible");
    expect(line().url).toBe("/api/session/b/stream?after=0");
  });

  test("does not ask for a server that is away, and has one line when it is seen again", async () => {
    let fail: () => void = () => undefined;
    vi.stubGlobal("fetch", () => new Promise((_, no) => (fail = () => no(new Error("refused")))));
    line().up();
    line().down(2);
    see("hidden");
    await vi.advanceTimersByTimeAsync(31_000);
    see("visible");
    expect(Line.all).toHaveLength(2);
    // What was being looked into before is no concern any more.
    for (let tries = 0; tries < 3; tries += 1) {
      fail();
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(Line.all).toHaveLength(2);
  });

  test("stays away where it was refused for good", async () => {
    answers(404, "unknown_session");
    line().down(2);
    await vi.advanceTimersByTimeAsync(100);
    see("hidden");
    await vi.advanceTimersByTimeAsync(60_000);
    see("visible");
    expect(Line.all).toHaveLength(1);
  });
});
