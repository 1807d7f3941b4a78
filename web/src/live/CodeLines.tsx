// Lines of code in chunks, so that a new line, or new colours, touch one chunk and no other.
import { memo, useEffect, useMemo, useSyncExternalStore } from "react";
import type { TokenLine } from "./classes";
import { reveal } from "./hidden";
import { type Colours, highlights } from "./highlight";
import type { Language } from "./languages";

const CHUNK = 40;
/** A browser lays out one line of megabytes for seconds; the copy button has all of it. */
const MOST_LETTERS = 10_000;

export interface CodeLinesProps {
  readonly lines: readonly string[];
  readonly count: number;
  readonly tail: string;
  readonly language: Language | null;
  readonly open: boolean;
}

export function CodeLines(props: CodeLinesProps) {
  const { language } = props;
  if (language === null) return <Chunks {...props} colours={null} coloured={0} />;
  return <ColouredLines {...props} language={language} />;
}

function ColouredLines(props: CodeLinesProps & { readonly language: Language }) {
  const { lines, count, language, open } = props;
  // Other lines are another text, whatever they were called before.
  const colours = useMemo(() => highlights.of(language, lines), [language, lines]);
  const coloured = useSyncExternalStore(colours.watch, colours.count);
  useEffect(() => colours.show(count, open), [colours, count, open]);
  useEffect(() => colours.close, [colours]);
  return <Chunks {...props} colours={colours} coloured={Math.min(coloured, count)} />;
}

interface ChunksProps extends CodeLinesProps {
  readonly colours: Colours | null;
  readonly coloured: number;
}

function Chunks({ lines, count, tail, colours, coloured, open }: ChunksProps) {
  const starts = Array.from({ length: Math.ceil(count / CHUNK) }, (_, index) => index * CHUNK);
  return (
    <code>
      {starts.map((from) => (
        <Chunk
          key={from}
          lines={lines}
          from={from}
          to={Math.min(from + CHUNK, count)}
          colours={colours}
          coloured={Math.min(Math.max(coloured - from, 0), CHUNK)}
        />
      ))}
      {open && tail !== "" && <span className="live-chunk">{shown(tail)}</span>}
    </code>
  );
}

interface ChunkProps {
  readonly lines: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly colours: Colours | null;
  /** How many of its lines have colours; a chunk is drawn anew when this grows. */
  readonly coloured: number;
}

const Chunk = memo(function Chunk({ lines, from, to, colours, coloured }: ChunkProps) {
  const full = to - from === CHUNK;
  return (
    <span className={full ? "live-chunk live-chunk-full" : "live-chunk"}>
      {lines.slice(from, to).map((line, index) => (
        <Line
          key={index}
          text={line}
          tokens={index < coloured ? colours?.lines[from + index] : undefined}
        />
      ))}
    </span>
  );
});

interface LineProps {
  readonly text: string;
  readonly tokens: TokenLine | undefined;
}

const Line = memo(function Line({ text, tokens }: LineProps) {
  if (tokens === undefined) return `${shown(text)}\n`;
  return (
    <>
      {tokens.map(([word, kind], index) =>
        kind === "plain" ? (
          reveal(word)
        ) : (
          <span key={index} className={`hl-${kind}`}>
            {reveal(word)}
          </span>
        ),
      )}
      {"\n"}
    </>
  );
});

function shown(line: string): string {
  if (line.length <= MOST_LETTERS) return reveal(line);
  const more = (line.length - MOST_LETTERS).toLocaleString("en-GB");
  return `${reveal(line.slice(0, MOST_LETTERS))} ⟨${more} more characters⟩`;
}
