// What a run in a container may use and reach, in plain words with what follows from it.
import { ChevronDown, Play } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/design/button";
import { classes } from "@/design/classes";
import { ErrorState } from "@/design/error-state";
import { Field } from "@/design/field";
import { NumberField } from "@/design/number-field";
import { Select } from "@/design/select";
import { TextArea } from "@/design/text-area";
import { Toggle } from "@/design/toggle";
import type { SessionView } from "@/fold";
import { NETWORKS, networkOf, networkWords } from "./networks";
import { BOUNDS, type Starting, type Wish } from "./starting";

export interface RunControlsProps {
  view: SessionView;
  wish: Wish;
  change: (changes: Partial<Wish>) => void;
  starting: Starting;
  /** Why it cannot be started just now; null: it can. */
  held: string | null;
  onStart: () => void;
}

export function RunControls({ view, wish, change, starting, held, onStart }: RunControlsProps) {
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  return (
    <div className="flex flex-col gap-3 pt-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          kind="primary"
          busy={starting.busy}
          disabled={held !== null}
          icon={<Play size={15} aria-hidden />}
          onClick={onStart}
        >
          Run it in a container
        </Button>
        <span className="text-sm text-ink-soft">{held ?? summaryOf(wish)}</span>
      </div>
      {starting.problem && !starting.busy && (
        <ErrorState message={starting.problem.detail} remedy={starting.problem.remedy} />
      )}
      <button
        type="button"
        aria-expanded={unfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!unfolded)}
        className="flex min-h-7 w-fit items-center gap-2 rounded-md text-sm text-ink-soft hover:text-ink"
      >
        <ChevronDown size={16} aria-hidden className={classes(unfolded && "rotate-180")} />
        Network, variables, bounds and what follows
      </button>
      <div id={id} hidden={!unfolded}>
        {unfolded && <Choices view={view} wish={wish} change={change} />}
      </div>
    </div>
  );
}

function summaryOf({ network, seconds, memory }: Wish): string {
  const time = seconds ?? BOUNDS.seconds.usual;
  const room = memory ?? BOUNDS.memory.usual;
  return `${networkWords(network)}, at most ${time} s and ${room} MB`;
}

function Choices({ view, wish, change }: Pick<RunControlsProps, "view" | "wish" | "change">) {
  const network = NETWORKS.find(({ value }) => value === wish.network);
  return (
    <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
      <Field label="Whom it may reach" hint={network?.means} className="sm:col-span-2">
        <Select
          value={wish.network}
          choices={NETWORKS}
          onChoose={(value) => change({ network: networkOf(value) })}
          className="sm:max-w-72"
        />
      </Field>
      <Field
        label="Variables"
        hint="NAME=VALUE, one a line. Its services have them, its build has not. No value is recorded, and what it writes of them is hidden."
        className="sm:col-span-2"
      >
        <TextArea
          minRows={2}
          value={wish.variables}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => change({ variables: event.target.value })}
          className="font-mono text-sm"
        />
      </Field>
      <Field label="Seconds" hint="From the start of its first service; what serves is up so long.">
        <NumberField
          value={wish.seconds}
          min={BOUNDS.seconds.min}
          max={BOUNDS.seconds.max}
          step={30}
          unit="seconds"
          onChange={(seconds) => change({ seconds })}
        />
      </Field>
      <Field label="Memory in MB" hint="For each service; whoever needs more is ended.">
        <NumberField
          value={wish.memory}
          min={BOUNDS.memory.min}
          max={BOUNDS.memory.max}
          step={128}
          unit="megabytes"
          onChange={(memory) => change({ memory })}
        />
      </Field>
      <Toggle
        label="End it once it is up"
        hint="A service that is up for five seconds has served. Off: it stays up until its time is over or you stop it."
        on={wish.settle}
        onChange={(settle) => change({ settle })}
      />
      {view.workflow === "build" && (
        <Toggle
          label="If it ends badly, have the table look at it"
          hint={`Once the build has ended. ${
            view.rehearsal
              ? "The scripted knights act it out; nothing is spent."
              : "The knights are asked, which costs what their models cost."
          }`}
          on={wish.analyse}
          onChange={(analyse) => change({ analyse })}
        />
      )}
    </div>
  );
}
