// The lanes and the judge's rail side by side, or one under tabs where the window is narrow.
import { Clock3, Gavel } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import type { SessionView, TimelineEntry } from "@/fold";
import { SeatMark } from "@/design/seat-mark";
import { seatAt } from "@/design/seats";
import { useShortcuts } from "@/design/shortcuts";
import { TabPanel, Tabs } from "@/design/tabs";
import { KEYS } from "./keys";
import { focusLane, Lane } from "./lane";
import { standingOf } from "./lanes";
import type { Scene } from "./stages";
import { JudgeRail } from "./rail/judge-rail";
import { useTable } from "./table-context";
import { Timeline } from "./timeline";

export interface BoardProps {
  onPick: (seq: number) => void;
  /** The event one looks at, in a replay. */
  at?: number | undefined;
  /** The whole log's, in a replay. */
  timeline?: readonly TimelineEntry[] | undefined;
}

const WIDE = "(min-width: 64rem)";

export function useWide(): boolean {
  return useSyncExternalStore(
    (tell) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener("change", tell);
      return () => query.removeEventListener("change", tell);
    },
    () => window.matchMedia(WIDE).matches,
  );
}

export function Board(props: BoardProps) {
  return useWide() ? <WideBoard {...props} /> : <NarrowBoard {...props} />;
}

function WideBoard(props: BoardProps) {
  const { view } = useTable();
  const [alone, setAlone] = useState<number | null>(null);
  const shown = alone !== null && alone < view.seats.length ? alone : null;
  useLaneKeys((index) => {
    if (shown !== null) setAlone(index);
    else focusLane(index);
  });
  useShortcuts("This table", shown === null ? [] : [{ ...KEYS.all, run: () => setAlone(null) }]);
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)]">
      <div className="flex min-h-0 min-w-0 gap-2.5 overflow-x-auto p-3">
        {view.seats.map((seat, index) =>
          shown === null || shown === index ? (
            <Lane
              key={seat.name}
              index={index}
              maximised={shown === index}
              onMaximise={
                view.seats.length > 1 ? () => setAlone(shown === index ? null : index) : undefined
              }
              className="min-w-64 flex-1 basis-0"
            />
          ) : (
            <Strip key={seat.name} index={index} onPress={() => setAlone(index)} />
          ),
        )}
      </div>
      <Rail {...props} />
    </div>
  );
}

/** 1 to 9 go to the lanes, unless a question is open: then they are its answers. */
function useLaneKeys(go: (index: number) => void): void {
  const { view, live } = useTable();
  const taken = live && view.question !== null;
  useShortcuts(
    "Lanes",
    (taken ? [] : view.seats).slice(0, 9).map((seat, index) => ({
      keys: String(index + 1),
      label: `To the lane of ${seat.name}`,
      run: () => go(index),
    })),
  );
}

/** What is left of a lane while another one has the room. */
function Strip({ index, onPress }: { index: number; onPress: () => void }) {
  const { view, scene } = useTable();
  const seat = view.seats[index];
  if (!seat) return null;
  const standing = standingOf(view, seat.name, scene);
  return (
    <button
      type="button"
      data-seat={seatAt(index).number}
      title={`${seat.name}: ${standing.word}`}
      onClick={onPress}
      className="flex w-11 shrink-0 flex-col items-center gap-3 rounded-lg border border-t-3 border-line border-t-seat bg-surface py-3 hover:bg-raised"
    >
      <SeatMark index={index} size={24} />
      <span className="text-sm font-medium text-seat [writing-mode:vertical-rl]">{seat.name}</span>
      {standing.kind === "speaking" && (
        <span aria-hidden className="size-2 animate-breathe rounded-full bg-seat" />
      )}
      <span className="sr-only">{standing.word}; show alone</span>
    </button>
  );
}

function Rail(props: BoardProps) {
  const [tab, setTab] = useState("judge");
  return (
    <aside
      aria-label="The judge and the timeline"
      className="flex min-h-0 flex-col border-l border-line bg-surface"
    >
      <Tabs
        name="rail"
        label="Beside the lanes"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: "judge", label: useJudgeTab(), icon: <Gavel size={15} aria-hidden /> },
          { id: "timeline", label: "Timeline", icon: <Clock3 size={15} aria-hidden /> },
        ]}
        className="px-2"
      />
      <TabPanel name="rail" id={tab} className="min-h-0 flex-1 overflow-y-auto">
        {tab === "judge" ? <JudgeRail /> : <Timeline {...props} />}
      </TabPanel>
    </aside>
  );
}

function useJudgeTab(): string {
  const { view } = useTable();
  if (view.apply) return "Changes";
  return view.agenda.length > 0 ? "Judge" : "Vote";
}

function NarrowBoard(props: BoardProps) {
  const { view, scene } = useTable();
  // Whoever speaks when the page opens; after that, nothing moves but by the reader's hand.
  const [tab, setTab] = useState(() => `seat-${Math.max(0, speakingIn(view, scene))}`);
  const judge = useJudgeTab();
  useLaneKeys((index) => {
    setTab(`seat-${index}`);
    requestAnimationFrame(() => focusLane(index));
  });
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Tabs
        name="board"
        label="Parts of the table"
        selected={tab}
        onSelect={setTab}
        tabs={[
          ...view.seats.map((_, index) => ({
            id: `seat-${index}`,
            label: <SeatTab index={index} />,
            icon: <SeatMark index={index} size={16} />,
          })),
          { id: "judge", label: judge, icon: <Gavel size={15} aria-hidden /> },
          { id: "timeline", label: "Timeline", icon: <Clock3 size={15} aria-hidden /> },
        ]}
        className="bg-surface px-2"
      />
      <TabPanel name="board" id={tab} className="flex min-h-0 flex-1 flex-col">
        <NarrowPanel tab={tab} {...props} />
      </TabPanel>
    </div>
  );
}

function speakingIn(view: SessionView, scene: Scene | null): number {
  return view.seats.findIndex((seat) => standingOf(view, seat.name, scene).kind === "speaking");
}

function NarrowPanel({ tab, ...props }: BoardProps & { tab: string }) {
  if (tab === "judge") {
    return (
      <div className="flex-1 bg-surface">
        <JudgeRail />
      </div>
    );
  }
  if (tab === "timeline") {
    return (
      <div className="h-[70dvh] overflow-y-auto">
        <Timeline {...props} />
      </div>
    );
  }
  const index = Number(tab.slice("seat-".length));
  return <Lane index={index} className="m-2 h-[max(22rem,62dvh)]" />;
}

function SeatTab({ index }: { index: number }) {
  const { view, scene } = useTable();
  const seat = view.seats[index];
  if (!seat) return null;
  const { kind, word } = standingOf(view, seat.name, scene);
  return (
    <span data-seat={seatAt(index).number} className="relative inline-flex items-center gap-1.5">
      {seat.name}
      {kind === "speaking" && (
        <span aria-hidden className="size-1.5 animate-breathe rounded-full bg-seat" />
      )}
      {(kind === "lost" || kind === "failed") && (
        <span aria-hidden className="size-1.5 rounded-full bg-danger" />
      )}
      <span className="sr-only">, {word}</span>
    </span>
  );
}
