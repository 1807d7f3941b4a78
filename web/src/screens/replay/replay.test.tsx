import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Route, Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { kept } from "@/fold/testing/kept";
import { refusal, serverAnswers } from "../table/testing/kept-table";
import Replay from ".";

afterEach(() => vi.unstubAllGlobals());

function show() {
  const location = memoryLocation({ path: "/s/x/replay" });
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <Route path="/s/:id/replay">
        <Replay />
      </Route>
    </Router>,
  );
}

const slider = () => screen.queryByRole("slider", { name: "Moment of the session" });

test("a replay stays when no more can be loaded, and says so", async () => {
  serverAnswers(
    200,
    kept("v1-dispute").filter((event) => event.seq <= 37),
  );
  show();
  await waitFor(() => expect(slider()).toBeInTheDocument());
  serverAnswers(409, refusal("the log is out of reach", "log_unavailable"));
  fireEvent.click(screen.getByRole("button", { name: /load what has come since/ }));
  const told = await screen.findByRole("alert");
  expect(told).toHaveTextContent("What has come since could not be loaded.");
  expect(told).toHaveTextContent("The log is out of reach. See where it stands.");
  expect(slider()).toBeInTheDocument();
});

test("a replay that could not be loaded at all says why", async () => {
  serverAnswers(409, refusal("the log is out of reach", "log_unavailable"));
  show();
  expect(await screen.findByText(/log is out of reach/)).toBeInTheDocument();
  expect(slider()).toBeNull();
});
