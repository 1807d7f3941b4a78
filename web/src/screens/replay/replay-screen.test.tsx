import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { kept } from "@/fold/testing/kept";
import { ReplayScreen } from "./replay-screen";
import { linkTo } from "./share";

afterEach(() => vi.useRealTimers());

function show(at = "") {
  const search = at ? `at=${at}` : "";
  const location = memoryLocation({ path: "/s/x/replay", searchPath: search, record: true });
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <ReplayScreen id="x" events={kept("v1-dispute")} loading={false} onReload={() => undefined} />
    </Router>,
  );
  return screen.getByRole("slider", { name: "Moment of the session" });
}

test("a replay is read-only, and opens at the moment that the address names", () => {
  const slider = show("37");
  expect(screen.getByText("replay, read-only")).toBeInTheDocument();
  expect(slider).toHaveValue("37");
  expect(screen.getByText(/The table asks:/)).toBeInTheDocument();
  expect(screen.getByText(/Answered: Let them go on/)).toBeInTheDocument();
  expect(screen.queryByLabelText("A note to the table")).toBeNull();
  expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Hold .* anew/ })).toBeNull();
  expect(screen.queryByRole("radio")).toBeNull();
});

test("the lanes show the table as it stood at the moment one drags to", () => {
  const slider = show();
  expect(screen.queryByText("Gawain stays.")).toBeNull();
  fireEvent.change(slider, { target: { value: "8" } });
  expect(screen.getByText("Gawain stays.")).toBeInTheDocument();
  expect(slider).toHaveAttribute("aria-valuetext", "Event 8 of 71: Gawain has spoken");
  fireEvent.change(slider, { target: { value: "4" } });
  expect(screen.queryByText("Gawain stays.")).toBeNull();
});

test("what happened at the moment has a line of its own on a phone, and is told whole", () => {
  show("8");
  const told = screen.getByText("Gawain has spoken", { selector: "p" });
  expect(told).toHaveClass("max-sm:basis-full");
  expect(told.className).not.toMatch(/(^| )truncate/);
});

test("keys play and pause, and jump from boundary to boundary", () => {
  const slider = show("4");
  fireEvent.keyDown(document.body, { key: "." });
  expect(slider).toHaveValue("8");
  fireEvent.keyDown(document.body, { key: "," });
  expect(slider).toHaveValue("4");
  fireEvent.keyDown(document.body, { key: "p" });
  expect(screen.getByRole("button", { name: "Pause" })).toBeInTheDocument();
  fireEvent.keyDown(slider, { key: " " });
  expect(screen.getByRole("button", { name: "Play" })).toBeInTheDocument();
});

test("it plays to the end, stops there, and begins anew when it is played again", async () => {
  vi.useFakeTimers();
  const slider = show("69");
  fireEvent.click(screen.getByRole("button", { name: "Play" }));
  for (let step = 0; step < 3; step += 1) await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(slider).toHaveValue("71");
  expect(screen.getByText("The session ends:")).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "Play" }));
  expect(slider).toHaveValue("1");
});

test("the timeline has the whole log, and a press goes there", async () => {
  const slider = show("4");
  fireEvent.click(screen.getByRole("tab", { name: "Timeline" }));
  fireEvent.click(screen.getByRole("button", { name: /The session ends/ }));
  await waitFor(() => expect(slider).toHaveValue("71"));
});

test("a link names the session and the moment", () => {
  expect(linkTo({ origin: "http://127.0.0.1:7117" }, "a b", 12)).toBe(
    "http://127.0.0.1:7117/s/a%20b/replay?at=12",
  );
});
