import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announce, Announcer } from "@/design/announcer";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test("what comes together is said in one breath, and once", () => {
  render(<Announcer />);
  announce("Round 2 begins.");
  announce("Galahad speaks.");
  announce("Galahad speaks.");
  pass(200);
  expect(screen.getByRole("status").textContent).toBe("Round 2 begins. Galahad speaks.");
});

test("the same words said again are a change that is spoken again", () => {
  render(<Announcer />);
  announce("Saved.");
  pass(200);
  const first = screen.getByRole("status").textContent;
  announce("Saved.");
  pass(200);
  expect(screen.getByRole("status").textContent).not.toBe(first);
  expect(screen.getByRole("status").textContent?.trim()).toBe("Saved.");
});

test("old words are cleared away, so that nobody walks into them later", () => {
  render(<Announcer />);
  announce("Saved.");
  pass(10_000);
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});
