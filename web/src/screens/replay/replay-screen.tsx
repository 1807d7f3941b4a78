// A session at any of its moments, read-only: the same lanes and rail, folded up to one event.
import { Eye, RefreshCw } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { Problem } from "@/api/client";
import { type Event, Replay as Log, type Session } from "@/fold";
import { Badge } from "@/design/badge";
import { IconButton } from "@/design/icon-button";
import { KingMark } from "@/design/seat-mark";
import { useTitle } from "@/design/page";
import { sentence } from "@/design/sentence";
import { useShortcuts } from "@/design/shortcuts";
import { SessionWays } from "@/session/session-ways";
import { Board, useWide } from "../table/board";
import { TableHeader } from "../table/header";
import { type Scene, sceneNow } from "../table/stages";
import { ShownTable } from "../table/table-context";
import { outcomeOf } from "../table/words";
import { KEYS } from "./keys";
import { jump, momentIn, placeOf, type Speed, waitAfter } from "./playing";
import { Scrubber } from "./scrubber";
import { ShareMenu } from "./share";

const SETTLED = 400;

export interface ReplayScreenProps {
  id: string;
  events: readonly Event[];
  loading: boolean;
  /** Why no more could be loaded; what is there stays. */
  problem?: Problem | null;
  onReload: () => void;
}

export function ReplayScreen(props: ReplayScreenProps) {
  const { id, events, loading, problem = null, onReload } = props;
  const log = useMemo(() => new Log(events), [events]);
  const whole = useMemo(() => log.at(log.last), [log]);
  const { at, playing, speed, seek, setPlaying, setSpeed } = useMoment(id, events, log.last);
  const [looked, setLooked] = useState<{ at: number; scene: Scene } | null>(null);
  const session = useMemo(() => log.at(at), [log, at]);
  // What one looks back at holds for the moment at which one did.
  const scene = looked?.at === at ? looked.scene : sceneNow(session.view);
  const shown = useMemo(
    () => ({ session, view: session.view, scene, live: false }),
    [session, scene],
  );
  const play = () => {
    if (!playing && at >= log.last) seek(events[0]?.seq ?? 1);
    setPlaying(!playing);
  };
  const leap = (by: 1 | -1) => {
    setPlaying(false);
    seek(jump(whole.timeline, at, by));
  };
  const here = `/s/${encodeURIComponent(id)}`;
  const wide = useWide();
  const [, go] = useLocation();
  useTitle(`Replay: ${whole.view.topic}`);
  useShortcuts("The replay", [
    { ...KEYS.play, run: play },
    { ...KEYS.before, run: () => leap(-1) },
    { ...KEYS.after, run: () => leap(1) },
    { ...KEYS.live, run: () => go(here) },
    { ...KEYS.files, run: () => go(`${here}/files`) },
  ]);
  const pick = (seq: number) => {
    setPlaying(false);
    seek(seq);
  };
  return (
    <ShownTable value={shown}>
      <div
        data-stage={wide || undefined}
        className="flex w-full min-w-0 flex-1 flex-col lg:h-(--stage) lg:flex-none lg:overflow-hidden"
      >
        <TableHeader
          onShow={(chosen) => setLooked({ at, scene: chosen })}
          badge={
            <Badge tone="accent" icon={<Eye size={13} aria-hidden />}>
              replay, read-only
            </Badge>
          }
          actions={
            <>
              <SessionWays session={id} here="replay" />
              {whole.view.outcome === null && (
                <IconButton
                  label="It has not ended: load what has come since"
                  side="bottom-end"
                  busy={loading}
                  icon={<RefreshCw size={16} />}
                  onClick={onReload}
                />
              )}
              <ShareMenu session={id} at={at} />
            </>
          }
        />
        {problem && (
          <p
            role="alert"
            className="border-b border-line bg-doubt-soft px-5 py-1.5 text-sm break-words text-doubt"
          >
            What has come since could not be loaded. {sentence(problem.detail)}{" "}
            {sentence(problem.remedy)}
          </p>
        )}
        <Board onPick={pick} at={at} timeline={whole.timeline} />
        <Asked session={session} whole={whole} />
        <div className="sticky bottom-0 lg:static">
          <Scrubber
            view={whole.view}
            timeline={whole.timeline}
            at={at}
            playing={playing}
            speed={speed}
            onSeek={pick}
            onPlay={play}
            onJump={leap}
            onSpeed={setSpeed}
          />
        </div>
      </div>
    </ShownTable>
  );
}

function useMoment(id: string, events: readonly Event[], last: number) {
  const search = useSearch();
  const [, go] = useLocation();
  const first = events[0]?.seq ?? 1;
  const [at, setAt] = useState(() => momentIn(search, first, last));
  const [wanted, setPlaying] = useState(false);
  const playing = wanted && at < last;
  const [speed, setSpeed] = useState<Speed>(1);
  const seek = useCallback(
    (seq: number) => setAt(Math.min(last, Math.max(first, seq))),
    [first, last],
  );
  useEffect(() => {
    if (!playing) return;
    const place = placeOf(events, at);
    const next = events[place + 1]?.seq ?? last;
    const timer = setTimeout(() => setAt(next), waitAfter(events, place, speed));
    return () => clearTimeout(timer);
  }, [playing, at, speed, events, last]);
  useEffect(() => {
    // The address follows once one rests somewhere, so that it can be passed on as it is.
    if (playing) return;
    const timer = setTimeout(() => {
      const here = `/s/${encodeURIComponent(id)}/replay`;
      const { pathname, search: shown } = window.location;
      // The timer may outlive the screen while the next one is being loaded.
      if (pathname === here && shown !== `?at=${at}`) go(`${here}?at=${at}`, { replace: true });
    }, SETTLED);
    return () => clearTimeout(timer);
  }, [at, playing, id, go]);
  return { at, playing, speed, seek, setPlaying, setSpeed };
}

/** What the table had asked at this moment, and what was answered in the end. */
function Asked({ session, whole }: { session: Session; whole: Session }) {
  const { question, outcome } = session.view;
  if (outcome) {
    return (
      <p className="border-t-2 border-agree bg-surface px-5 py-2 text-sm">
        <span className="font-medium">The session ends: </span>
        {outcomeOf(outcome)}
      </p>
    );
  }
  if (!question) return null;
  const answer = whole.view.choices.find((choice) => choice.question_id === question.id);
  const option = question.options.find((each) => each.id === answer?.option);
  return (
    <p className="flex items-start gap-2 border-t-2 border-king bg-surface px-5 py-2 text-sm">
      <span className="mt-0.5">
        <KingMark size={15} />
      </span>
      <span className="min-w-0 break-words">
        <span className="font-medium">The table asks: </span>
        {question.prompt}{" "}
        <span className="text-king">
          {answer
            ? `Answered: ${option?.label ?? answer.option}${answer.unattended ? ", by default" : ""}.`
            : "It has not been answered."}
        </span>
      </span>
    </p>
  );
}
