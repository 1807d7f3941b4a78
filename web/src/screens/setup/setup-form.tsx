// The form of a new table: its parts beside what they amount to, and what happens on Convene.
import { Hammer, MessagesSquare, Siren } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "wouter";
import { api, ask, type Problem, problemOf, type Schemas } from "@/api/client";
import { useLoaded } from "@/api/loaded";
import { useShortcuts } from "@/design/shortcuts";
import { TabPanel, Tabs } from "@/design/tabs";
import { Toggle } from "@/design/toggle";
import { CapsPanel } from "@/screens/setup/caps-panel";
import { ConveneCard } from "@/screens/setup/convene-card";
import { useEstimate } from "@/screens/setup/estimating";
import { type Form, isRehearsal, startBody, type Workflow, WORKFLOWS } from "@/screens/setup/form";
import { JudgePanel } from "@/screens/setup/judge-panel";
import { KEYS } from "@/screens/setup/keys";
import { LogField } from "@/screens/setup/log-field";
import type { Part } from "@/screens/setup/parts";
import { check, told, type Trouble, troubleOf } from "@/screens/setup/placing";
import { RoundsPanel } from "@/screens/setup/rounds-panel";
import { RunPanel } from "@/screens/setup/run-panel";
import { SeatsPanel } from "@/screens/setup/seats-panel";
import { TalkPanel } from "@/screens/setup/talk-panel";
import { TopicField } from "@/screens/setup/topic-field";
import { UploadField } from "@/screens/setup/upload-field";
import type { Sent } from "@/screens/setup/uploading";
import { WORKFLOW_WORDS } from "@/screens/setup/words";

const ICONS: Record<Workflow, ReactNode> = {
  build: <Hammer size={16} aria-hidden />,
  discuss: <MessagesSquare size={16} aria-hidden />,
  "code-red": <Siren size={16} aria-hidden />,
};

export interface SetupFormProps {
  place: Schemas["Place"];
  form: Form;
  sent: Sent;
  change: (changes: Partial<Form>) => void;
  recheck: () => void;
  rechecking: boolean;
  /** All is filled in: only Convene is left to be pressed. */
  ready: boolean;
  /** The session has begun: the form has done its work. */
  onConvened: () => void;
}

export function SetupForm(props: SetupFormProps) {
  const { place, form, sent, change, recheck, rechecking, ready, onConvened } = props;
  const agendas = useLoaded("agenda", () => ask(api.GET("/api/agenda")));
  const models = useLoaded("models", () => ask(api.GET("/api/models"))).value ?? [];
  const box = useRef<HTMLDivElement>(null);
  const convening = useConvening(form, place.seats, sent, box, onConvened);
  // What is wrong with the form as it is, minus what nobody can have meant yet.
  const scripted = isRehearsal(form);
  const askable = check(form, place.seats).length === 0;
  const estimated = useEstimate(
    askable && !scripted ? startBody(form, place.seats, sent.uploaded?.id) : null,
  );
  useLoss(estimated.problem, sent.lost);
  useShortcuts("New table", [
    { ...KEYS[0], whileTyping: true, run: () => void convening.convene() },
  ]);
  const part: Part = {
    form,
    change: (changes) => {
      convening.touched(Object.keys(changes));
      change(changes);
    },
    troubles: convening.troubles,
  };
  const build = form.workflow === "build";
  return (
    <div
      ref={box}
      className="gap-6 max-lg:flex max-lg:flex-col lg:grid lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <div className="flex min-w-0 flex-col gap-6">
        <Matter part={part} sent={sent} />
        {build && <RoundsPanel {...part} agendas={agendas} />}
        <SeatsPanel
          {...part}
          seats={place.seats}
          models={models}
          recheck={recheck}
          rechecking={rechecking}
        />
        {build ? (
          <JudgePanel {...part} seats={place.seats} models={models} />
        ) : (
          <TalkPanel {...part} />
        )}
        {build && form.rounds.execution.on && <RunPanel {...part} />}
        {!scripted && <CapsPanel {...part} />}
      </div>
      <ConveneCard
        form={form}
        seats={place.seats}
        estimated={estimated}
        askable={askable}
        troubles={convening.troubles}
        busy={convening.busy}
        ready={ready}
        onConvene={() => void convening.convene()}
        onGoTo={convening.show}
      />
    </div>
  );
}

/** What it is about: the workflow, the words, and what comes with them. */
function Matter({ part, sent }: { part: Part; sent: Sent }) {
  const { form, change, troubles } = part;
  const words = WORKFLOW_WORDS[form.workflow];
  const codeRed = form.workflow === "code-red";
  return (
    <div className="rounded-lg border border-line bg-surface">
      <Tabs
        name="workflow"
        label="What the table is for"
        className="px-2 pt-1"
        tabs={WORKFLOWS.map((id) => ({ id, label: WORKFLOW_WORDS[id].name, icon: ICONS[id] }))}
        selected={form.workflow}
        onSelect={(id) => change({ workflow: id as Workflow })}
      />
      <TabPanel name="workflow" id={form.workflow} className="flex flex-col gap-4 px-5 py-4">
        <p className="text-ink-soft">{words.aim}</p>
        <TopicField {...part} />
        {codeRed && <LogField {...part} />}
        {form.workflow === "build" && !isRehearsal(form) && (
          <UploadField sent={sent} trouble={told(troubles, "upload")} />
        )}
        <div data-field="rehearsal">
          <Toggle
            label="Scripted rehearsal"
            hint={
              codeRed
                ? "There is no script for a code-red"
                : "Three scripted knights act it out; no model is asked and nothing is spent"
            }
            on={isRehearsal(form)}
            disabled={codeRed}
            onChange={(rehearsal) => change({ rehearsal })}
          />
        </div>
      </TabPanel>
    </div>
  );
}

/** The estimate is the first to hear that the server does not have the files any more. */
function useLoss(problem: Problem | null, lost: () => void): void {
  const tell = useEffectEvent(lost);
  useEffect(() => {
    if (problem?.type === "gone") tell();
  }, [problem]);
}

/** Sends the form; what is refused is shown where it belongs, and nothing of the form is lost. */
function useConvening(
  form: Form,
  seats: Schemas["Place"]["seats"],
  sent: Sent,
  box: React.RefObject<HTMLDivElement | null>,
  onConvened: () => void,
) {
  const [, go] = useLocation();
  const [troubles, setTroubles] = useState<readonly Trouble[]>([]);
  const [busy, setBusy] = useState(false);
  const show = (field: string) => {
    // A part that was folded is unfolded by its trouble, in the render that comes first.
    requestAnimationFrame(() => focusField(box.current, field));
  };
  const refuse = (found: readonly Trouble[]) => {
    setTroubles(found);
    const first = found.find(({ field }) => field !== "");
    if (first) show(first.field);
  };
  const convene = async () => {
    if (busy) return;
    const wrong = check(form, seats);
    if (sent.share !== null) {
      const message = "The files are still on their way.";
      wrong.push({ field: "upload", message, remedy: "Wait a moment, or stop them." });
    }
    if (wrong.length > 0) {
      refuse(wrong);
      return;
    }
    const body = startBody(form, seats, sent.uploaded?.id);
    setBusy(true);
    setTroubles([]);
    try {
      const { session } = await ask(api.POST("/api/session/start", { body }));
      onConvened();
      go(`/s/${encodeURIComponent(session)}`);
    } catch (thrown) {
      setBusy(false);
      const problem = problemOf(thrown);
      if (problem.type === "gone") sent.lost();
      refuse([troubleOf(problem, body)]);
    }
  };
  /** What is being corrected is no longer accused. */
  const touched = (names: readonly string[]) => {
    const fields = names.flatMap((name) => FIELDS[name] ?? [name]);
    setTroubles((before) => {
      const left = before.filter(({ field }) => !fields.includes(field.split(".")[0] ?? ""));
      return left.length === before.length ? before : left;
    });
  };
  return { troubles, busy, convene, show, touched };
}

/** What a part of the form is called in a request. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  away: ["seats", "judges", "judge"],
  models: ["seats"],
  judgeModel: ["judge_model"],
  chunkTokens: ["chunk_tokens"],
  autoRetry: ["auto_retry"],
  maxRounds: ["max_rounds"],
  cost: ["caps"],
  tokens: ["caps"],
  minutes: ["caps"],
  log: ["log", "topic"],
  workflow: ["topic", "log", "rounds", "upload", "judge", "judges", "max_rounds", "rehearsal"],
  rehearsal: ["rehearsal", "topic", "seats", "judge", "judges"],
};

/** The nearest control of the form to a field: itself, or that of what it is a part of. */
function focusField(box: HTMLElement | null, field: string): void {
  const parts = field.split(".");
  for (let length = parts.length; length > 0; length -= 1) {
    const name = CSS.escape(parts.slice(0, length).join("."));
    const place = box?.querySelector<HTMLElement>(`[data-field="${name}"]`);
    if (!place) continue;
    const wrong = place.querySelector<HTMLElement>("[aria-invalid=true]");
    const control = wrong ?? place.querySelector<HTMLElement>("textarea, input, select, button");
    control?.focus({ preventScroll: true });
    place.scrollIntoView({ block: "center", behavior: "smooth" });
    return;
  }
}
