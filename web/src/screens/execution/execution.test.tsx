import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { Route } from "wouter";
import type { Schemas } from "@/api/client";
import type { Event } from "@/fold";
import { keptEvents } from "@/screens/files/kept-log";
import Execution from "./index";

type Told = Schemas["Execution"];

const passing: Schemas["CheckReport"] = {
  place: "bubblewrap",
  checks: [
    { kind: "parse", status: "passed", detail: "" },
    { kind: "lint", status: "not_run", detail: "the project has no linter of its own" },
    { kind: "tests", status: "passed", detail: "" },
  ],
  passed: ["tests/test_cart.py::test_total"],
  failed: [],
  seconds: 0.2,
};
const failing: Schemas["CheckReport"] = {
  ...passing,
  checks: [{ kind: "tests", status: "failed", detail: "AssertionError: 99 != 100" }],
  passed: ["tests/test_cart.py::test_label"],
  failed: ["tests/test_cart.py::test_total"],
};
const sandbox: Told["ways"][number] = {
  id: "sandbox",
  label: "Sandbox",
  available: true,
  reason: "1 file of tests",
  remedy: "",
  engine: "",
  source: "",
};
const container: Told["ways"][number] = {
  id: "container",
  label: "Container",
  available: true,
  reason: "from compose.yaml, by docker 27",
  remedy: "",
  engine: "docker 27",
  source: "compose.yaml",
};
const noEngine = {
  ...container,
  available: false,
  engine: "",
  reason: "no container engine: `docker` is not installed",
  remedy: "install Docker or Podman",
};
const ways: Told["ways"] = [noEngine, sandbox];

/** The server's event stream, from a kept log. */
const lines: EventTarget[] = [];
function streamOf(events: readonly Event[]) {
  return class extends EventTarget {
    static readonly CLOSED = 2;
    readonly readyState = 1;
    constructor() {
      super();
      lines.push(this);
      queueMicrotask(() => {
        this.dispatchEvent(new Event("open"));
        for (const event of events) {
          this.dispatchEvent(new MessageEvent(event.type, { data: JSON.stringify(event) }));
        }
      });
    }
    close() {}
  };
}

/** The same as `open`, with a way to let more events come. */
function growing(
  before: readonly Event[],
  answers: (request: Request) => Answer,
): { tell: (events: readonly Event[]) => void } {
  open(before, answers);
  const line = lines.at(-1);
  return {
    tell: (events) => {
      for (const event of events) {
        line?.dispatchEvent(new MessageEvent(event.type, { data: JSON.stringify(event) }));
      }
    },
  };
}

type Answer = { status: number; body: unknown };

let count = 0;
function open(
  log: string | readonly Event[],
  answers: (request: Request) => Answer | Promise<Answer>,
): Request[] {
  const asked: Request[] = [];
  vi.stubGlobal("EventSource", streamOf(typeof log === "string" ? keptEvents(log) : log));
  vi.stubGlobal("fetch", async (request: Request) => {
    asked.push(request.clone());
    const { status, body } = await answers(request);
    const headers = { "content-type": "application/json" };
    return new Response(JSON.stringify(body), { status, headers });
  });
  count += 1;
  window.history.replaceState(null, "", `/s/run-${count}/run`);
  render(<Route path="/s/:id/run" component={Execution} />);
  return asked;
}

const told = (last: Told["last"], offered = ways, running: number | null = null): Answer => ({
  status: 200,
  body: { ways: offered, last, running } satisfies Told,
});

beforeEach(() => {
  vi.unstubAllGlobals();
  // A list is scrolled to its end; jsdom has no layout, and so nothing to scroll.
  Element.prototype.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
});

test("each way is told with what is the matter with it, and only what works has a button", async () => {
  open("v5-edited", () => told(passing));
  const command = await screen.findByText("docker");
  expect(command.tagName).toBe("CODE");
  expect(command.parentElement).toHaveTextContent("No container engine: docker is not installed.");
  expect(screen.getByText("What to do: Install Docker or Podman.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Run it in a container" })).toBeNull();
  expect(screen.getByRole("button", { name: "Run the tests now" })).toBeInTheDocument();
});

test("where nothing can be run there is no dead button, but the reason and the remedy", async () => {
  const none = [
    { ...sandbox, available: false, reason: "there is no bubblewrap", remedy: "install it" },
  ];
  open("v5-edited", () => told(null, none));
  expect(await screen.findByText("There is no bubblewrap.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /Run the tests/ })).toBeNull();
});

test("the last evidence of the log is shown, a check that was not run with its reason", async () => {
  open("v5-edited", () => told(passing));
  expect(await screen.findByText("The one test passes.")).toBeInTheDocument();
  expect(screen.getByText("The project has no linter of its own.")).toBeInTheDocument();
  expect(screen.getByText(/sandbox on this machine/)).toBeInTheDocument();
});

test("a run shows its tests, failed first, with the output", async () => {
  const asked = open("v5-edited", (request) =>
    request.method === "POST" ? { status: 200, body: { report: failing } } : told(passing),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Run the tests now" }));
  expect(await screen.findByText("1 of 2 tests fail.")).toBeInTheDocument();
  expect(screen.getByText("AssertionError: 99 != 100")).toBeInTheDocument();
  const tests = within(screen.getByRole("region", { name: "Tests" })).getAllByRole("listitem");
  expect(tests.map((each) => each.textContent)).toEqual([...failing.failed, ...failing.passed]);
  expect(asked.filter((request) => request.method === "POST")).toHaveLength(1);
});

test("what came of the tests stands beside their button, with the way to the whole", async () => {
  open("v5-edited", (request) =>
    request.method === "POST" ? { status: 200, body: { report: failing } } : told(passing),
  );
  const button = await screen.findByRole("button", { name: "Run the tests now" });
  fireEvent.click(screen.getByRole("tab", { name: "On record" }));
  fireEvent.click(button);
  const row = button.closest("li") as HTMLElement;
  expect(await within(row).findByText("Just now: 1 failed, 1 passed.")).toBeInTheDocument();
  expect(screen.getByRole("tab", { name: "Run just now" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  const shown: Element[] = [];
  Element.prototype.scrollIntoView = function () {
    shown.push(this);
  };
  fireEvent.click(within(row).getByRole("button", { name: "What the tests say" }));
  expect(shown[0]).toHaveTextContent("1 of 2 tests fail.");
});

test("while it runs, that is told, and a second press is none", async () => {
  let finish: (answer: Answer) => void = () => undefined;
  const asked = open("v5-edited", (request) =>
    request.method === "POST" ? new Promise<Answer>((done) => (finish = done)) : told(null),
  );
  const button = await screen.findByRole("button", { name: "Run the tests now" });
  fireEvent.click(button);
  expect(await screen.findByRole("progressbar")).toBeInTheDocument();
  fireEvent.click(button);
  await waitFor(() => expect(asked.some((request) => request.method === "POST")).toBe(true));
  finish({ status: 200, body: { report: passing } });
  expect(await screen.findByText("The one test passes.")).toBeInTheDocument();
  expect(asked.filter((request) => request.method === "POST")).toHaveLength(1);
});

test("a refused run is told with its remedy", async () => {
  const problem = {
    type: "busy",
    title: "",
    status: 409,
    detail: "the tests of this session are being run",
    remedy: "wait for their end",
    field: "",
  };
  open("v5-edited", (request) =>
    request.method === "POST" ? { status: 409, body: problem } : told(null),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Run the tests now" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "The tests of this session are being run.Wait for their end.",
  );
});

test("files that were edited since are not passed off as checked", async () => {
  open("v5-edited", () => told(null));
  expect(await screen.findByText(/You have edited the files since/)).toBeInTheDocument();
});

test("a build without an execution round says so, and cannot hold it anew", async () => {
  open("v5-edited", () => told(passing));
  expect(await screen.findByText(/agenda/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /anew/ })).toBeNull();
});

test("a discussion has nothing to run, and a way back", async () => {
  open("v1-consensus", () => told(null, []));
  expect(await screen.findByText(/Nothing to run/)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Back to the table" })).toBeInTheDocument();
});

const upTo = (log: string, match: (event: Event) => boolean): Event[] => {
  const events = keptEvents(log);
  return events.slice(0, events.findIndex(match) + 1);
};

test("a run under way is told with its stage, its address and a stop, by button and by key", async () => {
  const live = upTo("v6-served", ({ type }) => type === "exec_ready");
  const number = live.findLast((event) => event.type === "exec_ready")?.run ?? 0;
  const asked = open(live, (request) =>
    request.method === "POST"
      ? { status: 200, body: { run: number } }
      : told(null, [container, sandbox], number),
  );
  expect(await screen.findByText("It is up")).toBeInTheDocument();
  const link = screen.getByRole("link", { name: /127\.0\.0\.1/ });
  expect(link).toHaveAttribute("target", "_blank");
  expect(link).toHaveAttribute("rel", expect.stringContaining("noopener"));
  expect(await screen.findByRole("button", { name: "Stop the run" })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Run it in a container" })).toBeDisabled();
  fireEvent.keyDown(document.body, { key: "s" });
  await waitFor(() =>
    expect(asked.some((request) => request.url.endsWith("/execute/stop"))).toBe(true),
  );
});

test("a run that begins takes neither the focus nor the choices away", async () => {
  const events = upTo("v6-served", ({ type }) => type === "exec_ready");
  const place = events.findIndex(({ type }) => type === "exec_start");
  const { tell } = growing(events.slice(0, place), () => told(null, [container, sandbox]));
  fireEvent.click(
    await screen.findByRole("button", { name: "Network, variables, bounds and what follows" }),
  );
  const field = screen.getByLabelText("Seconds");
  field.focus();
  tell(events.slice(place));
  expect(await screen.findByText("It is up")).toBeInTheDocument();
  expect(screen.getByLabelText("Seconds")).toBe(field);
  expect(field).toHaveFocus();
});

test("a run that this server is not at has no stop here, and says why", async () => {
  open(
    upTo("v6-served", ({ type }) => type === "exec_ready"),
    () => told(null, [container]),
  );
  expect(await screen.findByText(/This server is not at it/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Stop the run" })).toBeNull();
});

test("a run is asked for within the bounds and with the network that were chosen", async () => {
  const asked = open("v5-edited", (request) =>
    request.method === "POST" ? { status: 202, body: { run: 1 } } : told(null, [container]),
  );
  fireEvent.click(
    await screen.findByRole("button", { name: "Network, variables, bounds and what follows" }),
  );
  expect(screen.getByText(/runs without a network/)).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText("Whom it may reach"), { target: { value: "build" } });
  expect(screen.getByText(/can fetch packages/)).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText("Variables"), { target: { value: "KEY=sesame" } });
  fireEvent.change(screen.getByLabelText("Seconds"), { target: { value: "30" } });
  fireEvent.click(screen.getByRole("switch", { name: /End it once it is up/ }));
  fireEvent.click(screen.getByRole("button", { name: "Run it in a container" }));
  await waitFor(() => expect(asked.some(({ method }) => method === "POST")).toBe(true));
  const body = await asked.find(({ method }) => method === "POST")?.json();
  expect(body).toEqual({
    way: "container",
    network: "build",
    seconds: 30,
    memory_mb: 512,
    cpus: 1,
    variables: "KEY=sesame",
    settle: true,
    analyse: true,
  });
});

test("what is refused is listed by its place, which leads to the file", async () => {
  open("v6-refused", () => told(null, [container]));
  expect(await screen.findByText(/its files ask for what is not given/)).toBeInTheDocument();
  const [place] = screen.getAllByRole("link", { name: "compose.yaml:4" });
  expect(place).toHaveAttribute("href", expect.stringContaining("/files?file=compose.yaml"));
  expect(screen.getAllByText("privileged: true").length).toBeGreaterThan(0);
  expect(screen.getByText(/Give it variables/)).toBeInTheDocument();
});

test("a run that found no engine says so with the remedy", async () => {
  open("v6-no-engine", () => told(null, [noEngine]));
  expect(await screen.findByText(/no container engine answers/)).toBeInTheDocument();
});

test("earlier runs can be chosen, and a cause is named with its finding", async () => {
  const looked = upTo("v6-analysed", (event) => event.type === "session_end" && event.seq > 40);
  open(looked, () => told(null, [container]));
  const which = await screen.findByLabelText("Which run");
  fireEvent.change(which, { target: { value: "1" } });
  expect(await screen.findByRole("heading", { name: "Run 1" })).toBeInTheDocument();
  expect(screen.getByText("It was broken off, and left no outcome.")).toBeInTheDocument();
  expect(screen.getAllByText(/a bug of the code|a bug of the test/).length).toBeGreaterThan(0);
});

test("the table is had to look at a bad run, with words of one's own", async () => {
  const bad = upTo("v6-analysed", ({ type }) => type === "exec_done");
  const asked = open(bad, (request) =>
    request.method === "POST" ? { status: 200, body: {} } : told(null, [container]),
  );
  expect(await screen.findByText(/nobody has looked at it/)).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "Have the table look at it …" }));
  fireEvent.change(screen.getByLabelText("Instructions"), { target: { value: "mind the port" } });
  fireEvent.click(screen.getByRole("button", { name: "Have it looked at" }));
  await waitFor(() => expect(asked.some(({ url }) => url.endsWith("/analyse"))).toBe(true));
  expect(await asked.find(({ url }) => url.endsWith("/analyse"))?.json()).toEqual({
    instructions: "mind the port",
  });
});

test("whether to run it again is answered here", async () => {
  const events = upTo("v6-rerun", (event) => event.type === "choice_offered" && isRerun(event));
  const asked = open(events, (request) =>
    request.method === "POST" ? { status: 200, body: {} } : told(null, [container]),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Run it again" }));
  await waitFor(() => expect(asked.some(({ url }) => url.endsWith("/answer"))).toBe(true));
  const body = await asked.find(({ url }) => url.endsWith("/answer"))?.json();
  expect(body.option).toBe("rerun");
  expect(body.question).toMatch(/^rerun-/);
});

function isRerun(event: Event): boolean {
  return event.type === "choice_offered" && event.question.id.startsWith("rerun-");
}
