// Who may sit at this project's table, and by which rules they deliberate.
import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Schemas } from "@/api/client";
import { announce } from "@/design/announcer";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { NumberField } from "@/design/number-field";
import { Panel } from "@/design/panel";
import { TextArea } from "@/design/text-area";
import { TextInput } from "@/design/text-input";
import type { Wrong } from "@/screens/settings/checking";
import { type Draft, type KnightDraft, newKnight } from "@/screens/settings/draft";
import { KnightCard } from "@/screens/settings/knight-card";
import { Wrong as Told } from "@/screens/setup/wrong";
import type { ModelTold } from "@/screens/setup/vendors";

export interface TableSettingsProps {
  draft: Draft;
  version: number;
  adapters: readonly string[];
  models: readonly ModelTold[];
  seats: Schemas["Place"]["seats"];
  wrong: Wrong;
  change: (changes: Partial<Draft>, field: string) => void;
}

export function TableSettings(props: TableSettingsProps) {
  const { draft, version } = props;
  return (
    // Text that is half typed belongs to the draft it was typed into.
    <div key={version} className="flex flex-col gap-6">
      <Knights {...props} />
      <Rules {...props} />
      <Project draft={draft} wrong={props.wrong} change={props.change} />
    </div>
  );
}

function Knights({ draft, adapters, models, seats, wrong, change }: TableSettingsProps) {
  const box = useRef<HTMLUListElement>(null);
  const [added, setAdded] = useState<string | null>(null);
  useEffect(() => {
    if (added === null) return;
    const name = box.current?.querySelector<HTMLInputElement>(`[data-knight="${added}"] input`);
    name?.focus();
    name?.select();
  }, [added]);
  const { knights } = draft;
  const edit = (id: string, changes: Partial<KnightDraft>) => {
    const field = `${id}.${Object.keys(changes)[0] ?? ""}`;
    const next = knights.map((knight) => (knight.id === id ? { ...knight, ...changes } : knight));
    change({ knights: next }, field);
  };
  const move = (place: number, by: -1 | 1) => {
    const next = [...knights];
    const [taken] = next.splice(place, 1);
    if (taken === undefined) return;
    next.splice(place + by, 0, taken);
    change({ knights: next }, "knights");
    announce(`${taken.name} is now number ${place + by + 1}.`);
  };
  const add = () => {
    const knight = newKnight(draft, adapters[0] ?? "claude-cli");
    change({ knights: [...knights, knight] }, "knights");
    setAdded(knight.id);
  };
  return (
    <Panel
      title="Knights"
      note="Who may be seated. The order gives each its colour and mark."
      actions={
        <Button size="sm" icon={<Plus size={14} aria-hidden />} onClick={add}>
          Add a knight
        </Button>
      }
    >
      <ul ref={box} className="flex flex-col gap-3">
        {knights.map((knight, place) => (
          <KnightCard
            key={knight.id}
            knight={knight}
            place={place}
            last={place === knights.length - 1}
            adapters={adapters}
            models={models}
            offered={seats.find(
              (seat) =>
                seat.knight.name === knight.name &&
                seat.knight.adapter === knight.adapter &&
                (seat.knight.fallback ?? "") === knight.fallback,
            )}
            wrong={wrong}
            onChange={(changes) => edit(knight.id, changes)}
            onMove={(by) => move(place, by)}
            onRemove={() => {
              change({ knights: knights.filter(({ id }) => id !== knight.id) }, "knights");
              announce(`${knight.name} removed; Discard brings it back.`);
            }}
          />
        ))}
      </ul>
      <Told told={wrong["knights"]} />
    </Panel>
  );
}

type Numbered =
  "max_rounds" | "escalate_to_user_after" | "consensus_threshold" | "timeout_per_turn_seconds";

const NUMBERS: readonly {
  key: Numbered;
  label: string;
  hint: string;
  max: number;
  step?: number;
}[] = [
  { key: "max_rounds", label: "Rounds at most", hint: "Then you must decide", max: 50 },
  {
    key: "escalate_to_user_after",
    label: "You may step in after",
    hint: "Rounds without agreement",
    max: 50,
  },
  {
    key: "consensus_threshold",
    label: "Score that agrees",
    hint: "Of 10; everybody must reach it",
    max: 10,
  },
  {
    key: "timeout_per_turn_seconds",
    label: "Seconds for a turn",
    hint: "One deadline for the whole turn",
    max: 86_400,
    step: 30,
  },
];

function Rules({ draft, wrong, change }: TableSettingsProps) {
  const { rules } = draft;
  const [ignored, setIgnored] = useState(rules.ignore.join("\n"));
  return (
    <Panel title="Rules" note="For discussions and diagnoses; a build has its own per round.">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {NUMBERS.map(({ key, label, hint, max, step = 1 }) => (
          <Field key={key} label={label} hint={hint} error={wrong[`rules.${key}`]}>
            <NumberField
              value={rules[key]}
              min={1}
              max={max}
              step={step}
              unit={label.toLowerCase()}
              onChange={(value) =>
                value !== null && change({ rules: { ...rules, [key]: value } }, `rules.${key}`)
              }
            />
          </Field>
        ))}
      </div>
      <Field
        className="mt-4"
        label="What the knights are not shown"
        hint="A pattern a line, as in .gitignore. Can be changed while nothing is at work."
        error={wrong["rules.ignore"]}
      >
        <TextArea
          className="font-mono text-sm"
          minRows={3}
          maxRows={12}
          spellCheck={false}
          value={ignored}
          onChange={(event) => {
            setIgnored(event.target.value);
            const ignore = event.target.value.split("\n").filter((line) => line.trim() !== "");
            change({ rules: { ...rules, ignore } }, "rules.ignore");
          }}
        />
      </Field>
    </Panel>
  );
}

function Project({ draft, wrong, change }: Pick<TableSettingsProps, "draft" | "wrong" | "change">) {
  return (
    <Panel title="Project">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" hint="As the knights are told it" error={wrong["project"]}>
          <TextInput
            value={draft.project}
            maxLength={200}
            onChange={(event) => change({ project: event.target.value }, "project")}
          />
        </Field>
        <Field
          label="Language of the answers"
          hint={languageName(draft.language) ?? "A code, such as en, de or pt-BR"}
          error={wrong["language"]}
        >
          <TextInput
            value={draft.language}
            maxLength={20}
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => change({ language: event.target.value }, "language")}
          />
        </Field>
      </div>
    </Panel>
  );
}

/** What a code stands for; null where it stands for nothing known. */
export function languageName(code: string): string | null {
  try {
    const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
    return names.of(code.trim()) ?? null;
  } catch {
    return null;
  }
}
