// How far the table has come: its rounds, or its passes as dots. A press shows that part in the lanes.
import { Check, RotateCcw } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "@/design/classes";
import { SeatMark } from "@/design/seat-mark";
import { passLabel, passesOf, sameScene, type Scene, type Stage, stagesOf } from "./stages";
import { seatIndex, useTable } from "./table-context";

export interface StepperProps {
  onShow: (scene: Scene) => void;
  /** Given where a round can be held anew: the one that is shown has a button for it. */
  onRetry?: ((round: string) => void) | undefined;
}

export function Stepper({ onShow, onRetry }: StepperProps) {
  const { view, scene } = useTable();
  const stages = stagesOf(view);
  const byRounds = view.agenda.length > 0;
  const list = useRef<HTMLElement>(null);
  const place = `${scene?.round}.${scene?.attempt}.${byRounds ? "" : scene?.iteration}`;
  useEffect(() => keepInView(list.current, place), [place]);
  return (
    <nav
      ref={list}
      aria-label={byRounds ? "Rounds" : "Passes"}
      className="relative min-w-0 overflow-x-auto overflow-y-hidden py-1 [scrollbar-width:none]"
    >
      <ol className="flex w-max items-center gap-1 px-0.5">
        {!byRounds && (
          <li aria-hidden className="pr-1.5 text-sm text-ink-faint">
            {view.workflow === "apply" ? "Answers" : "Rounds"}
          </li>
        )}
        {stages.map((stage, index) => (
          <li key={stage.id} className="flex items-center gap-1">
            {byRounds && index > 0 && <span aria-hidden className="h-px w-2.5 bg-line-strong" />}
            {byRounds ? (
              <RoundStep stage={stage} onShow={onShow} onRetry={onRetry} />
            ) : (
              <PassStep stage={stage} chosen={sameScene(stage.scene, scene)} onShow={onShow} />
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Where there is no room for all of them, the one that is shown is in sight. */
function keepInView(list: HTMLElement | null, _place: string): void {
  const chosen = list?.querySelector<HTMLElement>("[aria-pressed=true]")?.closest("li");
  if (!list || !chosen) return;
  const middle = chosen.offsetLeft - (list.clientWidth - chosen.offsetWidth) / 2;
  list.scrollLeft = Math.max(0, middle);
}

const SIGNS: Record<Stage["state"], ReactNode> = {
  done: <Check size={14} aria-hidden className="text-agree" />,
  current: <span aria-hidden className="size-2 animate-breathe rounded-full bg-accent" />,
  to_come: <span aria-hidden className="size-2 rounded-full border border-line-strong" />,
  anew: <RotateCcw size={12} aria-hidden className="text-ink-faint" />,
};

function RoundStep({ stage, onShow, onRetry }: StepperProps & { stage: Stage }) {
  const { view, scene } = useTable();
  const chosen = stage.scene?.round === scene?.round && stage.scene?.attempt === scene?.attempt;
  const judge = stage.judge ? seatIndex(view, stage.judge) : -1;
  const passes =
    chosen && stage.scene ? passesOf(view, { key: stage.scene.round, ...stage.scene }) : [];
  return (
    <span
      className={classes(
        "flex items-center rounded-full border",
        chosen ? "border-line-strong bg-raised" : "border-transparent",
      )}
    >
      <button
        type="button"
        disabled={stage.scene === null}
        aria-current={stage.state === "current" ? "step" : undefined}
        aria-pressed={stage.scene === null ? undefined : chosen}
        title={`${stage.label}: ${stage.told}${stage.judge ? `; ${stage.judge} judges` : ""}`}
        onClick={() => stage.scene && onShow(stage.scene)}
        className={classes(
          "inline-flex min-h-8 items-center gap-1.5 rounded-full px-2.5 text-sm whitespace-nowrap enabled:hover:bg-sunken",
          stage.state === "current" ? "font-semibold text-ink" : "text-ink-soft",
          stage.state === "to_come" && "text-ink-faint",
          stage.state === "anew" && "line-through",
        )}
      >
        {SIGNS[stage.state]}
        {stage.label}
        <span className="sr-only">, {stage.told}</span>
        {judge >= 0 && <SeatMark index={judge} size={14} label={`judged by ${stage.judge}`} />}
      </button>
      {passes.length > 1 && (
        <span className="flex items-center gap-0.5 pr-1.5">
          {passes.map(({ round, attempt, iteration }) => (
            <Dot
              key={iteration}
              label={passLabel(view, iteration)}
              told={`iteration ${iteration}`}
              state={iteration === scene?.iteration ? "chosen" : "done"}
              onPress={() => onShow({ round, attempt, iteration })}
            />
          ))}
        </span>
      )}
      {onRetry && chosen && stage.scene && stage.state !== "anew" && (
        <RetryButton stage={stage} onPress={onRetry} />
      )}
    </span>
  );
}

function RetryButton({ stage, onPress }: { stage: Stage; onPress: (round: string) => void }) {
  return (
    <button
      type="button"
      aria-label={`Hold ${stage.label} anew …`}
      title={`Hold ${stage.label} anew …`}
      onClick={() => stage.scene && onPress(stage.scene.round)}
      className="mr-0.5 grid size-7 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink"
    >
      <RotateCcw size={14} aria-hidden />
    </button>
  );
}

interface PassStepProps {
  stage: Stage;
  chosen: boolean;
  onShow: (scene: Scene) => void;
}

function PassStep({ stage, chosen, onShow }: PassStepProps) {
  const { scene } = stage;
  if (scene === null) {
    return (
      <span
        title={`${stage.label}: ${stage.told}`}
        className="grid min-h-7 min-w-7 place-items-center rounded-full border border-dashed border-line-strong px-1.5 text-xs text-ink-faint"
      >
        {stage.label}
        <span className="sr-only">, {stage.told}</span>
      </span>
    );
  }
  return (
    <Dot
      label={stage.label}
      told={stage.told}
      state={chosen ? "chosen" : stage.state === "current" ? "current" : "done"}
      isNow={stage.state === "current"}
      onPress={() => onShow(scene)}
    />
  );
}

const DOTS = {
  chosen: "border-accent bg-accent text-on-accent",
  current: "animate-breathe border-accent text-accent",
  done: "border-line-strong text-ink-soft hover:bg-sunken",
};

interface DotProps {
  label: string;
  told: string;
  state: keyof typeof DOTS;
  isNow?: boolean;
  onPress: () => void;
}

function Dot({ label, told, state, isNow = false, onPress }: DotProps) {
  return (
    <button
      type="button"
      aria-pressed={state === "chosen"}
      aria-current={isNow ? "step" : undefined}
      title={`${label}: ${told}`}
      onClick={onPress}
      className={classes(
        "figures grid min-h-7 min-w-7 place-items-center rounded-full border px-1.5 text-xs font-medium",
        DOTS[state],
      )}
    >
      {label}
      <span className="sr-only">, {told}</span>
    </button>
  );
}
