// How long a discussion or a diagnosis goes on, and how it opens.
import { Field } from "@/design/field";
import { NumberField } from "@/design/number-field";
import { Panel } from "@/design/panel";
import { Toggle } from "@/design/toggle";
import type { Part } from "@/screens/setup/parts";
import { told } from "@/screens/setup/placing";

export function TalkPanel({ form, change, troubles }: Part) {
  const discuss = form.workflow === "discuss";
  return (
    <Panel title={discuss ? "How they talk" : "How they diagnose"}>
      <div className="grid gap-4 sm:grid-cols-2">
        <div data-field="max_rounds">
          <Field
            label="Rounds at most"
            hint="Then you must decide. Empty: as the settings say"
            error={told(troubles, "max_rounds")}
          >
            <NumberField
              value={form.maxRounds}
              min={1}
              max={50}
              unit="rounds"
              placeholder="As in the settings"
              onChange={(maxRounds) => change({ maxRounds })}
            />
          </Field>
        </div>
        {discuss ? (
          <Toggle
            className="sm:mt-6"
            label="Blind opening"
            hint="In the first round all speak at once, and nobody sees another"
            on={form.blind}
            onChange={(blind) => change({ blind })}
          />
        ) : (
          <p className="text-sm text-ink-faint sm:mt-6">
            The first diagnosis is always blind: causes that two find alone weigh more.
          </p>
        )}
      </div>
    </Panel>
  );
}
