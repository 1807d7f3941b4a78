// How the execution round runs what was built: whom it may reach, and whether it asks before again.
import { Field } from "@/design/field";
import { NumberField } from "@/design/number-field";
import { Panel } from "@/design/panel";
import { Select } from "@/design/select";
import { NETWORKS, networkOf } from "@/screens/execution/networks";
import { MOST_RETRIES } from "@/screens/setup/form";
import type { Part } from "@/screens/setup/parts";
import { told } from "@/screens/setup/placing";

export function RunPanel({ form, change, troubles }: Part) {
  const network = NETWORKS.find(({ value }) => value === form.network);
  return (
    <Panel
      title="The run"
      note="The execution round runs what was built in a container, where there is an engine for one."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <div data-field="network">
          <Field
            label="Whom the project may reach"
            hint={network?.means}
            error={told(troubles, "network")}
          >
            <Select
              value={form.network}
              choices={NETWORKS}
              onChoose={(value) => change({ network: networkOf(value) })}
            />
          </Field>
        </div>
        <div data-field="auto_retry">
          <Field
            label="Runs again by itself"
            hint={retryWords(form.autoRetry)}
            error={told(troubles, "auto_retry")}
          >
            <NumberField
              value={form.autoRetry}
              min={0}
              max={MOST_RETRIES}
              unit="runs"
              onChange={(value) => change({ autoRetry: value ?? 0 })}
            />
          </Field>
        </div>
      </div>
    </Panel>
  );
}

function retryWords(times: number): string {
  if (times === 0)
    return "Off: when the table has mended something, you are asked before it is run again.";
  const often = times === 1 ? "once" : `up to ${times} times in a row`;
  return `What the table has mended is run again ${often} unasked, and looked at anew: each time costs a round.`;
}
