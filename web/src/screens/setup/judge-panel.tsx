// Who judges a build, and whether it goes on by itself.
import { Field } from "@/design/field";
import { NumberField } from "@/design/number-field";
import { Panel } from "@/design/panel";
import { Select } from "@/design/select";
import { Toggle } from "@/design/toggle";
import { CHUNK, isRehearsal, ROTATE, type SeatOffered, seated } from "@/screens/setup/form";
import { ModelPicker } from "@/screens/setup/model-picker";
import type { Part } from "@/screens/setup/parts";
import { told, within } from "@/screens/setup/placing";
import { type ModelTold, providerOf } from "@/screens/setup/vendors";

export interface JudgePanelProps extends Part {
  seats: readonly SeatOffered[];
  models: readonly ModelTold[];
}

export function JudgePanel({ form, change, troubles, seats, models }: JudgePanelProps) {
  const taking = seated(form, seats);
  const judge = seats.find(({ knight }) => knight.name === form.judge)?.knight;
  const scripted = isRehearsal(form);
  return (
    <Panel title={scripted ? "Pace" : "Judge and pace"}>
      <div className="grid gap-4 sm:grid-cols-2">
        {!scripted && (
          <>
            <div data-field="judge">
              <Field label="Who judges" error={told(troubles, "judge")}>
                <Select
                  value={form.judge}
                  choices={[
                    { value: ROTATE, label: "Everybody in turn, round by round" },
                    ...seats.map(({ knight, ready }) => ({
                      value: knight.name,
                      label: knight.name,
                      disabled: !ready || form.away.includes(knight.name),
                    })),
                  ]}
                  onChoose={(next) => change({ judge: next, judgeModel: "" })}
                />
              </Field>
            </div>
            <div data-field="judge_model">
              <Field label="The judge's model" error={told(troubles, "judge_model")}>
                <ModelPicker
                  models={models}
                  provider={judge ? providerOf(judge.adapter) : null}
                  value={form.judgeModel}
                  usual="The vendor's cheaper one"
                  onChange={(judgeModel) => change({ judgeModel })}
                />
              </Field>
            </div>
            <div data-field="judges">
              <Field
                label="Judges"
                error={told(troubles, "judges")}
                hint="More than one: a panel compares the candidates in pairs first"
              >
                <NumberField
                  value={form.judges}
                  min={1}
                  max={Math.max(1, taking.length, form.judges)}
                  unit="judges"
                  onChange={(value) => change({ judges: value ?? 1 })}
                />
              </Field>
            </div>
          </>
        )}
        <Toggle
          className={scripted ? "sm:col-span-2" : "sm:mt-6"}
          label="Go on by itself"
          hint="The next round starts without your word. What the table cannot settle still waits for you."
          on={form.autoAdvance}
          onChange={(autoAdvance) => change({ autoAdvance })}
        />
      </div>
      <details
        className="mt-4"
        open={form.chunkTokens !== CHUNK || within(troubles, "chunk_tokens") || undefined}
      >
        <summary className="w-fit rounded-sm text-sm text-ink-soft hover:text-ink">More</summary>
        <div data-field="chunk_tokens" className="mt-2 max-w-xs">
          <Field
            label="Tokens in one chunk of a review"
            hint="0: the whole code in one pass, where it fits"
            error={told(troubles, "chunk_tokens")}
          >
            <NumberField
              value={form.chunkTokens}
              min={0}
              max={1_000_000}
              step={5000}
              unit="tokens"
              onChange={(value) => change({ chunkTokens: value ?? CHUNK })}
            />
          </Field>
        </div>
      </details>
    </Panel>
  );
}
