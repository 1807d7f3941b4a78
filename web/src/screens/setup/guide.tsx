// The first minutes: what this is, and the two doors into it.
import { Drama, Swords } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api, ask, problemOf, type Problem, type Schemas } from "@/api/client";
import { Button } from "@/design/button";
import { ErrorState } from "@/design/error-state";
import { Page } from "@/design/page";
import { Panel } from "@/design/panel";
import { RehearsalBadge } from "@/design/rehearsal";
import { SeatMark } from "@/design/seat-mark";
import { sentence } from "@/design/sentence";

type Place = Schemas["Place"];
export type Door = Schemas["Found"]["knights"];

const WHAT =
  "Several models sit at one table, answer one another, and are held to evidence. You are the King: you watch, put in a word, and decide what they cannot settle.";

export interface FirstRunProps {
  place: Place;
  onFounded: (place: Place, door: Door) => void;
}

/** There is no table here yet: one press makes it, with a script or with the models of this machine. */
export function FirstRun({ place, onFounded }: FirstRunProps) {
  const [busy, setBusy] = useState<Door | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const enter = async (door: Door) => {
    setBusy(door);
    setProblem(null);
    try {
      onFounded(await ask(api.POST("/api/project", { body: { knights: door } })), door);
    } catch (thrown) {
      setProblem(problemOf(thrown));
      setBusy(null);
    }
  };
  return (
    <Page title="Welcome" hideTitle>
      <div className="flex flex-col gap-6 pt-2 sm:pt-8">
        <span className="flex gap-2" aria-hidden>
          {[0, 1, 2, 3, 4].map((seat) => (
            <SeatMark key={seat} index={seat} size={30} />
          ))}
        </span>
        <div>
          <p className="font-serif text-2xl font-semibold text-balance">
            A round table for your models
          </p>
          <p className="mt-3 text-lg text-ink-soft">{WHAT}</p>
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Door
            title="See it first"
            icon={<Drama size={20} aria-hidden />}
            label="Set up the rehearsal"
            primary
            busy={busy === "rehearsal"}
            disabled={busy === "found"}
            onEnter={() => void enter("rehearsal")}
          >
            <p className="mb-2">
              <RehearsalBadge />
            </p>
            Three knights act out a whole build from a script. No model is asked, nothing is spent.
          </Door>
          <Door
            title="Begin with your models"
            icon={<Swords size={20} aria-hidden />}
            label="Seat the models found on this machine"
            busy={busy === "found"}
            disabled={busy === "rehearsal"}
            onEnter={() => void enter("found")}
          >
            Vendors' commands and keys on this machine, and local endpoints such as Ollama. Nobody
            is asked anything yet.
          </Door>
        </div>
        {problem && (
          <ErrorState message={sentence(problem.detail)} remedy={sentence(problem.remedy)} />
        )}
        <p className="text-sm text-ink-faint">
          Either makes a folder <code>.roundtable</code> in{" "}
          <code className="break-all">{place.root}</code> and touches nothing else. Who sits there
          can be changed later in the settings.
        </p>
      </div>
    </Page>
  );
}

interface DoorProps {
  title: string;
  icon: ReactNode;
  label: string;
  primary?: boolean;
  busy: boolean;
  disabled: boolean;
  onEnter: () => void;
  children: ReactNode;
}

function Door({
  title,
  icon,
  label,
  primary = false,
  busy,
  disabled,
  onEnter,
  children,
}: DoorProps) {
  return (
    <Panel className="flex flex-col [&>div:last-child]:flex [&>div:last-child]:flex-1 [&>div:last-child]:flex-col">
      <h2 className="flex items-center gap-2">
        {icon}
        {title}
      </h2>
      <div className="mt-2 mb-4 text-ink-soft">{children}</div>
      <Button
        kind={primary ? "primary" : "quiet"}
        busy={busy}
        disabled={disabled}
        className="mt-auto w-full px-1! py-1 whitespace-normal!"
        onClick={onEnter}
      >
        {label}
      </Button>
    </Panel>
  );
}

/** The same, in small, above the form of a table at which nobody has sat yet. */
export function SmallGuide({
  rehearsal,
  onRehearse,
}: {
  rehearsal: boolean;
  onRehearse: () => void;
}) {
  return (
    <Panel className="mb-6">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p className="min-w-64 flex-1 text-ink-soft">
          {WHAT}
          {rehearsal && (
            <span className="mt-2 block text-ink">
              All is set for the rehearsal: <b>Convene the table</b>, and watch.
            </span>
          )}
        </p>
        {!rehearsal && (
          <div className="flex flex-col items-start gap-1.5">
            <Button icon={<Drama size={16} aria-hidden />} onClick={onRehearse}>
              Set up the rehearsal
            </Button>
            <span className="text-sm text-ink-faint">
              Scripted rehearsal: no model is asked, nothing is spent.
            </span>
          </div>
        )}
      </div>
    </Panel>
  );
}
