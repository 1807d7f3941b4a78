// The log as a line: one drags along it, plays it, or jumps from boundary to boundary.
import { Pause, Play, SkipBack, SkipForward } from "lucide-react";
import type { SessionView, TimelineEntry } from "@/fold";
import { IconButton } from "@/design/icon-button";
import { Select } from "@/design/select";
import { seatAt } from "@/design/seats";
import { seatIndex } from "../table/table-context";
import { clock } from "../table/words";
import { SPEEDS, type Speed, ticksOf, told } from "./playing";

export interface ScrubberProps {
  view: SessionView;
  timeline: readonly TimelineEntry[];
  at: number;
  playing: boolean;
  speed: Speed;
  onSeek: (seq: number) => void;
  onPlay: () => void;
  onJump: (by: 1 | -1) => void;
  onSpeed: (speed: Speed) => void;
}

export function Scrubber(props: ScrubberProps) {
  const { timeline, at, playing, speed, onSeek, onPlay, onJump, onSpeed } = props;
  const first = timeline[0]?.seq ?? 1;
  const last = timeline.at(-1)?.seq ?? 1;
  const entry = timeline.findLast((each) => each.seq <= at);
  return (
    <div className="flex flex-col gap-1 border-t border-line bg-surface px-4 py-2 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="flex items-center">
          <IconButton
            label="The boundary before"
            keys=","
            side="top"
            icon={<SkipBack size={17} />}
            onClick={() => onJump(-1)}
          />
          <IconButton
            label={playing ? "Pause" : "Play"}
            keys="P"
            side="top"
            icon={
              playing ? (
                <Pause size={19} fill="currentColor" />
              ) : (
                <Play size={19} fill="currentColor" />
              )
            }
            onClick={onPlay}
            className="bg-accent-soft text-accent"
          />
          <IconButton
            label="The boundary after"
            keys="."
            side="top"
            icon={<SkipForward size={17} />}
            onClick={() => onJump(1)}
          />
        </div>
        <Select
          aria-label="Speed"
          value={String(speed)}
          choices={SPEEDS.map((each) => ({ value: String(each), label: `${each}×` }))}
          onChoose={(value) => onSpeed(Number(value) as Speed)}
          className="w-20"
        />
        <p className="figures text-sm whitespace-nowrap text-ink-faint">
          {entry && <span className="max-[22rem]:hidden">{clock(entry.at)} · </span>}
          {at} of {last}
        </p>
        {/* What happened has a line of its own where it would not fit beside the rest. */}
        <p className="text-sm font-medium max-sm:min-h-5 max-sm:basis-full max-sm:break-words sm:min-w-0 sm:flex-1 sm:truncate">
          {told(entry)}
        </p>
      </div>
      <div className="relative pt-3.5">
        <Ticks {...props} first={first} last={last} />
        <input
          type="range"
          aria-label="Moment of the session"
          aria-valuetext={`Event ${at} of ${last}: ${told(entry)}`}
          min={first}
          max={last}
          step={1}
          value={at}
          onChange={(event) => onSeek(Number(event.target.value))}
          onKeyDown={(event) => {
            if (event.key !== " ") return;
            event.preventDefault();
            onPlay();
          }}
          className="block h-6 w-full cursor-pointer accent-accent"
        />
      </div>
    </div>
  );
}

/** Boundaries in the colour of whose they are; they are told by the timeline, and here only seen. */
function Ticks({ view, timeline, first, last }: ScrubberProps & { first: number; last: number }) {
  const span = Math.max(1, last - first);
  return (
    <svg
      aria-hidden
      viewBox="0 0 1000 14"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-x-2 top-0 h-3.5 w-[calc(100%-1rem)]"
    >
      {ticksOf(timeline).map(({ seq, seat, major }) => {
        const index = seat ? seatIndex(view, seat) : -1;
        return (
          <rect
            key={seq}
            data-seat={index < 0 ? undefined : seatAt(index).number}
            x={((seq - first) / span) * 1000 - 1}
            y={major ? 0 : 5}
            width="2"
            height={major ? 14 : 9}
            className={index < 0 ? "fill-line-strong" : "fill-seat"}
          />
        );
      })}
    </svg>
  );
}
