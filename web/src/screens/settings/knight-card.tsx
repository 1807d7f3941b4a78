// One knight of the config: its name, what it speaks through, and what stands in when that fails.
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/design/badge";
import { Field } from "@/design/field";
import { IconButton } from "@/design/icon-button";
import { NumberField } from "@/design/number-field";
import { RehearsalBadge } from "@/design/rehearsal";
import { SeatMark } from "@/design/seat-mark";
import { seatAt } from "@/design/seats";
import { Select } from "@/design/select";
import { TextInput } from "@/design/text-input";
import type { Wrong } from "@/screens/settings/checking";
import { type KnightDraft, SCRIPT } from "@/screens/settings/draft";
import type { SeatOffered } from "@/screens/setup/form";
import { ModelPicker } from "@/screens/setup/model-picker";
import { Said } from "@/design/said";
import { sentence } from "@/design/sentence";
import { adapterInWords, type ModelTold, providerOf, usualModel } from "@/screens/setup/vendors";

export interface KnightCardProps {
  knight: KnightDraft;
  place: number;
  last: boolean;
  adapters: readonly string[];
  models: readonly ModelTold[];
  /** How it stood when it was last looked at, if it is as it was then. */
  offered: SeatOffered | undefined;
  wrong: Wrong;
  onChange: (changes: Partial<KnightDraft>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

export function KnightCard(props: KnightCardProps) {
  const { knight, place, last, adapters, models, offered, wrong, onChange, onMove, onRemove } =
    props;
  const provider = providerOf(knight.adapter);
  const scripted = knight.adapter === "scripted";
  const error = (field: string) => wrong[`${knight.id}.${field}`];
  const others = adapters.filter((name) => name !== knight.adapter && name !== "scripted");
  const usual = provider === null ? null : usualModel(models, provider, "deliberate");
  return (
    <li
      data-seat={seatAt(place).number}
      data-knight={knight.id}
      className="rounded-md border border-l-4 border-line border-l-seat bg-raised px-4 py-3"
    >
      <div className="mb-3 flex items-center gap-2">
        <SeatMark index={place} size={20} />
        <span className="min-w-0 truncate font-medium">{knight.name || "Without a name"}</span>
        {offered?.ready && !scripted && (
          <span className="max-sm:sr-only">
            <Badge tone="agree">ready</Badge>
          </span>
        )}
        <span className="ml-auto flex">
          <IconButton
            label={`Move ${knight.name} up`}
            side="bottom-end"
            disabled={place === 0}
            icon={<ArrowUp size={16} aria-hidden />}
            onClick={() => onMove(-1)}
          />
          <IconButton
            label={`Move ${knight.name} down`}
            side="bottom-end"
            disabled={last}
            icon={<ArrowDown size={16} aria-hidden />}
            onClick={() => onMove(1)}
          />
          <IconButton
            label={`Remove ${knight.name}`}
            side="bottom-end"
            icon={<Trash2 size={16} aria-hidden />}
            onClick={onRemove}
          />
        </span>
      </div>
      {scripted && (
        <p className="mb-3">
          <RehearsalBadge />
        </p>
      )}
      {offered && !offered.ready && (
        <p className="mb-3 text-sm break-words text-ink-soft">
          <Badge tone="doubt">cannot sit down</Badge>{" "}
          <Said text={`${sentence(offered.problem)} ${sentence(offered.remedy)}`} />
        </p>
      )}
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Name" error={error("name")}>
          <TextInput
            value={knight.name}
            maxLength={40}
            spellCheck={false}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </Field>
        <Field label="Adapter" error={error("adapter")} hint={adapterInWords(knight.adapter)}>
          <Select
            value={knight.adapter}
            choices={adapters.map((value) => ({ value, label: value }))}
            onChoose={(adapter) => onChange(withAdapter(knight, adapter))}
          />
        </Field>
        {provider === null ? (
          <Field
            label="Script"
            error={error("script")}
            hint="builtin:NAME, or a path inside the repository"
          >
            <TextInput
              value={knight.script}
              maxLength={200}
              spellCheck={false}
              onChange={(event) => onChange({ script: event.target.value })}
            />
          </Field>
        ) : (
          <>
            <Field label="Model" error={error("model")}>
              <ModelPicker
                models={models}
                provider={provider}
                value={knight.model}
                usual={usual === null ? "The adapter's own choice" : `${usual}, as usual`}
                onChange={(model) => onChange({ model })}
              />
            </Field>
            <Field
              label="Fallback"
              error={error("fallback")}
              hint="Takes over when the first one fails"
            >
              <Select
                value={knight.fallback}
                choices={[
                  { value: "", label: "None" },
                  ...others.map((value) => ({ value, label: value })),
                ]}
                onChoose={(fallback) => onChange({ fallback })}
              />
            </Field>
          </>
        )}
        <Capabilities
          words={knight.capabilities}
          error={error("capabilities")}
          onChange={(capabilities) => onChange({ capabilities })}
        />
        <Field label="Priority" error={error("priority")} hint="Lower speaks first in the opening">
          <NumberField
            value={knight.priority}
            min={1}
            max={1000}
            unit="priority"
            onChange={(priority) => priority !== null && onChange({ priority })}
          />
        </Field>
      </div>
    </li>
  );
}

/** What belonged to the old adapter does not stay under the new one. */
function withAdapter(knight: KnightDraft, adapter: string): Partial<KnightDraft> {
  const same = providerOf(adapter) === providerOf(knight.adapter);
  return {
    adapter,
    model: same ? knight.model : "",
    fallback: adapter === "scripted" || knight.fallback === adapter ? "" : knight.fallback,
    script: adapter === "scripted" ? knight.script || SCRIPT : "",
  };
}

interface CapabilitiesProps {
  words: readonly string[];
  error: string | undefined;
  onChange: (words: string[]) => void;
}

/** As one types it, commas and all; what is kept are the words between them. */
function Capabilities({ words, error, onChange }: CapabilitiesProps) {
  const [text, setText] = useState(words.join(", "));
  return (
    <Field label="Good at" error={error} hint="With commas between; breaks ties for the lead">
      <TextInput
        value={text}
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          onChange(
            event.target.value
              .split(",")
              .map((word) => word.trim())
              .filter(Boolean),
          );
        }}
        onBlur={() => setText(words.join(", "))}
      />
    </Field>
  );
}
