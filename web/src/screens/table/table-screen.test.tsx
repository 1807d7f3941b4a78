import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { Announcer } from "@/design/announcer";
import { knownShortcuts } from "@/design/shortcuts";
import type { Session } from "@/fold";
import { TableScreen } from "./table-screen";
import { answeredAt, changed, refusal, serverAnswers, tableAt } from "./testing/kept-table";

beforeEach(() => {
  serverAnswers(200, []);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

/** A window as wide as a desk, where lanes stand side by side; what is given makes it narrow. */
function wide(): () => void {
  const media = vi.spyOn(window, "matchMedia");
  const size = new EventTarget();
  let matches = true;
  media.mockImplementation((query) =>
    Object.assign(Object.create(size) as EventTarget, {
      media: query,
      matches: matches && query.includes("64rem"),
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
      addEventListener: (type: string, tell: EventListener) => size.addEventListener(type, tell),
      removeEventListener: (type: string, tell: EventListener) =>
        size.removeEventListener(type, tell),
      dispatchEvent: (event: Event) => size.dispatchEvent(event),
    }),
  );
  return () => {
    matches = false;
    size.dispatchEvent(new Event("change"));
  };
}

function show(session: Session, connection: "live" | "retrying" = "live") {
  const location = memoryLocation({ path: "/s/x", record: true });
  const page = (now: Session) => (
    <Router hook={location.hook}>
      <TableScreen session={now} connection={connection} />
      <Announcer />
    </Router>
  );
  const { rerender } = render(page(session));
  return { history: location.history, next: (now: Session) => rerender(page(now)) };
}

const press = (key: string) => fireEvent.keyDown(document.body, { key });

describe("a wide window", () => {
  let narrow: () => void;
  beforeEach(() => {
    narrow = wide();
  });

  it("has a quiet lane for each seat, with who sits there", () => {
    show(tableAt("v3-build", 12));
    const lanes = screen.getAllByRole("log");
    expect(lanes).toHaveLength(3);
    for (const lane of lanes) expect(lane).toHaveAttribute("aria-live", "off");
    const gawain = screen.getByRole("region", { name: "Gawain" });
    expect(gawain).toHaveTextContent("scripted rehearsal");
    expect(gawain).toHaveTextContent("So I see it.");
  });

  it("goes to lanes by number, and shows one alone", () => {
    show(tableAt("v3-build", 12));
    press("2");
    expect(screen.getByRole("log", { name: "What Lancelot says" })).toHaveFocus();
    fireEvent.click(screen.getByRole("button", { name: "Show Gawain alone" }));
    expect(screen.getAllByRole("log")).toHaveLength(1);
    press("3");
    expect(screen.getByRole("log", { name: "What Percival says" })).toBeInTheDocument();
    press("Escape");
    expect(screen.getAllByRole("log")).toHaveLength(3);
  });

  it("gives the numbers to the answers while a question is open", () => {
    show(tableAt("v1-dispute", 37));
    press("2");
    expect(screen.getByRole("radio", { name: /Take Gawain/ })).toBeChecked();
  });

  it("keeps an answer that is being written when it becomes narrow", () => {
    show(tableAt("v1-dispute", 37));
    press("5");
    fireEvent.change(screen.getByLabelText(/Your decree/), { target: { value: "Do both." } });
    const lanes = () => screen.getAllByRole("log").length;
    expect(lanes()).toBe(3);
    act(narrow);
    expect(lanes()).toBe(1);
    expect(screen.getByLabelText(/Your decree/)).toHaveValue("Do both.");
  });

  it("looks back at an earlier pass by the stepper, and returns to now", () => {
    show(tableAt("v1-dispute", 37));
    const gawain = screen.getByRole("region", { name: "Gawain" });
    const heading = (name: RegExp) => within(gawain).getByRole("button", { name });
    expect(heading(/^Round 3/)).toHaveAttribute("aria-expanded", "true");
    fireEvent.click(screen.getByRole("button", { name: /^1, open/ }));
    expect(heading(/^Round 1/)).toHaveAttribute("aria-expanded", "true");
    expect(heading(/^Round 3/)).toHaveAttribute("aria-expanded", "false");
    fireEvent.click(screen.getByRole("button", { name: "Back to now" }));
    expect(heading(/^Round 3/)).toHaveAttribute("aria-expanded", "true");
  });

  it("keeps the letters while a round goes on, and names the seats when it is over", () => {
    const { next } = show(tableAt("v3-build", 110));
    const rail = screen.getByRole("complementary");
    expect(rail).toHaveTextContent("Base:candidate B");
    next(tableAt("v3-build", 119));
    expect(rail).toHaveTextContent("Base:Gawain");
    expect(rail).not.toHaveTextContent("candidate");
  });

  it("leads from a moment of the timeline to the replay", () => {
    const { history } = show(tableAt("v3-build", 12));
    fireEvent.click(screen.getByRole("tab", { name: "Timeline" }));
    fireEvent.click(screen.getByRole("button", { name: /Percival has spoken/ }));
    expect(history.at(-1)).toBe("/s/2026-11-16-build/replay?at=6");
  });
});

test("a narrow window has the same parts under tabs", () => {
  show(tableAt("v3-build", 12));
  expect(screen.getAllByRole("log")).toHaveLength(1);
  fireEvent.click(screen.getByRole("tab", { name: /^Lancelot/ }));
  expect(screen.getByRole("log", { name: "What Lancelot says" })).toBeInTheDocument();
  fireEvent.click(screen.getByRole("tab", { name: "Judge" }));
  expect(screen.getByText(/judges Requirements/)).toBeInTheDocument();
});

describe("commands", () => {
  it("stop at once by key, and say so before the server has answered", async () => {
    const sent = serverAnswers();
    show(tableAt("v3-build", 12));
    press("s");
    const button = screen.getByRole("button", { name: "Stop" });
    expect(button).toHaveAttribute("aria-busy", "true");
    expect(button).toHaveAccessibleDescription(/Pauses it at once; it can be resumed/);
    await waitFor(() => expect(sent[0]?.path).toBe("/api/session/2026-11-16-build/stop"));
  });

  it("hold a round anew from its place among the rounds", async () => {
    const sent = serverAnswers();
    show(tableAt("v3-build", 12));
    fireEvent.click(screen.getByRole("button", { name: "Hold Requirements anew …" }));
    const dialog = screen.getByRole("dialog", { name: "Hold a round anew" });
    expect(within(dialog).getByLabelText("Which round")).toHaveValue("requirements");
    fireEvent.click(within(dialog).getByRole("button", { name: "Hold it anew" }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ round: "requirements" }));
  });

  it("tell a table that was stopped as paused, and leave the focus at the button", () => {
    const { next } = show(tableAt("v3-build", 12));
    screen.getByRole("button", { name: "Stop" }).focus();
    const paused = { reason: "user" as const, detail: "" };
    next(changed(tableAt("v3-build", 12), { paused }));
    expect(screen.getByText("Paused")).toBeInTheDocument();
    expect(screen.getByText(/paused by you; .* it can be resumed/)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Resume" })).toHaveFocus();
  });

  it("are refused with a reason that is shown", async () => {
    serverAnswers(409, refusal("another process leads this session", "busy"));
    show(tableAt("v3-build", 12));
    press("s");
    expect(await screen.findByRole("alert")).toHaveTextContent("another process leads");
  });

  it("resume, with raised caps where a cap was reached", async () => {
    const sent = serverAnswers();
    const paused = { reason: "budget" as const, detail: "a turn needs $0.10" };
    const budget = { max_cost_microusd: 40, max_tokens: null, max_minutes: null };
    show(changed(tableAt("v3-build", 12), { paused, budget }));
    fireEvent.click(screen.getByRole("button", { name: "Resume …" }));
    const dialog = screen.getByRole("dialog", { name: "Resume with other caps" });
    fireEvent.change(within(dialog).getByLabelText("Dollars at most"), { target: { value: "3" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Resume" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({
      caps: { max_cost_usd: 3, max_tokens: null, max_minutes: null },
    });
  });

  it("send a note with Ctrl and Enter, and keep a draft that was refused", async () => {
    const sent = serverAnswers();
    show(tableAt("v3-build", 12));
    press("n");
    const note = screen.getByLabelText("A note to the table");
    expect(note).toHaveFocus();
    fireEvent.change(note, { target: { value: "Mind the cents." } });
    fireEvent.keyDown(note, { key: "Enter", ctrlKey: true });
    await waitFor(() => expect(note).toHaveValue(""));
    expect(sent[0]).toEqual({
      path: "/api/session/2026-11-16-build/developer-input",
      body: { text: "Mind the cents." },
    });
    serverAnswers(409, refusal("the session has ended"));
    fireEvent.change(note, { target: { value: "One more." } });
    fireEvent.keyDown(note, { key: "Enter", metaKey: true });
    expect(await screen.findByRole("alert")).toHaveTextContent("has ended");
    expect(note).toHaveValue("One more.");
  });

  it("hold a round anew, and say what will no longer count", async () => {
    const sent = serverAnswers();
    show(tableAt("v3-build"));
    fireEvent.click(screen.getAllByRole("button", { name: "Hold a round anew …" })[0] as Element);
    const dialog = screen.getByRole("dialog", { name: "Hold a round anew" });
    fireEvent.change(within(dialog).getByLabelText("Which round"), {
      target: { value: "requirements" },
    });
    expect(dialog).toHaveTextContent("Development will no longer count");
    fireEvent.change(within(dialog).getByLabelText("Instructions"), { target: { value: "Less." } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Hold it anew" }));
    await waitFor(() => expect(sent.some(({ path }) => path.endsWith("/retry"))).toBe(true));
    expect(sent.find(({ path }) => path.endsWith("/retry"))?.body).toEqual({
      round: "requirements",
      instructions: "Less.",
    });
  });
});

describe("the end", () => {
  it("shows the outcome, who answered, the account of each seat and what can be done next", () => {
    show(tableAt("v1-dispute"));
    const panel = screen.getByRole("region", { name: "You took a knight's proposal" });
    const rows = within(panel).getAllByRole("row");
    expect(rows).toHaveLength(1 + 3 + 1);
    expect(panel).toHaveTextContent("Answered");
    expect(within(panel).getByRole("link", { name: "Replay" })).toHaveAttribute(
      "href",
      "/s/2026-11-16-dispute/replay",
    );
    expect(within(panel).getByRole("button", { name: /Apply the decision/ })).toBeInTheDocument();
    expect(screen.queryByLabelText("A note to the table")).toBeNull();
  });

  it("offers no download of an apply that wrote nothing", () => {
    const [file] = tableAt("v3-build").view.files;
    if (!file) throw new Error("the kept build has files");
    const links = () => screen.queryByRole("link", { name: "Download them" });
    show(changed(tableAt("v4-not-applied"), { files: [file] }));
    expect(links()).toBeNull();
    cleanup();
    show(changed(tableAt("v4-apply", 34), { files: [file] }));
    expect(links()).toBeInTheDocument();
  });

  it("says of a fate that nobody chose that nobody was there", () => {
    const ended = tableAt("v1-consensus");
    const choices = ended.view.choices.map((choice) => ({ ...choice, unattended: true }));
    show(changed(ended, { choices }));
    expect(screen.getByText(/, as nobody was there$/)).toBeInTheDocument();
  });

  it("offers to undo what an apply has written", async () => {
    const sent = serverAnswers();
    show(tableAt("v4-apply", 34));
    fireEvent.click(screen.getByRole("button", { name: /^Undo/ }));
    await waitFor(() => expect(sent.some(({ path }) => path.endsWith("/undo"))).toBe(true));
  });
});

test("boundaries are spoken as they come, and nothing of what was there before", async () => {
  const voice = () => document.querySelector("[aria-live=polite]")?.textContent ?? "";
  const { next } = show(tableAt("v3-build", 14));
  next(tableAt("v3-build", 18));
  await waitFor(() => expect(voice()).toContain("Percival has spoken."));
  expect(voice()).not.toContain("Gawain");
  expect(voice()).not.toContain("Round");
});

test("a table that has been silent for long can be taken up again", async () => {
  vi.useFakeTimers();
  const sent = serverAnswers();
  show(tableAt("v3-build", 13));
  expect(screen.queryByRole("button", { name: "Take it up again" })).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(46_000));
  vi.useRealTimers();
  fireEvent.click(screen.getByRole("button", { name: "Take it up again" }));
  await waitFor(() => expect(sent[0]?.path).toBe("/api/session/2026-11-16-build/resume"));
});

test("a turn that lasts longer than a turn may is taken for one that broke off", async () => {
  vi.useFakeTimers();
  const session = tableAt("v3-build", 12);
  const [first, ...turns] = session.view.turns;
  if (!first) throw new Error("the kept build has turns");
  show(changed(session, { turns: [{ ...first, status: "open" }, ...turns] }));
  const again = () => screen.queryByRole("button", { name: "Take it up again" });
  await act(() => vi.advanceTimersByTimeAsync(121_000));
  expect(again()).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(again()).toBeInTheDocument();
  expect(screen.getByText(/longer than a turn may take/)).toBeInTheDocument();
  vi.useRealTimers();
});

test("while the judge answers a question one can decide, and is told what the server says to it", async () => {
  serverAnswers(409, refusal("the judge is answering a question"));
  show(answeredAt(tableAt("v1-dispute", 37)));
  press("1");
  const decide = screen.getByRole("button", { name: /^Decide/ });
  expect(decide).not.toHaveAttribute("aria-busy");
  expect(screen.getByText(/The judge is answering you/)).toBeInTheDocument();
  fireEvent.click(decide);
  expect(await screen.findByRole("alert")).toHaveTextContent("the judge is answering a question");
});

test("the keys of a table are told once each", () => {
  show(tableAt("v3-build", 12));
  const keys = knownShortcuts().flatMap(({ shortcuts }) => shortcuts);
  expect(keys.map(({ label }) => label)).not.toContain("Show the keys");
  expect(keys.map((key) => key.keys)).toEqual(expect.arrayContaining(["f", "r", "c", "n", "s"]));
});

test("a server that is gone is told, and what was seen stays", () => {
  show(tableAt("v3-build", 12), "retrying");
  expect(screen.getByText(/The server does not answer/)).toBeInTheDocument();
  expect(screen.getAllByRole("log").length).toBeGreaterThan(0);
});

test("a question to the judge waits until the table rests", () => {
  show(tableAt("v3-build", 12));
  press("c");
  expect(screen.getByRole("dialog", { name: "Ask the judge" })).toHaveTextContent(
    "The table is at work",
  );
});
