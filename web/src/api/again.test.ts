import { expect, test, vi } from "vitest";
import { again } from "@/api/again";

test("what was not answered is asked for again, and given up in the end", async () => {
  const late = vi.fn<() => Promise<number>>();
  late.mockRejectedValueOnce(new TypeError("network changed")).mockResolvedValueOnce(7);
  await expect(again(late)).resolves.toBe(7);
  expect(late).toHaveBeenCalledTimes(2);
  const never = vi.fn<() => Promise<number>>().mockRejectedValue(new TypeError("gone"));
  await expect(again(never)).rejects.toThrow("gone");
  expect(never).toHaveBeenCalledTimes(3);
});

test("what nobody waits for any more is not asked for again", async () => {
  const leaving = new AbortController();
  const ask = vi.fn<() => Promise<number>>(() => {
    leaving.abort();
    return Promise.reject(new DOMException("aborted", "AbortError"));
  });
  await expect(again(ask, leaving.signal)).rejects.toThrow("aborted");
  expect(ask).toHaveBeenCalledTimes(1);
});
