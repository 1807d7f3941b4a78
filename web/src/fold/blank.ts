// A session of which nothing is known yet.
import type { Session, SessionView, Tree, Usage } from "./types";

const nothing: Usage = { input_tokens: 0, output_tokens: 0, cost_microusd: 0 };

const empty: Tree = {};

const view: SessionView = {
  session: "",
  seq: 0,
  updated: "",
  started: "",
  workflow: "discuss",
  topic: "",
  project: "",
  rehearsal: false,
  seats: [],
  agenda: [],
  judge: "",
  judge_model: null,
  judges: 0,
  chunk_tokens: 0,
  auto_advance: false,
  auto_retry: 0,
  network: "none",
  budget: { max_cost_microusd: null, max_tokens: null, max_minutes: null },
  max_rounds: 0,
  phase: "convening",
  outcome: null,
  summary: "",
  rounds: [],
  reading: null,
  passes: [],
  turns: [],
  runs: [],
  notes: [],
  choices: [],
  chats: [],
  question: null,
  decision: null,
  paused: null,
  lost: [],
  apply: null,
  files: [],
  spent: nothing,
  maybe_spent: nothing,
  active_seconds: 0,
};

/** `view.seq` is 0 and `opening` is null until its first event is there. */
export const blank: Session = {
  view,
  opening: null,
  context: null,
  filesRead: [],
  texts: { given: empty, patch: "", project: empty, byRound: [], byTurn: {}, byRun: {}, bases: {} },
  timeline: [],
  memory: {
    round: "",
    attempt: 0,
    reserved: {},
    approved: new Set(),
    declined: new Set(),
    told: new Set(),
  },
};
