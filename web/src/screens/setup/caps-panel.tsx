// What the session may consume at most.
import { Field } from "@/design/field";
import { NumberField } from "@/design/number-field";
import { Panel } from "@/design/panel";
import type { Form } from "@/screens/setup/form";
import type { Part } from "@/screens/setup/parts";
import { told } from "@/screens/setup/placing";
import { Wrong } from "@/screens/setup/wrong";

interface Cap {
  key: "cost" | "tokens" | "minutes";
  field: string;
  label: string;
  max: number;
  step: number;
}

const CAPS: readonly Cap[] = [
  { key: "cost", field: "caps.max_cost_usd", label: "US dollars", max: 1_000_000, step: 0.5 },
  { key: "tokens", field: "caps.max_tokens", label: "Tokens", max: 10 ** 12, step: 50_000 },
  { key: "minutes", field: "caps.max_minutes", label: "Minutes", max: 1_000_000, step: 5 },
];

export function CapsPanel({ form, change, troubles }: Part) {
  return (
    <Panel title="Caps" note="The table pauses before it passes one; you can raise it and go on">
      <div data-field="caps" className="grid gap-4 sm:grid-cols-3">
        {CAPS.map(({ key, field, label, max, step }) => (
          <div key={key} data-field={field}>
            <Field label={label} error={told(troubles, field)}>
              <NumberField
                value={form[key]}
                min={0}
                max={max}
                step={step}
                unit={label.toLowerCase().replace("us ", "")}
                placeholder="No cap"
                onChange={(value) => change({ [key]: whole(key, value) } as Partial<Form>)}
              />
            </Field>
          </div>
        ))}
      </div>
      <Wrong told={told(troubles, "caps")} />
    </Panel>
  );
}

/** Half a token cannot be counted. */
function whole(key: Cap["key"], value: number | null): number | null {
  return key === "tokens" && value !== null ? Math.round(value) : value;
}
