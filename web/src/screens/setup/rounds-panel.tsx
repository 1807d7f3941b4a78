// Which rounds a build has, and how each is held.
import type { Schemas } from "@/api/client";
import type { Loaded } from "@/api/loaded";
import { Button } from "@/design/button";
import { classes } from "@/design/classes";
import { ErrorState } from "@/design/error-state";
import { Panel } from "@/design/panel";
import { Skeleton } from "@/design/skeleton";
import {
  allRounds,
  ROUND_KEYS,
  type RoundForm,
  type RoundKey,
  roundsOn,
} from "@/screens/setup/form";
import type { Part } from "@/screens/setup/parts";
import { told } from "@/screens/setup/placing";
import { RoundRow } from "@/screens/setup/round-row";
import { Wrong } from "@/screens/setup/wrong";
import { presetName, ROUND_NAMES } from "@/screens/setup/words";

type Agendas = Schemas["Agendas"];

export function RoundsPanel({
  form,
  change,
  troubles,
  agendas,
}: Part & { agendas: Loaded<Agendas> }) {
  const on = roundsOn(form);
  const setRound = (key: RoundKey, changes: Partial<RoundForm>) =>
    change({ rounds: { ...form.rounds, [key]: { ...form.rounds[key], ...changes } } });
  const hold = (keys: readonly string[]) =>
    change({ rounds: allRounds((key) => ({ ...form.rounds[key], on: keys.includes(key) })) });
  const presets = Object.entries(agendas.value?.presets ?? {});
  return (
    <Panel
      flush
      title="Rounds"
      note={`${on.length} of ${ROUND_KEYS.length} are held, one after the other`}
    >
      <div data-field="rounds" className="px-5 pb-3">
        <div
          role="group"
          aria-label="Rounds often wanted together"
          className="-ml-2.5 flex flex-wrap gap-1"
        >
          <Preset name="All seven" keys={ROUND_KEYS} on={on} hold={hold} />
          {presets.map(([name, keys]) => (
            <Preset key={name} name={presetName(name)} keys={keys} on={on} hold={hold} />
          ))}
        </div>
        <Wrong told={told(troubles, "rounds")} />
      </div>
      {agendas.value ? (
        <ul className="divide-y divide-line border-t border-line">
          {agendas.value.rounds.map((plan) => (
            <RoundRow
              key={plan.key}
              plan={plan}
              round={form.rounds[plan.key]}
              troubles={troubles}
              onChange={(changes) => setRound(plan.key, changes)}
            />
          ))}
        </ul>
      ) : (
        <div className="min-h-100 border-t border-line px-5 py-4">
          {agendas.problem ? (
            <ErrorState
              message={agendas.problem.title}
              remedy={agendas.problem.detail}
              busy={agendas.loading}
              onRetry={agendas.reload}
            />
          ) : (
            <Skeleton lines={12} />
          )}
        </div>
      )}
    </Panel>
  );
}

function Preset({
  name,
  keys,
  on,
  hold,
}: {
  name: string;
  keys: readonly string[];
  on: readonly RoundKey[];
  hold: (keys: readonly string[]) => void;
}) {
  const pressed = keys.length === on.length && on.every((key) => keys.includes(key));
  return (
    <Button
      size="sm"
      kind="bare"
      aria-pressed={pressed}
      title={ROUND_KEYS.filter((key) => keys.includes(key))
        .map((key) => ROUND_NAMES[key])
        .join(", ")}
      className={classes(pressed && "bg-accent-soft text-accent")}
      onClick={() => hold(keys)}
    >
      {name}
    </Button>
  );
}
