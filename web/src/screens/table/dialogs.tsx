// Questions before a command: other caps, a round held anew, the end of the session.
import { useState } from "react";
import type { Problem, Schemas } from "@/api/client";
import type { SessionView } from "@/fold";
import { Button } from "@/design/button";
import { Dialog } from "@/design/dialog";
import { ErrorState } from "@/design/error-state";
import { Field } from "@/design/field";
import { NumberField } from "@/design/number-field";
import { Select } from "@/design/select";
import { TextArea } from "@/design/text-area";
import { type Cap, capsOf, shareOf } from "./account";
import { commands, useCommand } from "./commands";
import { useTable } from "./table-context";
import { roundName } from "./words";

interface DialogProps {
  open: boolean;
  onClose: () => void;
}

export function Refusal({ problem }: { problem: Problem | null }) {
  if (problem === null) return null;
  return <ErrorState message={problem.detail} remedy={problem.remedy} />;
}

const MICRO = 1_000_000;
const CENT = 10_000;

/** The caps as they are, those raised that stand in the way: after a pause for the caps all of them,
    as the next turn may need more of each. */
export function raisedCaps(view: SessionView): Schemas["Caps"] {
  const pausedByCap = view.paused?.reason === "budget";
  const caps = new Map(capsOf(view).map((cap) => [cap.name, cap]));
  const proposed = (name: Cap["name"], step: number) => {
    const cap = caps.get(name);
    if (cap === undefined) return null;
    return pausedByCap || shareOf(cap) >= 0.8 ? raised(cap, step) : cap.limit;
  };
  const cost = proposed("cost", CENT);
  return {
    max_cost_usd: cost === null ? null : cost / MICRO,
    max_tokens: proposed("tokens", 1),
    max_minutes: proposed("minutes", 1),
  };
}

/** By half, in whole steps, and always above what is used. */
function raised({ used, limit }: Cap, step: number): number {
  return Math.max(Math.ceil((limit * 1.5) / step), Math.floor(used / step) + 1) * step;
}

export function ResumeDialog({ open, onClose }: DialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Resume with other caps">
      <ResumeForm onDone={onClose} />
    </Dialog>
  );
}

function ResumeForm({ onDone }: { onDone: () => void }) {
  const { view } = useTable();
  const [caps, setCaps] = useState(() => raisedCaps(view));
  const { busy, problem, run } = useCommand();
  const now = view.budget;
  const cost = now.max_cost_microusd ?? null;
  const send = async () => {
    if (await run(() => commands.resume(view.session, caps))) onDone();
  };
  return (
    <div className="flex flex-col gap-4">
      {view.paused?.detail && <p className="text-doubt">{view.paused.detail}</p>}
      <p className="text-ink-soft">
        A field that is left empty leaves its cap as it is. A cap can be changed, but not taken
        away.
      </p>
      <Field label="Dollars at most">
        <NumberField
          value={caps.max_cost_usd ?? null}
          onChange={(max_cost_usd) => setCaps({ ...caps, max_cost_usd })}
          min={0}
          step={0.5}
          unit="dollars"
          placeholder={asItIs(cost === null ? null : cost / MICRO)}
        />
      </Field>
      <Field label="Tokens at most">
        <NumberField
          value={caps.max_tokens ?? null}
          onChange={(max_tokens) => setCaps({ ...caps, max_tokens })}
          min={0}
          step={10_000}
          unit="tokens"
          placeholder={asItIs(now.max_tokens)}
        />
      </Field>
      <Field label="Minutes at work at most">
        <NumberField
          value={caps.max_minutes ?? null}
          onChange={(max_minutes) => setCaps({ ...caps, max_minutes })}
          min={0}
          step={5}
          unit="minutes"
          placeholder={asItIs(now.max_minutes)}
        />
      </Field>
      <Refusal problem={problem} />
      <Button kind="primary" busy={busy} onClick={() => void send()} className="self-end">
        Resume
      </Button>
    </div>
  );
}

/** What holds where nothing is filled in. */
function asItIs(cap: number | null | undefined): string {
  return cap === null || cap === undefined ? "no cap" : `now ${cap}`;
}

export function RetryDialog({ open, onClose, round }: DialogProps & { round: string }) {
  return (
    <Dialog open={open} onClose={onClose} title="Hold a round anew">
      <RetryForm first={round} onDone={onClose} />
    </Dialog>
  );
}

type RoundKey = Schemas["Retry"]["round"];

function RetryForm({ first, onDone }: { first: string; onDone: () => void }) {
  const { view } = useTable();
  const held = view.rounds.filter((each) => each.counts).map((each) => each.key);
  const [round, setRound] = useState(held.includes(first) ? first : (held.at(-1) ?? ""));
  const [instructions, setInstructions] = useState("");
  const { busy, problem, run } = useCommand();
  const later = held.slice(held.indexOf(round) + 1);
  const send = async () => {
    const body = { round: round as RoundKey, instructions };
    if (await run(() => commands.retry(view.session, body))) onDone();
  };
  return (
    <div className="flex flex-col gap-4">
      <Field label="Which round">
        <Select
          value={round}
          choices={held.map((key) => ({ value: key, label: roundName(key) }))}
          onChoose={setRound}
        />
      </Field>
      <Field
        label="Instructions"
        hint="They are given to every seat of this round, beside its role."
        error={problem?.field === "instructions" ? problem.detail : undefined}
      >
        <TextArea value={instructions} onChange={(event) => setInstructions(event.target.value)} />
      </Field>
      <p className="text-ink-soft">
        {later.length > 0 ? `${later.map(roundName).join(", ")} will no longer count. ` : ""}
        What was said stays in the history. A table at work is stopped first.
      </p>
      <Refusal problem={problem} />
      <Button kind="primary" busy={busy} onClick={() => void send()} className="self-end">
        Hold it anew
      </Button>
    </div>
  );
}

export function CompleteDialog({ open, onClose }: DialogProps) {
  const { view } = useTable();
  const { busy, problem, run } = useCommand();
  const send = async () => {
    if (await run(() => commands.complete(view.session))) onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Mark as complete?"
      actions={
        <>
          <Button onClick={onClose}>Not yet</Button>
          <Button kind="primary" busy={busy} onClick={() => void send()}>
            Mark as complete
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>
          The session ends as it stands; what was decided and built is kept.{" "}
          {view.agenda.length > 0 && "A round can still be held anew afterwards."}
        </p>
        <Refusal problem={problem} />
      </div>
    </Dialog>
  );
}
