// A diff of two texts: hunks with their context, words that changed, unchanged lines on demand.
// It fetches nothing; whoever shows it says which texts, and what can be done with a hunk.
import { memo, type ReactNode, useDeferredValue, useMemo, useRef, useState } from "react";
import { type ChangeData, Diff, Hunk as HunkLines } from "react-diff-view";
import "react-diff-view/style/index.css";
import "./diff.css";
import { Button } from "@/design/button";
import { classes } from "@/design/classes";
import { plural } from "@/design/figures";
import { useShortcuts } from "@/design/shortcuts";
import { useColours } from "./colours";
import {
  type Block,
  blocksOf,
  type Gap,
  gapPieces,
  type Mode,
  partnersOf,
  rowsOf,
} from "./diff-rows";
import { type Sides, tokensOf } from "./diff-tokens";
import { compare, type Comparison, counted, type Hunk, hunksOf } from "./diffing";
import { KEYS } from "./keys";
import { bare, endingOf } from "./lines";
import { useNear } from "./near";
import { useProgressive } from "./progressive";

/** More rows than this are drawn only when asked for. */
const MOST_ROWS = 4_000;

export interface HunkAt {
  readonly index: number;
  readonly hunk: Hunk;
  readonly comparison: Comparison;
}

export interface DiffViewProps {
  /** Null: there was no such file. */
  before: string | null;
  /** Null: it is gone. */
  after: string | null;
  path: string;
  mode: Mode;
  ignoreWhitespace?: boolean | undefined;
  /** Unchanged lines are shown as well. */
  whole?: boolean | undefined;
  /** What stands at the head of each hunk, such as a button that takes it back. */
  actions?: ((at: HunkAt) => ReactNode) | undefined;
  /** A hunk of which the head alone is shown. */
  isFolded?: ((at: HunkAt) => boolean) | undefined;
  /** What those hunks are, where they are counted; without it they are not. */
  folded?: string | undefined;
  /** `j` and `k` go from hunk to hunk; for one diff on a screen. */
  keys?: boolean | undefined;
  className?: string | undefined;
}

export function DiffView(props: DiffViewProps) {
  const { before, after, ignoreWhitespace } = props;
  const comparison = useMemo(
    () => compare(before ?? "", after ?? "", { ignoreWhitespace }),
    [before, after, ignoreWhitespace],
  );
  const hunks = useMemo(() => hunksOf(comparison), [comparison]);
  const root = useRef<HTMLDivElement>(null);
  const go = (by: 1 | -1) => root.current && walk(root.current, by);
  useShortcuts(
    "The diff",
    props.keys
      ? [
          { ...KEYS.next, run: () => go(1) },
          { ...KEYS.previous, run: () => go(-1) },
        ]
      : [],
  );
  return (
    <div ref={root} className={classes("diff-view", props.className)}>
      <Summary {...props} comparison={comparison} hunks={hunks} />
      {hunks.length > 0 && (
        <Blocks
          key={`${props.path}|${props.mode}`}
          {...props}
          comparison={comparison}
          hunks={hunks}
        />
      )}
    </div>
  );
}

interface Compared extends DiffViewProps {
  comparison: Comparison;
  hunks: readonly Hunk[];
}

function Summary(props: Compared) {
  const { before, after, ignoreWhitespace, comparison, hunks } = props;
  const { added, removed } = counted(comparison.changes);
  const folded = hunks.filter((hunk, index) => props.isFolded?.({ index, hunk, comparison }));
  if (hunks.length === 0) {
    const differs = ignoreWhitespace === true && (before ?? "") !== (after ?? "");
    return (
      <p className="px-4 py-6 text-ink-soft">
        {differs ? "Only white space differs." : nothing(before, after)}
      </p>
    );
  }
  return (
    <p className="flex flex-wrap gap-x-3 px-4 py-2 text-sm text-ink-soft figures">
      <span>{kindOf(before, after) ?? plural(hunks.length, "hunk")}</span>
      <span className="text-agree">{plural(added, "line")} added</span>
      <span className="text-danger">{plural(removed, "line")} removed</span>
      {props.folded !== undefined && folded.length > 0 && (
        <span>
          {folded.length} of {hunks.length} {props.folded}
        </span>
      )}
      {comparison.rough && (
        <span>There are too many differences to pair the lines; the middle is shown as one.</span>
      )}
    </p>
  );
}

function kindOf(before: string | null, after: string | null): string | null {
  if (before === null) return "A new file";
  return after === null ? "The file is gone" : null;
}

function nothing(before: string | null, after: string | null): string {
  if (before === null && after === null) return "The file is in neither of the two.";
  const kind = kindOf(before, after);
  return kind ? `${kind}; it is empty.` : "The two are the same, byte for byte.";
}

function Blocks(props: Compared) {
  const { before, after, path, mode, comparison, hunks } = props;
  const blocks = useMemo(() => blocksOf(comparison, hunks, mode), [comparison, hunks, mode]);
  const [most, setMost] = useState(MOST_ROWS);
  const sides = useDeferredValue(useSides(comparison, path));
  const { shown, rows } = useMemo(() => upTo(blocks, most), [blocks, most]);
  const drawn = useProgressive(shown.length, 16, 64);
  const kind = before === null ? "add" : after === null ? "delete" : "modify";
  // Colours may lag behind a text that has just changed; then they are another text's.
  const current = sides.before === comparison.before && sides.after === comparison.after;
  const plain = useMemo(() => withoutColours(comparison), [comparison]);
  return (
    <>
      {shown.slice(0, drawn).map((block) => (
        <BlockView
          key={block.kind === "gap" ? `gap ${block.oldStart}` : `hunk ${block.hunk.oldStart}`}
          {...props}
          block={block}
          sides={current ? sides : plain}
          kind={kind}
        />
      ))}
      {rows > most && drawn >= shown.length && (
        <p className="p-4">
          <Button size="sm" onClick={() => setMost(most + MOST_ROWS)}>
            Show more of the {rows.toLocaleString("en-GB")} lines
          </Button>
        </p>
      )}
    </>
  );
}

/** Whole blocks as long as there is room; a hunk that is too long by itself is cut. */
function upTo(blocks: readonly Block[], most: number): { shown: Block[]; rows: number } {
  const shown: Block[] = [];
  let rows = 0;
  for (const block of blocks) {
    if (block.kind === "gap") {
      if (rows < most) shown.push(block);
      continue;
    }
    const pieces = block.pieces.filter((piece) => {
      rows += piece.length;
      return rows - piece.length < most;
    });
    if (pieces.length > 0) shown.push({ ...block, pieces });
  }
  return { shown, rows };
}

function useSides(comparison: Comparison, path: string): Sides {
  const old = useMemo(() => comparison.before.map(bare), [comparison]);
  const fresh = useMemo(() => comparison.after.map(bare), [comparison]);
  const oldColours = useColours(old, path);
  const newColours = useColours(fresh, path);
  // Drawn with colours once, when all are there, and not again with every few lines.
  const ready = oldColours.count >= old.length && newColours.count >= fresh.length;
  return useMemo(() => {
    const plain = withoutColours(comparison);
    if (!ready) return plain;
    return { ...plain, oldColours: oldColours.lines, newColours: newColours.lines };
  }, [comparison, ready, oldColours.lines, newColours.lines]);
}

function withoutColours(comparison: Comparison): Sides {
  const { before, after, changes } = comparison;
  return {
    before,
    after,
    oldColours: null,
    newColours: null,
    partners: partnersOf(changes),
    words: new Map(),
    // A file that was not there has no ends of lines to differ from.
    tellEndings: before.length > 0 && after.length > 0 && crlf(before) !== crlf(after),
  };
}

function crlf(lines: readonly string[]): string {
  const ends = new Set(lines.map(endingOf));
  return `${ends.has("\r\n")}${ends.has("\n")}`;
}

interface BlockProps extends Compared {
  block: Block;
  sides: Sides;
  kind: "add" | "delete" | "modify";
}

/** Kept as it is while more of them are drawn below it. */
const BlockView = memo(function BlockView(props: BlockProps) {
  const { block, comparison, hunks } = props;
  if (block.kind === "gap") return <GapView {...props} gap={block} />;
  const at: HunkAt = { index: block.index, hunk: block.hunk, comparison };
  const folded = props.isFolded?.(at) ?? false;
  const label = `Hunk ${block.index + 1} of ${hunks.length}`;
  return (
    <section
      aria-label={`${label}, ${placeOf(block.hunk)}`}
      data-hunk={block.index}
      tabIndex={-1}
      className="diff-hunk-box scroll-mt-2"
    >
      <div className="diff-hunk-head">
        <span className="figures">
          {label} <span className="text-ink-faint">· {placeOf(block.hunk)}</span>
        </span>
        {props.actions && <span className="flex flex-wrap gap-1.5">{props.actions(at)}</span>}
      </div>
      {!folded && <Pieces {...props} pieces={block.pieces} />}
    </section>
  );
});

/** Where it stands now, or where it stood if nothing of it is left. */
function placeOf({ oldStart, oldEnd, newStart, newEnd }: Hunk): string {
  const [from, to] = newEnd > newStart ? [newStart, newEnd] : [oldStart, oldEnd];
  return to - from === 1 ? `line ${from + 1}` : `lines ${from + 1}–${to}`;
}

/** A button would take as much room as these few lines. */
const FEW = 2;

function GapView(props: BlockProps & { gap: Gap }) {
  const { gap, comparison, whole } = props;
  const [open, setOpen] = useState(gap.size <= FEW);
  const pieces = useMemo(
    () => (open || whole ? gapPieces(comparison, gap) : []),
    [open, whole, comparison, gap],
  );
  if (pieces.length > 0) return <Pieces {...props} pieces={pieces} />;
  return (
    <button type="button" className="diff-gap" onClick={() => setOpen(true)}>
      Show {plural(gap.size, "unchanged line")}
    </button>
  );
}

/** Pieces of a diff that are drawn in full before anybody has looked where they stand. */
const EAGER = 2;

function Pieces(props: BlockProps & { pieces: readonly (readonly ChangeData[])[] }) {
  const { pieces, sides, mode, kind, block } = props;
  const first = block.kind === "hunk" && block.index < EAGER;
  return pieces.map((piece, place) => (
    <Piece key={keyOf(piece)} {...{ piece, sides, mode, kind }} eager={first && place < EAGER} />
  ));
}

function keyOf(piece: readonly ChangeData[]): string {
  const first = piece[0];
  if (!first) return "";
  return first.type === "normal" ? `=${first.oldLineNumber}` : `${first.type}${first.lineNumber}`;
}

interface PieceProps {
  piece: readonly ChangeData[];
  sides: Sides;
  mode: Mode;
  kind: "add" | "delete" | "modify";
  eager: boolean;
}

/** Out of sight it is plain text, which costs next to nothing and can still be searched. */
const Piece = memo(function Piece({ eager, ...piece }: PieceProps) {
  const [part, near] = useNear<HTMLDivElement>(eager);
  const height = `${1.25 * rowsOf(piece.piece, piece.mode)}rem`;
  return (
    <div ref={part} className="diff-piece" style={{ containIntrinsicBlockSize: height }}>
      {near ? (
        <Drawn {...piece} />
      ) : (
        <pre className="diff-later" style={{ height }}>
          {piece.piece.map((row) => `${SIGNS[row.type]} ${row.content}`).join("\n")}
        </pre>
      )}
    </div>
  );
});

const SIGNS = { insert: "+", delete: "−", normal: " " } as const;

function Drawn({ piece, sides, mode, kind }: Omit<PieceProps, "eager">) {
  const tokens = useMemo(() => tokensOf(piece, sides), [piece, sides]);
  const hunk = useMemo(
    () => ({
      content: "",
      oldStart: 0,
      newStart: 0,
      oldLines: 0,
      newLines: 0,
      changes: [...piece],
    }),
    [piece],
  );
  return (
    <Diff diffType={kind} viewType={mode} hunks={[hunk]} tokens={tokens} optimizeSelection>
      {(hunks) => hunks.map((one) => <HunkLines key="lines" hunk={one} />)}
    </Diff>
  );
}

/** The hunk after or before the one that has the focus; the first one where none has. */
function walk(root: HTMLElement, by: 1 | -1): void {
  const all = [...root.querySelectorAll<HTMLElement>("[data-hunk]")];
  const here = all.findIndex((hunk) => hunk.contains(document.activeElement));
  const to = here < 0 ? (by > 0 ? 0 : all.length - 1) : here + by;
  const next = all[Math.max(0, Math.min(all.length - 1, to))];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "start" });
}
