// The runs of what was built: begun, heard, up, ended. What they write stands beside the view.
import { withTexts, withView } from "./changing";
import { heard, silent } from "./run-texts";
import type { Concern, EventOf, RunView, Session } from "./types";

type RunEvent =
  | EventOf<"exec_start">
  | EventOf<"exec_output">
  | EventOf<"exec_ready">
  | EventOf<"exec_done">
  | EventOf<"exec_error">;

export const runs: Concern = (session, event) => {
  switch (event.type) {
    case "exec_start":
    case "exec_output":
    case "exec_ready":
    case "exec_done":
    case "exec_error":
      return ran(session, event);
    default:
      return session;
  }
};

/** An event on a run that has ended changes nothing. */
function ran(session: Session, event: RunEvent): Session {
  const all = session.view.runs;
  const place = all.findLastIndex((run) => run.number === event.run);
  const before = all[place] ?? { ...blank, number: event.run };
  if (!before.open) return session;
  const run = { ...before, ...changes(before, event) };
  const next = withView(session, { runs: place < 0 ? [...all, run] : all.with(place, run) });
  if (event.type !== "exec_output") return next;
  const text = heard(session.texts.byRun[event.run] ?? silent, event);
  return withTexts(next, { byRun: { ...session.texts.byRun, [event.run]: text } });
}

function changes(run: RunView, event: RunEvent): Partial<RunView> {
  switch (event.type) {
    case "exec_start":
      return started(event);
    case "exec_output":
      return { written: run.written + characters(event.text) };
    case "exec_ready":
      return { addresses: event.addresses };
    case "exec_done":
      return done(event);
    case "exec_error": {
      const { kind: error, reason, remedy, refusals } = event;
      return { open: false, addresses: [], error, reason, remedy, refusals };
    }
  }
}

function started(event: EventOf<"exec_start">): Partial<RunView> {
  const { round, attempt, at, engine, source, services, demand, files, notes } = event;
  const { network, limits, variables } = demand;
  return {
    begun: true,
    round,
    attempt,
    started: at,
    engine,
    source,
    services,
    network,
    limits,
    settle_seconds: demand.settle_seconds ?? null,
    variables,
    files,
    notes,
  };
}

function done(event: EventOf<"exec_done">): Partial<RunView> {
  const { outcome, detail, seconds, services, tests, excerpt, log_bytes, log_dropped } = event;
  return {
    open: false,
    addresses: [],
    good:
      (outcome === "succeeded" || outcome === "served") &&
      tests.every(({ failed }) => failed === 0),
    outcome,
    exit_code: event.exit_code ?? null,
    detail,
    seconds,
    ended: services,
    tests,
    excerpt,
    log_bytes,
    log_dropped,
  };
}

/** As the server counts them: by code points. */
function characters(text: string): number {
  let count = text.length;
  for (let place = 0; place < text.length - 1; place += 1) {
    if ((text.codePointAt(place) ?? 0) > 0xffff) {
      count -= 1;
      place += 1;
    }
  }
  return count;
}

const blank: RunView = {
  number: 0,
  begun: false,
  round: "",
  attempt: 0,
  started: "",
  engine: "",
  source: "",
  services: [],
  network: null,
  limits: null,
  settle_seconds: null,
  variables: false,
  files: "",
  notes: [],
  open: true,
  written: 0,
  addresses: [],
  good: false,
  outcome: null,
  exit_code: null,
  detail: "",
  seconds: 0,
  ended: [],
  tests: [],
  excerpt: "",
  log_bytes: 0,
  log_dropped: 0,
  error: null,
  reason: "",
  remedy: "",
  refusals: [],
};
