// A file with its lines numbered, its colours, and at the edge whose each unit is.
import { type KeyboardEvent, memo, type ReactNode, useMemo, useRef, useState } from "react";
import "./code-file.css";
import type { SeatView } from "@/fold";
import { plural } from "@/design/figures";
import { KingMark, SeatMark } from "@/design/seat-mark";
import { seatAt } from "@/design/seats";
import type { TokenLine } from "@/live/classes";
import { reveal } from "@/live/hidden";
import { roundName } from "@/screens/table/words";
import { useColours } from "./colours";
import { bare, splitLines } from "./lines";
import { useNear } from "./near";
import { type Owner, sharesOf, type Stretch, unitOf, whyOf } from "./provenance";
import { OwnerName } from "./owner-name";

const PIECE = 60;
const MOST_LETTERS = 10_000;

export interface CodeFileProps {
  path: string;
  text: string;
  stretches: readonly Stretch[];
  seats: readonly SeatView[];
  /** What is to be known of all of it, such as that authorship is not there yet. */
  note?: ReactNode;
}

export function CodeFile({ path, text, stretches, seats, note }: CodeFileProps) {
  const [told, setTold] = useState<Stretch | null>(null);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Legend stretches={stretches} seats={seats} note={note} />
      <Lines path={path} text={text} stretches={stretches} seats={seats} onTell={setTold} />
      <Told stretch={told} seats={seats} />
    </div>
  );
}

function Legend({ stretches, seats, note }: Pick<CodeFileProps, "stretches" | "seats" | "note">) {
  const names = useMemo(() => seats.map((seat) => seat.name), [seats]);
  const shares = useMemo(() => sharesOf(stretches, names), [stretches, names]);
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-5 gap-y-1 border-b border-line px-4 py-1.5 text-sm">
      {shares.map(({ owner, units, lines }) => (
        <span
          key={owner.kind === "seat" ? owner.seat : owner.kind}
          className="flex items-center gap-2"
        >
          <OwnerName owner={owner} seats={seats} />
          <span className="text-xs text-ink-faint figures">
            {units > 0 && `${plural(units, "unit")}, `}
            {plural(lines, "line")}
          </span>
        </span>
      ))}
      {note && <span className="text-ink-soft">{note}</span>}
    </div>
  );
}

/** What is known of the unit under the pointer or the focus; its room is kept when there is none. */
function Told({ stretch, seats }: { stretch: Stretch | null; seats: readonly SeatView[] }) {
  return (
    <div className="line-clamp-2 min-h-12 border-t border-line bg-sunken px-4 py-1 text-sm text-ink-soft">
      {stretch === null ? (
        <span className="text-ink-faint">
          <span className="pointer-coarse:hidden">
            Point at a line, or Tab to the marks and use the arrows, to see whose it is and why.
          </span>
          <span className="hidden pointer-coarse:inline">
            Touch a line to see whose it is and why.
          </span>
        </span>
      ) : (
        <Unit stretch={stretch} seats={seats} />
      )}
    </div>
  );
}

function Unit({ stretch, seats }: { stretch: Stretch; seats: readonly SeatView[] }) {
  const { row, owner } = stretch;
  if (!owner) return <>These lines belong to no unit.</>;
  if (!row) return <>You wrote this; it is not kept yet.</>;
  return (
    <>
      <code className="font-semibold break-all text-ink">{unitOf(row)}</code>
      {" · "}
      <OwnerName owner={owner} seats={seats} />
      {row.round !== "" && ` · round ${roundName(row.round)}, attempt ${row.attempt}`}
      {` · ${whyOf(row)}`}
    </>
  );
}

interface LinesProps extends Omit<CodeFileProps, "note"> {
  onTell: (stretch: Stretch | null) => void;
}

const Lines = memo(function Lines({ path, text, stretches, seats, onTell }: LinesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => splitLines(text).map(bare), [text]);
  const colours = useColours(lines, path);
  const pieces = useMemo(() => cut(lines.length), [lines]);
  const byLine = useMemo(() => stretchesByLine(stretches, lines.length), [stretches, lines]);
  const first = stretches.find((stretch) => stretch.owner)?.start ?? 0;
  const tell = (target: EventTarget) => {
    const row = target instanceof Element ? target.closest<HTMLElement>("[data-line]") : null;
    if (row) onTell(byLine[Number(row.dataset["line"]) - 1] ?? null);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- watches where one points
    <div
      ref={scroller}
      role="group"
      aria-label={`${path}, ${plural(lines.length, "line")}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
      tabIndex={0}
      className="code-file min-h-0 flex-1 overflow-auto outline-offset-[-2px]"
      onMouseOver={(event) => tell(event.target)}
      onFocus={(event) => tell(event.target)}
      onMouseLeave={() => onTell(null)}
      onKeyDown={(event) => walk(event, scroller.current)}
    >
      {lines.length === 0 && <p className="p-4 text-ink-soft">The file is empty.</p>}
      {pieces.map(([from, to]) => (
        <Piece
          key={from}
          {...{ from, to, lines, byLine, seats, first }}
          colours={colours.lines}
          coloured={Math.min(Math.max(colours.count - from, 0), to - from)}
          eager={from < 2 * PIECE}
        />
      ))}
    </div>
  );
});

function cut(count: number): [number, number][] {
  const starts = Array.from({ length: Math.ceil(count / PIECE) }, (_, piece) => piece * PIECE);
  return starts.map((from) => [from, Math.min(from + PIECE, count)]);
}

function stretchesByLine(stretches: readonly Stretch[], count: number): (Stretch | null)[] {
  const found: (Stretch | null)[] = Array.from({ length: count }, () => null);
  for (const stretch of stretches) {
    for (let line = stretch.start; line <= Math.min(stretch.end, count); line += 1) {
      found[line - 1] = stretch;
    }
  }
  return found;
}

/** The marks are one stop for Tab; the arrows go from one to the next. */
function walk(event: KeyboardEvent, scroller: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const marks = [...(scroller?.querySelectorAll<HTMLElement>("button[data-mark]") ?? [])];
  const here = marks.findIndex((mark) => mark === document.activeElement);
  if (step === undefined || here < 0) return;
  event.preventDefault();
  const next = marks[here + step];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}

interface PieceProps {
  from: number;
  to: number;
  lines: readonly string[];
  byLine: readonly (Stretch | null)[];
  seats: readonly SeatView[];
  colours: readonly TokenLine[];
  /** How many of its lines have colours; it is drawn anew when this grows. */
  coloured: number;
  /** The line whose mark takes the Tab; the others are reached by the arrows. */
  first: number;
  eager: boolean;
}

const Piece = memo(function Piece({ eager, ...piece }: PieceProps) {
  const [part, near] = useNear<HTMLDivElement>(eager);
  const { from, to, lines } = piece;
  const height = `${1.25 * (to - from)}rem`;
  return (
    <div ref={part} className="code-piece" style={{ containIntrinsicBlockSize: height }}>
      {near ? (
        <Drawn {...piece} />
      ) : (
        <pre className="code-later">{lines.slice(from, to).join("\n")}</pre>
      )}
    </div>
  );
});

function Drawn(props: Omit<PieceProps, "eager">) {
  const { from, to, lines, byLine, seats, colours, coloured, first } = props;
  return lines.slice(from, to).map((line, index) => {
    const number = from + index + 1;
    const stretch = byLine[number - 1] ?? null;
    return (
      <div
        key={number}
        data-line={number}
        data-seat={seatNumber(stretch?.owner, seats)}
        className="code-row"
      >
        <span className="code-owner" data-owner={stretch?.owner?.kind}>
          {stretch?.owner && stretch.start === number && (
            <MarkButton
              stretch={stretch}
              owner={stretch.owner}
              seats={seats}
              isFirst={number === first}
            />
          )}
        </span>
        <span className="code-number">{number}</span>
        <code className="code-text">
          <Text line={line} tokens={index < coloured ? colours[number - 1] : undefined} />
          {"\n"}
        </code>
      </div>
    );
  });
}

function seatNumber(owner: Owner | null | undefined, seats: readonly SeatView[]) {
  if (owner?.kind !== "seat") return undefined;
  return seatAt(seats.findIndex((seat) => seat.name === owner.seat)).number;
}

interface MarkButtonProps {
  stretch: Stretch;
  owner: Owner;
  seats: readonly SeatView[];
  isFirst: boolean;
}

function MarkButton({ stretch, owner, seats, isFirst }: MarkButtonProps) {
  return (
    <button
      type="button"
      data-mark
      tabIndex={isFirst ? 0 : -1}
      aria-label={spoken(stretch, owner)}
      className="code-mark"
    >
      {owner.kind === "seat" && (
        <SeatMark index={seats.findIndex((seat) => seat.name === owner.seat)} size={14} />
      )}
      {owner.kind === "developer" && <KingMark size={13} />}
      {owner.kind === "nobody" && <span aria-hidden className="code-nobody" />}
    </button>
  );
}

function spoken({ start, end, row }: Stretch, owner: Owner): string {
  const who = {
    seat: owner.kind === "seat" ? owner.seat : "",
    developer: "you",
    nobody: "nobody at the table",
  };
  const place = start === end ? `line ${start}` : `lines ${start} to ${end}`;
  if (!row) return `${place}: ${who[owner.kind]}, not kept yet`;
  const round = row.round === "" ? "" : `, round ${row.round}, attempt ${row.attempt}`;
  return `${unitOf(row)}, ${place}: ${who[owner.kind]}${round}, ${whyOf(row)}`;
}

const Text = memo(function Text({ line, tokens }: { line: string; tokens: TokenLine | undefined }) {
  if (tokens === undefined) {
    if (line.length <= MOST_LETTERS) return reveal(line);
    const more = (line.length - MOST_LETTERS).toLocaleString("en-GB");
    return `${reveal(line.slice(0, MOST_LETTERS))} ⟨${more} more characters⟩`;
  }
  return tokens.map(([word, kind], index) =>
    kind === "plain" ? (
      reveal(word)
    ) : (
      // Words of a line have no identity but their place.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className={`hl-${kind}`}>
        {reveal(word)}
      </span>
    ),
  );
});
