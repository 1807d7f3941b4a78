// An earlier session as a form: the same task with the same seats, to be changed and held again.
import type { Schemas } from "@/api/client";
import {
  allRounds,
  blankForm,
  type Form,
  ROTATE,
  type SeatOffered,
  type Workflow,
} from "@/screens/setup/form";

type SessionView = Schemas["SessionView"];
type PlanView = Schemas["PlanView"];

const MICRO = 1_000_000;

/** Those that can be convened here, and so be convened again. */
export const AGAIN: Readonly<Partial<Record<SessionView["workflow"], Workflow>>> = {
  build: "build",
  discuss: "discuss",
  "code-red": "code-red",
};

export interface Duplicated {
  form: Form;
  /** What does not come along, in sentences. */
  notes: readonly string[];
}

export function duplicated(
  session: SessionView,
  seats: readonly SeatOffered[],
  rounds: readonly Schemas["RoundPlan"][],
): Duplicated {
  const workflow = AGAIN[session.workflow];
  const gone = session.rehearsal ? [] : missing(session, seats);
  const notes: string[] = [];
  if (workflow === undefined) {
    notes.push(`A ${session.workflow} cannot be started here: its topic comes as a discussion.`);
  }
  if (session.files.length > 0 && workflow !== "discuss") {
    notes.push("Files and logs do not come along.");
  }
  if (gone.length > 0) notes.push(`No longer in the settings: ${gone.join(", ")}.`);
  const known = seats.some(({ knight }) => knight.name === session.judge);
  const judged = known || session.judge === ROTATE;
  if (!judged && session.judge_model && !session.rehearsal) {
    notes.push(`The judge's model does not come along without ${session.judge}.`);
  }
  const form: Form = {
    ...blankForm(seats),
    workflow: workflow ?? "discuss",
    topic: session.topic,
    rehearsal: session.rehearsal,
    ...(session.rehearsal ? {} : seating(session, seats)),
    judge: known ? session.judge : ROTATE,
    ...(workflow === "build" ? agreed(session, judged) : {}),
    autoAdvance: session.auto_advance,
    autoRetry: session.auto_retry,
    network: session.network,
    maxRounds: workflow === "build" ? null : session.max_rounds,
    blind: workflow === "discuss" && session.passes[0]?.blind === true,
    cost: dollars(session.budget.max_cost_microusd),
    tokens: session.budget.max_tokens ?? null,
    minutes: session.budget.max_minutes ?? null,
  };
  if (workflow === "build") form.rounds = planned(session.agenda, rounds);
  return { form, notes };
}

/** What a build was told beside its rounds. */
function agreed(session: SessionView, judged: boolean): Partial<Form> {
  const { judge_model, judges, chunk_tokens } = session;
  return {
    judgeModel: judged ? (judge_model ?? "") : "",
    judges: Math.max(1, judges),
    chunkTokens: chunk_tokens,
  };
}

function missing(session: SessionView, seats: readonly SeatOffered[]): string[] {
  const names = new Set(seats.map(({ knight }) => knight.name));
  return session.seats.map(({ name }) => name).filter((name) => !names.has(name));
}

function seating(session: SessionView, seats: readonly SeatOffered[]) {
  const models: Record<string, string> = {};
  const away: string[] = [];
  for (const { knight } of seats) {
    const then = session.seats.find(({ name }) => name === knight.name);
    if (then === undefined) away.push(knight.name);
    else if (then.model && then.model !== knight.model) models[knight.name] = then.model;
  }
  // Where nobody of then is left, the table of now is a better start than an empty one.
  return away.length === seats.length ? { away: [], models: {} } : { away, models };
}

function planned(agenda: readonly PlanView[], usual: readonly Schemas["RoundPlan"][]) {
  return allRounds((key) => {
    const then = agenda.find((plan) => plan.key === key);
    const now = usual.find((plan) => plan.key === key);
    return {
      on: then !== undefined,
      iterations: then && then.iterations !== now?.iterations ? then.iterations : null,
      blind: then && then.blind !== now?.blind ? then.blind : null,
      tokens:
        then && then.max_output_tokens !== now?.max_output_tokens ? then.max_output_tokens : null,
      instructions: then?.instructions ?? "",
    };
  });
}

function dollars(microusd: number | null | undefined): number | null {
  return microusd === null || microusd === undefined ? null : microusd / MICRO;
}
