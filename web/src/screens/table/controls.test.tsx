import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Session } from "@/fold";
import type { Commanding } from "./commands";
import { Controls } from "./controls";
import { answeredAt, changed, renderIn, serverAnswers, tableAt } from "./testing/kept-table";

beforeEach(() => {
  serverAnswers();
});
afterEach(() => vi.unstubAllGlobals());

const command: Commanding = {
  busy: false,
  problem: null,
  run: (work) => work(),
  clear: () => undefined,
};

function show(session: Session) {
  const nothing = () => undefined;
  renderIn(session, <Controls command={command} onChat={nothing} onRetry={nothing} />);
}

function withCaps() {
  fireEvent.click(screen.getByRole("button", { name: "More commands" }));
  return screen.getByRole("menuitem", { name: /Resume with other caps/ });
}

describe("other caps", () => {
  test("cannot be given while the table works, as they would change nothing", () => {
    show(tableAt("v3-build", 12));
    expect(withCaps()).toBeDisabled();
  });

  test("can be given when it rests", () => {
    show(changed(tableAt("v3-build", 12), { paused: { reason: "user", detail: "" } }));
    expect(withCaps()).toBeEnabled();
  });
});

describe("while the judge answers a question", () => {
  test("the answer can be stopped, by a press and by the key", async () => {
    const sent = serverAnswers();
    show(answeredAt(tableAt("v1-dispute", 37)));
    fireEvent.click(screen.getByRole("button", { name: "Stop the answer" }));
    await waitFor(() => expect(sent[0]?.path).toBe("/api/session/2026-11-16-dispute/stop"));
    fireEvent.keyDown(document.body, { key: "s" });
    await waitFor(() => expect(sent).toHaveLength(2));
  });

  test("a paused table can be resumed all the same: a server that died answers nobody", async () => {
    const sent = serverAnswers();
    const paused = { reason: "user", detail: "" } as const;
    show(answeredAt(changed(tableAt("v3-build", 12), { paused })));
    const resume = screen.getByRole("button", { name: "Resume" });
    expect(resume).not.toHaveAttribute("aria-busy");
    expect(resume).toHaveAccessibleDescription(/The judge is answering you/);
    fireEvent.click(resume);
    await waitFor(() => expect(sent[0]?.path).toBe("/api/session/2026-11-16-build/resume"));
  });
});
