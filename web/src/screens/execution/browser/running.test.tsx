import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Run, Told } from "@/runtime/run";
import { Result } from "./result";
import { type Starter, useRunner } from "./running";

/** A run that does what the test says, in the place of a frame. */
function stage() {
  const stops: number[] = [];
  let told: Told | null = null;
  const run: Run = {
    stop: () => {
      stops.push(1);
      told?.onEnd({ kind: "stopped" });
    },
  };
  const starter: Starter = (_, teller) => {
    told = teller;
    return Promise.resolve(run);
  };
  const say = (words: (told: Told) => void) =>
    act(async () => {
      if (told) words(told);
      await vi.advanceTimersByTimeAsync(200);
    });
  return { starter, say, stops };
}

function Ground({ starter }: { starter: Starter }) {
  const runner = useRunner();
  return (
    <>
      <button type="button" onClick={() => runner.start("python main.py", "output", starter)}>
        Begin
      </button>
      <Result runner={runner} />
    </>
  );
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("shows what is printed as it comes, and the code at the end", async () => {
  const { starter, say } = stage();
  render(<Ground starter={starter} />);
  fireEvent.click(screen.getByText("Begin"));
  await say((told) => told.onStage("Starting Python"));
  expect(screen.getByText(/Starting Python/)).toBeVisible();
  await say((told) => {
    told.onBegun();
    told.onText("stdout", "<b>one</b>\n");
    told.onText("stderr", "two\u202e\n");
  });
  const log = screen.getByRole("log", { name: "Output" });
  expect(log).toHaveTextContent("<b>one</b> two⟨U+202E⟩");
  expect(log.querySelector("b")).toBeNull();
  await say((told) => told.onEnd({ kind: "exited", code: 4 }));
  expect(screen.getByText("exit code 4")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
});

it("stops at a press, and when nobody looks any more", async () => {
  const { starter, say, stops } = stage();
  const { unmount } = render(<Ground starter={starter} />);
  fireEvent.click(screen.getByText("Begin"));
  await say((told) => told.onBegun());
  fireEvent.click(screen.getByRole("button", { name: "Stop" }));
  expect(stops).toHaveLength(1);
  expect(screen.getByText("stopped")).toBeVisible();
  fireEvent.click(screen.getByText("Begin"));
  await say((told) => told.onBegun());
  unmount();
  expect(stops.length).toBeGreaterThan(1);
});

it("tells why it could not be run", async () => {
  const starter: Starter = () => Promise.reject(new Error("the file was answered with 404"));
  render(<Ground starter={starter} />);
  fireEvent.click(screen.getByText("Begin"));
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(screen.getByRole("alert")).toHaveTextContent("the file was answered with 404");
});
