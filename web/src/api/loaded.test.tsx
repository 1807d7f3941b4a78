import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Refused } from "@/api/client";
import { useLoaded } from "@/api/loaded";

afterEach(() => vi.useRealTimers());

const gone = new Refused({
  type: "unknown_session",
  title: "There is no such session",
  status: 404,
  detail: "there is no session x",
  remedy: "",
  field: "",
});

test("a value is loaded, and kept while it is loaded anew", async () => {
  let next: (value: string) => void = () => {};
  const load = () => new Promise<string>((resolve) => (next = resolve));
  const { result } = renderHook(() => useLoaded("a", load));
  expect(result.current).toMatchObject({ value: null, loading: true });
  await act(async () => next("one"));
  expect(result.current).toMatchObject({ value: "one", loading: false });
  act(() => result.current.reload());
  expect(result.current).toMatchObject({ value: "one", loading: true });
  await act(async () => next("two"));
  expect(result.current).toMatchObject({ value: "two", loading: false });
});

test("another key shows nothing of the first, nor an answer that comes late", async () => {
  const answers: Record<string, (value: string) => void> = {};
  const hook = renderHook(
    ({ key }) => useLoaded(key, () => new Promise<string>((done) => (answers[key] = done))),
    { initialProps: { key: "a" } },
  );
  hook.rerender({ key: "b" });
  await act(async () => answers["a"]?.("of a"));
  expect(hook.result.current.value).toBeNull();
  await act(async () => answers["b"]?.("of b"));
  expect(hook.result.current.value).toBe("of b");
});

test("a refusal is told beside the last value", async () => {
  let fail = false;
  const load = () => (fail ? Promise.reject(gone) : Promise.resolve("here"));
  const { result } = renderHook(() => useLoaded("a", load));
  await waitFor(() => expect(result.current.value).toBe("here"));
  fail = true;
  act(() => result.current.reload());
  await waitFor(() => expect(result.current.problem?.type).toBe("unknown_session"));
  expect(result.current.value).toBe("here");
});

test("it looks again by itself while the page is seen", async () => {
  vi.useFakeTimers();
  const load = vi.fn<() => Promise<number>>(() => Promise.resolve(1));
  const { unmount } = renderHook(() => useLoaded("a", load, 1_000));
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(load).toHaveBeenCalledTimes(3);
  unmount();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(load).toHaveBeenCalledTimes(3);
});

test("an answer slower than the interval is waited for, not thrown away", async () => {
  vi.useFakeTimers();
  const slow = (n: number) =>
    new Promise<number>((resolve) => {
      setTimeout(() => resolve(n), 2_500);
    });
  let asked = 0;
  const { result } = renderHook(() => useLoaded("a", () => slow((asked += 1)), 1_000));
  await act(() => vi.advanceTimersByTimeAsync(2_400));
  expect(asked).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(result.current.value).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(500));
  await act(() => vi.advanceTimersByTimeAsync(2_600));
  expect(result.current.value).toBe(2);
});
