// Who sits at the table this time, with which model, and who cannot and why.
import { RotateCcw } from "lucide-react";
import { Link } from "wouter";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { classes } from "@/design/classes";
import { Field } from "@/design/field";
import { Panel } from "@/design/panel";
import { RehearsalBadge } from "@/design/rehearsal";
import { SeatMark } from "@/design/seat-mark";
import { seatAt } from "@/design/seats";
import { Toggle } from "@/design/toggle";
import { isRehearsal, isScripted, type SeatOffered, seated } from "@/screens/setup/form";
import { ModelPicker } from "@/screens/setup/model-picker";
import type { Part } from "@/screens/setup/parts";
import { told } from "@/screens/setup/placing";
import { Said } from "@/design/said";
import { sentence } from "@/design/sentence";
import { Wrong } from "@/screens/setup/wrong";
import { adapterInWords, type ModelTold, providerOf, usualModel } from "@/screens/setup/vendors";

export interface SeatsPanelProps extends Part {
  seats: readonly SeatOffered[];
  models: readonly ModelTold[];
  recheck: () => void;
  rechecking: boolean;
}

export function SeatsPanel(props: SeatsPanelProps) {
  const { form, change, troubles, seats, models, recheck, rechecking } = props;
  if (isRehearsal(form)) return <ScriptedSeats />;
  const taking = seated(form, seats).length;
  const sit = (name: string, on: boolean) =>
    change({
      away: on ? form.away.filter((other) => other !== name) : [...form.away, name],
      ...(!on && form.judge === name ? { judge: "rotate", judgeModel: "" } : {}),
    });
  return (
    <Panel
      title="Seats"
      note={`${taking} of ${seats.length} take part`}
      actions={
        <Button
          size="sm"
          kind="bare"
          busy={rechecking}
          icon={<RotateCcw size={14} aria-hidden />}
          onClick={recheck}
        >
          Look again
        </Button>
      }
    >
      <div data-field="seats">
        <ul
          className={classes(
            "grid gap-3 sm:grid-cols-2",
            // Four stand better in two rows of two.
            seats.length !== 2 && seats.length !== 4 && "xl:grid-cols-3",
          )}
        >
          {seats.map((seat, place) => (
            <SeatCard
              key={seat.knight.name}
              seat={seat}
              place={place}
              on={seat.ready && !form.away.includes(seat.knight.name)}
              onSit={(on) => sit(seat.knight.name, on)}
              models={models}
              model={form.models[seat.knight.name] ?? ""}
              onModel={(model) => change({ models: { ...form.models, [seat.knight.name]: model } })}
              trouble={told(troubles, `seats.${seat.knight.name}.model`)}
            />
          ))}
        </ul>
        <Wrong told={told(troubles, "seats")} />
        <p className="mt-3 text-sm text-ink-faint">
          Others are seated in the{" "}
          <Link href="/settings" className="text-accent underline">
            settings
          </Link>
          .
        </p>
      </div>
    </Panel>
  );
}

interface SeatCardProps {
  seat: SeatOffered;
  place: number;
  on: boolean;
  onSit: (on: boolean) => void;
  models: readonly ModelTold[];
  model: string;
  onModel: (model: string) => void;
  trouble: string | undefined;
}

function SeatCard({ seat, place, on, onSit, models, model, onModel, trouble }: SeatCardProps) {
  const { knight } = seat;
  const provider = providerOf(knight.adapter);
  return (
    <li
      data-seat={seatAt(place).number}
      data-field={`seats.${knight.name}`}
      className={classes(
        "flex flex-col gap-3 rounded-md border border-l-4 px-3 py-3",
        on ? "border-line border-l-seat bg-raised" : "border-line border-l-line-strong",
      )}
    >
      <Toggle
        on={on}
        onChange={onSit}
        disabled={!seat.ready}
        label={
          <span className="flex items-center gap-2 font-medium">
            <SeatMark index={place} size={18} />
            <span className="min-w-0 truncate">{knight.name}</span>
          </span>
        }
        hint={adapterInWords(knight.adapter)}
      />
      {!seat.ready && (
        <div className="text-sm">
          <Badge tone="doubt">cannot sit down</Badge>
          <p className="mt-1 break-words">
            <Said text={sentence(seat.problem)} />
          </p>
          <p className="break-words text-ink-soft">
            <Said text={sentence(seat.remedy)} />
          </p>
        </div>
      )}
      {isScripted(seat) && <RehearsalBadge />}
      {seat.ready && provider !== null && (
        <Field label={`Model of ${knight.name}`} hideLabel error={trouble} className="mt-auto">
          <ModelPicker
            models={models}
            provider={provider}
            value={model}
            disabled={!on}
            usual={usual(seat, models, provider)}
            onChange={onModel}
          />
        </Field>
      )}
    </li>
  );
}

function usual(seat: SeatOffered, models: readonly ModelTold[], provider: string): string {
  if (seat.knight.model) return `${seat.knight.model}, as in the settings`;
  const known = usualModel(models, provider, "deliberate");
  return known === null ? "The adapter's own choice" : `${known}, as usual`;
}

function ScriptedSeats() {
  return (
    <Panel title="Seats">
      <div data-field="seats" className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <RehearsalBadge />
        <span className="flex gap-1.5">
          {[0, 1, 2].map((place) => (
            <SeatMark key={place} index={place} size={26} />
          ))}
        </span>
        <p className="w-full text-ink-soft">
          Three scripted knights act out their script. No model is asked and nothing is spent.
        </p>
      </div>
    </Panel>
  );
}
