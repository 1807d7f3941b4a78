// A decision is carried out in a table of its own: how it is begun, and which ones there are.
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { api, ask } from "@/api/client";
import type { SessionView } from "@/fold";
import { Button } from "@/design/button";
import { Dialog } from "@/design/dialog";
import { Field } from "@/design/field";
import { Select } from "@/design/select";
import { Toggle } from "@/design/toggle";
import { commands, useCommand } from "./commands";
import { Refusal } from "./dialogs";
import { useTable } from "./table-context";

export function ApplyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Apply the decision">
      <ApplyForm />
    </Dialog>
  );
}

function ApplyForm() {
  const { view } = useTable();
  const [, go] = useLocation();
  const [manner, setManner] = useState({ parley: true, widened: false, again: false, knight: "" });
  const { busy, problem, run } = useCommand();
  const send = async () => {
    const begun = await run(() => commands.apply(view.session, manner));
    if (begun) go(`/s/${encodeURIComponent(begun.session)}`);
  };
  return (
    <div className="flex flex-col gap-4">
      <Field label="Who writes it">
        <Select
          value={manner.knight}
          onChoose={(knight) => setManner({ ...manner, knight })}
          choices={[
            { value: "", label: `The lead${view.decision ? `, ${view.decision.lead}` : ""}` },
            ...view.seats.map((seat) => ({ value: seat.name, label: seat.name })),
          ]}
        />
      </Field>
      <Toggle
        label="Ask me about each file"
        hint="Off: what passes every check is written without asking."
        on={manner.parley}
        onChange={(parley) => setManner({ ...manner, parley })}
      />
      <Toggle
        label="Other files may be touched too"
        hint="Off: only those that the decision names."
        on={manner.widened}
        onChange={(widened) => setManner({ ...manner, widened })}
      />
      <Toggle
        label="Apply it once more"
        hint="Only needed where it has been applied before."
        on={manner.again}
        onChange={(again) => setManner({ ...manner, again })}
      />
      <p className="text-sm text-ink-soft">Whatever is written can be undone, byte for byte.</p>
      <Refusal problem={problem} />
      <Button kind="primary" busy={busy} onClick={() => void send()} className="self-end">
        Begin
      </Button>
    </div>
  );
}

const TRIES = 40;
const WAIT = 1_500;
const LATEST = 8;

/** The applies that carry this session's decision out; one may begin a moment after the end. */
export function useAppliesOf(view: SessionView): readonly string[] {
  const [found, setFound] = useState<readonly string[]>([]);
  const { session } = view;
  const isDue = view.choices.at(-1)?.option === "apply";
  const isWanted = view.decision !== null && view.agenda.length === 0 && view.apply === null;
  useEffect(() => {
    if (!isWanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const look = async (tries: number) => {
      const applies = await appliesOf(session).catch(() => []);
      if (over) return;
      setFound(applies);
      if (isDue && applies.length === 0 && tries > 1) {
        timer = setTimeout(() => void look(tries - 1), WAIT);
      }
    };
    void look(TRIES);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [session, isWanted, isDue]);
  return found;
}

async function appliesOf(session: string): Promise<string[]> {
  const all = await ask(api.GET("/api/sessions"));
  const applies = all.filter((each) => each.workflow === "apply").slice(0, LATEST);
  const views = await Promise.all(
    applies.map((each) =>
      ask(api.GET("/api/session/{session}", { params: { path: { session: each.session } } })).catch(
        () => null,
      ),
    ),
  );
  return views
    .filter((each) => each?.apply?.decided_by === session)
    .flatMap((each) => (each ? [each.session] : []));
}
