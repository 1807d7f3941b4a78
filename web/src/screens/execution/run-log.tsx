// The log of a run as it comes: only what is in sight is drawn, and it keeps to its end until one
// scrolls away. Where a line is from is told by a word beside it, not by its colour alone.
import { ArrowDownToLine, ClipboardCopy } from "lucide-react";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { VList, type VListHandle } from "virtua";
import type { RunText } from "@/fold";
import { Button } from "@/design/button";
import { classes } from "@/design/classes";
import { plural } from "@/design/figures";
import { Select } from "@/design/select";
import { TextInput } from "@/design/text-input";
import { reveal } from "@/live/hidden";
import { useCopy } from "@/screens/files/taking";
import "./run-log.css";
import { LogBook, type LogLine, LONGEST, MARKS, shownText, sought, wholeText } from "./log-lines";

/** So near to the end, in pixels, one is still at it. */
const NEAR = 30;
const ROW = 20;
const HEIGHT = "clamp(16rem, 50vh, 34rem)";

/** Room for more while it runs; a short log of a run that is over takes no more than it needs. */
const heightOf = (lines: number) => `min(${HEIGHT}, ${lines * ROW + 40}px)`;

export interface RunLogProps {
  /** The run's name, for whoever hears the page. */
  label: string;
  text: RunText | undefined;
  services: readonly string[];
  /** It may write more. */
  open: boolean;
}

export function RunLog({ label, text, services, open }: RunLogProps) {
  const [book] = useState(() => new LogBook());
  const [live] = useState(open); // what grew before one's eyes does not shrink at its end
  const lines = useMemo(() => (text ? book.read(text) : []), [book, text]);
  const [service, setService] = useState("");
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search);
  const shown = useMemo(() => sought(lines, { service, search: wanted }), [lines, service, wanted]);
  const several = services.length > 1;
  return (
    <section aria-label={`Log of ${label}`} className="flex flex-col gap-2">
      <Bar
        lines={lines}
        count={shown.length}
        services={services}
        service={service}
        onService={setService}
        search={search}
        onSearch={setSearch}
      />
      <Lines
        label={label}
        lines={shown}
        several={several}
        nothing={nothingWords(lines.length, open)}
        height={live ? HEIGHT : heightOf(lines.length)}
      />
    </section>
  );
}

function nothingWords(lines: number, open: boolean): string {
  if (lines > 0) return "No line holds these words.";
  return open ? "It has written nothing yet." : "It wrote nothing.";
}

interface BarProps {
  lines: readonly LogLine[];
  count: number;
  services: readonly string[];
  service: string;
  onService: (service: string) => void;
  search: string;
  onSearch: (search: string) => void;
}

function Bar({ lines, count, services, service, onService, search, onSearch }: BarProps) {
  const { told, copy } = useCopy();
  const several = services.length > 1;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {several && (
        <Select
          aria-label="Lines of which service"
          value={service}
          choices={[
            { value: "", label: "All services" },
            ...services.map((name) => ({ value: name, label: name })),
          ]}
          onChoose={onService}
          className="w-40 text-sm"
        />
      )}
      <TextInput
        type="search"
        aria-label="Only lines that hold these words"
        placeholder="Search the log"
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        className="min-w-32 flex-1 text-sm sm:max-w-64"
      />
      <span className="ml-auto text-xs text-ink-faint figures">
        {count === lines.length
          ? plural(count, "line")
          : `${count} of ${plural(lines.length, "line")}`}
      </span>
      <Button
        size="sm"
        kind="bare"
        icon={<ClipboardCopy size={14} aria-hidden />}
        onClick={() => copy("Log", wholeText(lines, several))}
      >
        Copy
      </Button>
      <span className="text-xs text-agree">{told}</span>
    </div>
  );
}

interface LinesProps {
  label: string;
  lines: readonly LogLine[];
  several: boolean;
  nothing: string;
  height: string;
}

function Lines({ label, lines, several, nothing, height }: LinesProps) {
  const list = useRef<VListHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  const { following, look, touch, follow } = useFollowing(list, lines.length);
  if (lines.length === 0) {
    return (
      <p className="rounded-md border border-line bg-sunken px-3 py-4 text-sm text-ink-soft">
        {nothing}
      </p>
    );
  }
  const toEnd = () => {
    follow();
    // The button is about to go; its focus must not fall back to the page.
    box.current?.querySelector<HTMLElement>("[role=log]")?.focus({ preventScroll: true });
  };
  return (
    <div ref={box} className="relative">
      <VList
        ref={list}
        data={lines}
        itemSize={ROW}
        bufferSize={400}
        role="log"
        aria-live="off"
        aria-label={`Output of ${label}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        onScroll={look}
        onWheel={touch}
        onTouchMove={touch}
        onPointerDown={touch}
        onKeyDown={touch}
        style={{ height }}
        className="run-log rounded-md border border-line bg-sunken -outline-offset-2"
      >
        {(line, place) => <Line key={place} line={line} several={several} />}
      </VList>
      {!following && (
        <span className="absolute right-6 bottom-3">
          <Button size="sm" icon={<ArrowDownToLine size={14} aria-hidden />} onClick={toEnd}>
            Follow the end
          </Button>
        </span>
      )}
    </div>
  );
}

/** A press counts for so long, in milliseconds: a wheel rolls on, a bar is dragged. */
const GESTURE = 1_500;

/** Keeps the list at its end while it grows or is resized; who scrolls up is left where he is. */
function useFollowing(list: React.RefObject<VListHandle | null>, count: number) {
  const [following, setFollowing] = useState(true);
  const touched = useRef(-Infinity);
  useEffect(() => {
    if (following && count > 0) list.current?.scrollToIndex(count - 1, { align: "end" });
  }, [list, count, following]);
  const look = (offset: number) => {
    const { scrollSize = 0, viewportSize = 0 } = list.current ?? {};
    const atEnd = scrollSize - viewportSize - offset <= NEAR;
    const byHand = performance.now() - touched.current < GESTURE;
    if (atEnd) setFollowing(true);
    else if (byHand) setFollowing(false);
    else if (following) list.current?.scrollToIndex(count - 1, { align: "end" });
  };
  const touch = () => {
    touched.current = performance.now();
  };
  return { following, look, touch, follow: () => setFollowing(true) };
}

const TONES: Readonly<Record<LogLine["stream"], string>> = {
  build: "text-ink-soft",
  stdout: "text-ink",
  stderr: "text-danger",
  notice: "text-accent italic",
};

function Line({ line, several }: { line: LogLine; several: boolean }) {
  const mark = MARKS[line.stream];
  const text = shownText(line.text);
  const more = text.length - LONGEST;
  return (
    <div className={classes("run-line", TONES[line.stream])} title={line.written}>
      <span className="run-mark">{mark}</span>
      {several && <span className="run-service">{line.service}</span>}
      <span className="run-text">
        {reveal(more > 0 ? text.slice(0, LONGEST) : text)}
        {more > 0 && <span className="text-ink-faint italic"> … {more} characters more</span>}
      </span>
    </div>
  );
}
