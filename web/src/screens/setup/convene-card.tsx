// What is about to be convened, what it could cost, and the button that does it.
import { useEffect, useRef } from "react";
import { Button } from "@/design/button";
import { ErrorState } from "@/design/error-state";
import { plural } from "@/design/figures";
import { Kbd } from "@/design/kbd";
import { RehearsalBadge } from "@/design/rehearsal";
import { SeatMark } from "@/design/seat-mark";
import { EstimateCard } from "@/screens/setup/estimate-card";
import type { Estimated } from "@/screens/setup/estimating";
import { type Form, isRehearsal, roundsOn, type SeatOffered, seated } from "@/screens/setup/form";
import type { Trouble } from "@/screens/setup/placing";
import { WORKFLOW_WORDS } from "@/screens/setup/words";

export interface ConveneCardProps {
  form: Form;
  seats: readonly SeatOffered[];
  estimated: Estimated;
  askable: boolean;
  troubles: readonly Trouble[];
  busy: boolean;
  /** Focus goes to the button as soon as it is there. */
  ready: boolean;
  onConvene: () => void;
  onGoTo: (field: string) => void;
}

export function ConveneCard(props: ConveneCardProps) {
  const { form, seats, estimated, askable, troubles, busy, ready, onConvene, onGoTo } = props;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (ready) button.current?.focus();
  }, [ready]);
  useRoomBelow();
  return (
    <aside
      aria-label="What will be convened"
      className="max-lg:contents lg:sticky lg:top-4 lg:self-start"
    >
      <div className="flex flex-col gap-4 rounded-lg border border-line bg-surface px-5 py-4 lg:rounded-b-none lg:border-b-0">
        <Summary form={form} seats={seats} />
        <EstimateCard
          estimated={estimated}
          askable={askable}
          rehearsal={isRehearsal(form)}
          refused={troubles.length > 0}
        />
      </div>
      <div className="flex flex-col gap-3 border-line bg-surface max-lg:sticky max-lg:bottom-0 max-lg:z-20 max-lg:-mx-4 max-lg:border-t max-lg:px-4 max-lg:py-3 max-lg:shadow-lg sm:max-lg:-mx-6 sm:max-lg:px-6 lg:rounded-b-lg lg:border lg:border-t-0 lg:px-5 lg:pb-4">
        <Troubles troubles={troubles} onGoTo={onGoTo} />
        <Button ref={button} kind="primary" busy={busy} className="w-full" onClick={onConvene}>
          Convene the table
        </Button>
        <p className="text-center text-sm text-ink-faint max-lg:hidden">
          <Kbd keys="mod+enter" />
        </p>
      </div>
    </aside>
  );
}

/** Where the bar lies over the page's foot, a focused field must not end up behind it. */
function useRoomBelow(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.scrollPaddingBottom = "6rem";
    return () => {
      style.scrollPaddingBottom = "";
    };
  }, []);
}

function Summary({ form, seats }: { form: Form; seats: readonly SeatOffered[] }) {
  const rehearsal = isRehearsal(form);
  const taking = seated(form, seats);
  const held = roundsOn(form).length;
  const name = WORKFLOW_WORDS[form.workflow].name;
  return (
    <div className="flex flex-col gap-2">
      <p className="font-serif text-lg font-semibold">
        {form.workflow === "build" ? `${name}, ${plural(held, "round")}` : name}
      </p>
      {rehearsal ? (
        <RehearsalBadge />
      ) : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          {taking.map(({ knight }) => (
            <span key={knight.name} className="inline-flex items-center gap-1.5">
              <SeatMark
                index={seats.findIndex((seat) => seat.knight.name === knight.name)}
                size={15}
              />
              {knight.name}
            </span>
          ))}
          {taking.length === 0 && "Nobody is seated."}
        </p>
      )}
    </div>
  );
}

function Troubles({
  troubles,
  onGoTo,
}: {
  troubles: readonly Trouble[];
  onGoTo: (field: string) => void;
}) {
  if (troubles.length === 0) return null;
  return (
    <ErrorState
      className="max-lg:max-h-36 max-lg:overflow-y-auto"
      message={
        <>
          {troubles.map(({ field, message, remedy }) => (
            <span key={`${field} ${message}`} className="block pb-1 text-sm font-normal last:pb-0">
              {message} {remedy}{" "}
              {field !== "" && (
                <button
                  type="button"
                  className="rounded-sm text-accent underline"
                  onClick={() => onGoTo(field)}
                >
                  Show where
                </button>
              )}
            </span>
          ))}
        </>
      }
    />
  );
}
