// One round of a build: held or not, how often around, blind or in turn, and with which words of yours.
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import type { Schemas } from "@/api/client";
import { Badge } from "@/design/badge";
import { classes } from "@/design/classes";
import { Field } from "@/design/field";
import { plural } from "@/design/figures";
import { NumberField } from "@/design/number-field";
import { TextArea } from "@/design/text-area";
import { Toggle } from "@/design/toggle";
import { isUntouched, type RoundForm } from "@/screens/setup/form";
import { told, type Trouble, within } from "@/screens/setup/placing";
import { ROUND_AIMS, ROUND_NAMES } from "@/screens/setup/words";

export interface RoundRowProps {
  plan: Schemas["RoundPlan"];
  round: RoundForm;
  troubles: readonly Trouble[];
  onChange: (changes: Partial<RoundForm>) => void;
}

export function RoundRow({ plan, round, troubles, onChange }: RoundRowProps) {
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const name = ROUND_NAMES[plan.key];
  const field = `rounds.${plan.key}`;
  const open = round.on && (unfolded || within(troubles, field));
  const iterations = round.iterations ?? plan.iterations;
  const blind = round.blind ?? plan.blind;
  return (
    <li data-field={field} className="px-5 py-3">
      <div className="flex items-start gap-3">
        <Toggle
          className="min-w-0 flex-1"
          label={
            <span className={classes("font-medium", !round.on && "text-ink-faint")}>{name}</span>
          }
          hint={`${plan.role}: ${ROUND_AIMS[plan.key]}`}
          on={round.on}
          onChange={(on) => onChange({ on })}
        />
        {round.on && (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setUnfolded(!open)}
            className="flex min-h-7 shrink-0 items-center gap-2 rounded-md px-2 text-sm text-ink-soft hover:bg-sunken hover:text-ink"
          >
            <span className="sr-only">{name}: </span>
            <span className="figures max-sm:sr-only">
              {plural(iterations, "iteration")}, {blind ? "blind" : "in turn"}
            </span>
            {!isUntouched(round) && <Badge tone="accent">yours</Badge>}
            <ChevronDown
              size={16}
              aria-hidden
              className={classes("transition-transform duration-100", open && "rotate-180")}
            />
          </button>
        )}
      </div>
      {open && (
        <div id={id} className="mt-3 grid gap-4 sm:grid-cols-[10rem_11rem_1fr] sm:pl-12">
          <Field
            label="Iterations"
            hint="Then you decide"
            error={told(troubles, `${field}.iterations`)}
          >
            <NumberField
              value={iterations}
              min={1}
              max={20}
              unit="iterations"
              onChange={(value) =>
                onChange({ iterations: value === plan.iterations ? null : value })
              }
            />
          </Field>
          <Field
            label="Length of a turn"
            hint="Tokens"
            error={told(troubles, `${field}.max_output_tokens`)}
          >
            <NumberField
              value={round.tokens ?? plan.max_output_tokens}
              min={64}
              max={200_000}
              step={1024}
              unit="tokens"
              onChange={(value) =>
                onChange({ tokens: value === plan.max_output_tokens ? null : value })
              }
            />
          </Field>
          <Toggle
            className="sm:mt-6"
            label="Blind opening"
            hint="All write at once; nobody sees another"
            on={blind}
            onChange={(on) => onChange({ blind: on === plan.blind ? null : on })}
          />
          <Field
            label="Your own instructions"
            className="sm:col-span-3"
            error={told(troubles, `${field}.instructions`)}
          >
            <TextArea
              minRows={2}
              maxRows={10}
              value={round.instructions}
              placeholder={`What the knights should mind in ${name.toLowerCase()}`}
              onChange={(event) => onChange({ instructions: event.target.value })}
            />
          </Field>
        </div>
      )}
    </li>
  );
}
