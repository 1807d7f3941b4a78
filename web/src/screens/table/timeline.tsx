// The boundaries of a session in order; a press goes to that moment in the replay.
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { VList, type VListHandle } from "virtua";
import type { TimelineEntry } from "@/fold";
import { classes } from "@/design/classes";
import { EmptyState } from "@/design/empty-state";
import { KingMark, SeatMark } from "@/design/seat-mark";
import { boundariesOf } from "./spoken";
import { seatIndex, useTable } from "./table-context";
import { clock } from "./words";

const LONG = 80;
/** What the developer did, rather than a seat. */
const KINGS = new Set(["note_added", "human_choice", "decree_added", "files_edited", "chat_asked"]);
const TURNS = new Set(["round_start", "round_reopened", "session_start", "session_end"]);

export interface TimelineProps {
  onPick: (seq: number) => void;
  /** The event one looks at, in a replay. */
  at?: number | undefined;
  /** The whole log's, in a replay; else what has happened so far. */
  timeline?: readonly TimelineEntry[] | undefined;
}

export function Timeline({ onPick, at, timeline }: TimelineProps) {
  const { session } = useTable();
  const all = timeline ?? session.timeline;
  const entries = useMemo(() => boundariesOf(all), [all]);
  if (entries.length === 0) return <EmptyState title="Nothing has happened yet" />;
  const here = at === undefined ? -1 : entries.findLast((entry) => entry.seq <= at)?.seq;
  const rows = entries
    .toReversed()
    .map((entry) => (
      <Row key={entry.seq} entry={entry} here={entry.seq === here} onPick={onPick} />
    ));
  if (rows.length > LONG) {
    return (
      <LongList
        rows={rows}
        place={entries.length - 1 - entries.findIndex(({ seq }) => seq === here)}
      />
    );
  }
  return (
    <div role="list" aria-label="Timeline, the latest first">
      {rows}
    </div>
  );
}

/** Only what is in sight is drawn; in a replay, the moment one looks at is. */
function LongList({ rows, place }: { rows: ReactNode[]; place: number }) {
  const list = useRef<VListHandle>(null);
  const wanted = place < rows.length ? place : null;
  useEffect(() => {
    if (wanted !== null) list.current?.scrollToIndex(wanted, { align: "center" });
  }, [wanted]);
  return (
    <VList
      ref={list}
      role="list"
      aria-label="Timeline, the latest first"
      style={{ height: "100%" }}
    >
      {rows}
    </VList>
  );
}

interface RowProps {
  entry: TimelineEntry;
  here: boolean;
  onPick: (seq: number) => void;
}

function Row({ entry, here, onPick }: RowProps) {
  const { view } = useTable();
  const seat = entry.seat ? seatIndex(view, entry.seat) : -1;
  return (
    <div role="listitem">
      <button
        type="button"
        aria-current={here || undefined}
        title="See the table at this moment"
        onClick={() => onPick(entry.seq)}
        className={classes(
          "flex w-full items-baseline gap-2.5 px-4 py-1 text-start text-sm -outline-offset-2 hover:bg-sunken aria-[current]:bg-accent-soft",
          TURNS.has(entry.type) && "border-t border-line pt-2 font-semibold",
        )}
      >
        <time dateTime={entry.at} className="figures shrink-0 text-xs font-normal text-ink-faint">
          {clock(entry.at)}
        </time>
        <span className="flex w-4 shrink-0 translate-y-0.5 justify-center">
          {KINGS.has(entry.type) ? (
            <KingMark size={14} />
          ) : seat >= 0 ? (
            <SeatMark index={seat} size={14} />
          ) : null}
        </span>
        <span className="min-w-0 break-words">
          {entry.seat && <span className="font-medium">{entry.seat}</span>}{" "}
          <span className="text-ink-soft">{entry.title}</span>
        </span>
      </button>
    </div>
  );
}
