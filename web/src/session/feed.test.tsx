import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Event } from "@/fold";
import { kept } from "@/fold/testing/kept";
import { buffers } from "@/live/buffers";
import { useSession } from "@/session/feed";
import { bufferKey } from "@/session/keys";

class Line extends EventTarget {
  static readonly CLOSED = 2;
  static last: Line;
  readyState = 1;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    Line.last = this;
  }

  close() {
    this.readyState = Line.CLOSED;
  }

  say(event: Event) {
    this.dispatchEvent(new MessageEvent(event.type, { data: JSON.stringify(event) }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Line);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function see(state: DocumentVisibilityState) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new globalThis.Event("visibilitychange"));
}

const open = () => Line.last.dispatchEvent(new globalThis.Event("open"));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** What has been said of a turn, as whoever looks is shown it. */
function text(key: string): string {
  return JSON.stringify(buffers.read(key).groups);
}

test("who comes back to a page finds all events and every word once", async () => {
  const log = kept("v3-build").filter((event) => event.seq <= 8);
  const started = log.findLast((event) => event.type === "agent_start");
  if (started?.type !== "agent_start") throw new Error("nobody has begun to speak");
  const { turn_key, ask } = started;
  const key = bufferKey("x", turn_key, ask);
  const token = (words: string) =>
    ({ ...started, type: "token", seq: 0, text: words }) as unknown as Event;
  const { result } = renderHook(() => useSession("x"));
  open();
  for (const event of log.filter(({ seq }) => seq <= started.seq)) Line.last.say(event);
  Line.last.say(token("One "));
  Line.last.say(token("two "));
  await pass(300);
  expect(text(key)).toContain("One two");
  see("hidden");
  await pass(40_000);
  expect(Line.last.readyState, "the table is at work").not.toBe(Line.CLOSED);
  see("visible");
  // The line broke meanwhile, and the browser has taken it up.
  open();
  // What was said so far comes once more, as one piece.
  Line.last.say(token("One two three "));
  Line.last.say(token("four"));
  await pass(300);
  expect(text(key)).toContain("One two three four");
  expect(text(key)).not.toContain("One two One");
  expect(result.current.session?.view.seq).toBe(started.seq);
  expect(result.current.connection).toBe("live");
});

test("a session that rests gives its line up while nobody looks, and takes it up by its id", async () => {
  const log = kept("v3-build");
  const asked = log.find((event) => event.type === "choice_offered")?.seq ?? 0;
  const { result } = renderHook(() => useSession("y"));
  open();
  for (const event of log.filter(({ seq }) => seq <= asked)) Line.last.say(event);
  await pass(300);
  see("hidden");
  await pass(40_000);
  expect(Line.last.readyState).toBe(Line.CLOSED);
  see("visible");
  expect(Line.last.url).toBe(`/api/session/y/stream?after=${asked}`);
  open();
  for (const event of log.filter(({ seq }) => seq >= asked && seq < asked + 3)) {
    Line.last.say(event);
  }
  await pass(300);
  expect(result.current.session?.view.seq).toBe(asked + 2);
});
