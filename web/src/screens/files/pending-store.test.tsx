import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changed, NOTHING } from "./pending";

const pending = changed(NOTHING, "a.py", "1", "2", "edited by hand");

beforeEach(() => {
  sessionStorage.clear();
  vi.resetModules();
});

afterEach(() => vi.useRealTimers());

/** As a page that is loaded anew would have it. */
async function freshStore() {
  return await import("./pending-store");
}

test("what was typed is there again after the page is loaded anew, to the last letter", async () => {
  const { usePending } = await freshStore();
  const { result } = renderHook(() => usePending("s"));
  expect(result.current[0]).toEqual(NOTHING);
  act(() => result.current[1](pending));
  expect(result.current[0]).toEqual(pending);
  window.dispatchEvent(new Event("pagehide"));
  vi.resetModules();
  const again = await freshStore();
  expect(renderHook(() => again.usePending("s")).result.current[0]).toEqual(pending);
  expect(renderHook(() => again.usePending("other")).result.current[0].steps).toEqual([]);
});

test("what is no longer pending is not brought back", async () => {
  vi.useFakeTimers();
  const { usePending } = await freshStore();
  const { result } = renderHook(() => usePending("s"));
  act(() => result.current[1](pending));
  vi.advanceTimersByTime(1_000);
  expect(sessionStorage).toHaveLength(1);
  act(() => result.current[1](NOTHING));
  vi.advanceTimersByTime(1_000);
  expect(sessionStorage).toHaveLength(0);
});

test("something else under its name is taken for nothing", async () => {
  sessionStorage.setItem("roundtable.pending.s", "{broken");
  const { usePending } = await freshStore();
  expect(renderHook(() => usePending("s")).result.current[0].drafts).toEqual({});
  sessionStorage.setItem("roundtable.accepted.s", '{"a": 1}');
  const { useAccepted } = await freshStore();
  expect(renderHook(() => useAccepted("s")).result.current[0].size).toBe(0);
});

test("a hunk is accepted, and no longer so with another press", async () => {
  const { useAccepted } = await freshStore();
  const { result } = renderHook(() => useAccepted("s"));
  act(() => result.current[1]("a hunk"));
  expect(result.current[0].has("a hunk")).toBe(true);
  act(() => result.current[1]("a hunk"));
  expect(result.current[0].has("a hunk")).toBe(false);
});

test("what was accepted is so after the page is loaded anew, in its session alone", async () => {
  const { useAccepted } = await freshStore();
  const { result } = renderHook(() => useAccepted("s"));
  act(() => result.current[1]("a.py\none"));
  act(() => result.current[1]("a.py\ntwo"));
  act(() => result.current[1]("a.py\ntwo"));
  vi.resetModules();
  const again = await freshStore();
  expect([...renderHook(() => again.useAccepted("s")).result.current[0]]).toEqual(["a.py\none"]);
  expect(renderHook(() => again.useAccepted("other")).result.current[0].size).toBe(0);
});

test("nothing of what was accepted is left behind when nothing is", async () => {
  const { useAccepted } = await freshStore();
  const { result } = renderHook(() => useAccepted("s"));
  act(() => result.current[1]("a hunk"));
  expect(sessionStorage).toHaveLength(1);
  act(() => result.current[1]("a hunk"));
  expect(sessionStorage).toHaveLength(0);
});
