// A seat's lane: who sits there, how it stands, and what it says; older passes fold away.
import { Maximize2, Minimize2 } from "lucide-react";
import { useState } from "react";
import { Badge, type Tone } from "@/design/badge";
import { classes } from "@/design/classes";
import { plural } from "@/design/figures";
import { IconButton } from "@/design/icon-button";
import { SeatMark } from "@/design/seat-mark";
import { seatAt } from "@/design/seats";
import { Follow } from "@/live";
import {
  claimsOf,
  emptyWords,
  groupsOf,
  type PassGroup,
  raisedIn,
  type Standing,
  standingOf,
} from "./lanes";
import { roundOf } from "./stages";
import { useTable } from "./table-context";
import { Turn } from "./turn";

export interface LaneProps {
  index: number;
  /** Undefined where a lane stands alone anyway. */
  onMaximise?: (() => void) | undefined;
  maximised?: boolean | undefined;
  className?: string | undefined;
}

export function laneId(index: number): string {
  return `lane-${index}`;
}

/** Brings a lane under the keys; false where there is no such lane. */
export function focusLane(index: number): boolean {
  const log = document.querySelector<HTMLElement>(`#${laneId(index)} [role=log]`);
  log?.focus();
  return log !== null;
}

export function Lane({ index, onMaximise, maximised = false, className }: LaneProps) {
  const { view, scene } = useTable();
  const seat = view.seats[index];
  if (!seat) return null;
  const standing = standingOf(view, seat.name, scene);
  return (
    <section
      id={laneId(index)}
      aria-labelledby={`${laneId(index)}-name`}
      data-seat={seatAt(index).number}
      className={classes(
        "flex min-h-0 min-w-0 flex-col overflow-hidden rounded-lg border border-t-3 border-line border-t-seat bg-surface",
        className,
      )}
    >
      <header className="flex items-start gap-2.5 border-b border-line py-2 pr-2 pl-3.5">
        <SeatMark index={index} size={28} className="mt-1" />
        <div className="min-w-0 flex-1">
          {/* One line in every lane, so that their heads are of one height: the badge gives way. */}
          <div className="flex items-center gap-x-2">
            <h2
              id={`${laneId(index)}-name`}
              className="min-w-0 truncate text-base leading-6 text-seat"
            >
              {seat.name}
            </h2>
            <StandingBadge standing={standing} />
          </div>
          <p className="truncate text-xs text-ink-faint" title={adapterWords(seat)}>
            {adapterWords(seat)}
          </p>
        </div>
        {onMaximise && (
          <IconButton
            label={maximised ? "Show all lanes" : `Show ${seat.name} alone`}
            icon={maximised ? <Minimize2 size={15} /> : <Maximize2 size={15} />}
            side="bottom-end"
            onClick={onMaximise}
            className="size-7"
          />
        )}
      </header>
      <Follow label={`What ${seat.name} says`} className="min-h-0 flex-1">
        <LaneTurns seat={seat.name} />
      </Follow>
      <LaneFoot seat={seat.name} />
    </section>
  );
}

function adapterWords(seat: { adapter: string; model: string | null; scripted: boolean }): string {
  if (seat.scripted) return "scripted rehearsal";
  return seat.model ? `${seat.model} · ${seat.adapter}` : seat.adapter;
}

const STANDINGS: Record<Standing["kind"], Tone> = {
  speaking: "seat",
  lost: "danger",
  failed: "danger",
  spoken: "plain",
  waiting: "plain",
};

export function StandingBadge({ standing }: { standing: Standing }) {
  return (
    <Badge
      tone={STANDINGS[standing.kind]}
      className="max-w-44 min-w-12 shrink-[99]"
      icon={
        standing.kind === "speaking" && (
          <span aria-hidden className="size-1.5 shrink-0 animate-breathe rounded-full bg-seat" />
        )
      }
    >
      <span className="truncate" title={standing.word}>
        {standing.word}
      </span>
    </Badge>
  );
}

function LaneTurns({ seat }: { seat: string }) {
  const { view, scene } = useTable();
  const groups = groupsOf(view, seat, scene);
  const shown = groups.some((group) => group.iteration === scene?.iteration);
  return (
    <>
      {groups.map((group) => (
        <Pass
          key={`${scene?.round}.${scene?.attempt}.${group.iteration}`}
          group={group}
          chosen={group.iteration === scene?.iteration}
          alone={groups.length === 1}
        />
      ))}
      {!shown && (
        <p className="px-3.5 py-4 text-sm text-ink-faint">{emptyWords(view, seat, scene)}</p>
      )}
    </>
  );
}

interface PassProps {
  group: PassGroup;
  chosen: boolean;
  alone: boolean;
}

/** The pass one looks at stands open; the others do when they are asked for. */
function Pass({ group, chosen, alone }: PassProps) {
  const { view, live } = useTable();
  const [opened, setOpened] = useState<boolean | null>(null);
  const open = opened ?? chosen;
  const turns = group.turns.map((turn) => (
    <Turn
      key={`${turn.key}#${turn.ask}`}
      session={view.session}
      turn={turn}
      raised={raisedIn(view, turn)}
      live={live}
    />
  ));
  if (alone && chosen) return turns;
  return (
    <div className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpened(!open)}
        className="flex min-h-8 w-full items-center justify-between gap-2 bg-sunken px-3.5 text-start text-xs font-medium text-ink-soft -outline-offset-2 hover:text-ink"
      >
        <span>{group.name}</span>
        <span className="font-normal text-ink-faint">{open ? "fold" : passWords(group)}</span>
      </button>
      {open && turns}
    </div>
  );
}

function passWords({ turns }: PassGroup): string {
  const score = turns.findLast((turn) => turn.stance)?.stance?.consensus_score;
  const cause = turns.findLast((turn) => turn.diagnosis)?.diagnosis?.root_cause_key;
  if (score !== undefined) return `${score}/10`;
  return cause ?? plural(turns.length, "turn");
}

function LaneFoot({ seat }: { seat: string }) {
  const { view, scene } = useTable();
  const round = roundOf(view, scene);
  if (round === null || round.claims.length === 0) return null;
  const { raised, answered, conceded } = claimsOf(view, seat, scene);
  return (
    <footer className="figures border-t border-line px-3.5 py-1.5 text-xs text-ink-faint">
      Claims:{" "}
      {[
        raised > 0 && `${raised} raised`,
        answered > 0 && `${answered} answered`,
        conceded > 0 && `${conceded} conceded`,
      ]
        .filter(Boolean)
        .join(" · ") || "none of its own"}
    </footer>
  );
}
