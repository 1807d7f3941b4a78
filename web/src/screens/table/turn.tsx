// One turn in a lane: its words as they come or as they were, what it came to, what it cost.
import { memo, useCallback, useMemo, useSyncExternalStore } from "react";
import type { TurnView } from "@/fold";
import { classes } from "@/design/classes";
import { count, duration, money } from "@/design/figures";
import { Spinner } from "@/design/spinner";
import { buffers, CodeBlock, RichText, StreamedText } from "@/live";
import { bufferKey } from "@/session/keys";
import { partOf, partedText, type Remark, remarksOf } from "./lanes";
import { othersGoOn } from "./stages";
import { DiagnosisTold, StanceTold } from "./stance";
import { useTable } from "./table-context";
import { capital, purposeOf } from "./words";

export interface TurnProps {
  session: string;
  turn: TurnView;
  /** Claims that the speech raised. */
  raised: number;
  live: boolean;
}

export const Turn = memo(function Turn({ session, turn, raised, live }: TurnProps) {
  const part = partOf(turn);
  const heading = [turn.purpose === "speak" ? "" : purposeOf(turn.purpose), part]
    .filter(Boolean)
    .join(": ");
  return (
    <article
      aria-label={`${turn.seat} ${purposeOf(turn.purpose)}${part ? `, ${part}` : ""}`}
      className="flex flex-col gap-2 border-b border-line px-3.5 py-3 last:border-b-0"
    >
      {heading && <p className="text-xs font-medium text-ink-faint">{capital(heading)}</p>}
      <Words session={session} turn={turn} live={live} />
      {remarksOf(turn).map((remark) => (
        <RemarkTold key={remark.text} remark={remark} />
      ))}
      {turn.status === "failed" && <GoesOn turn={turn} />}
      {turn.stance && <StanceTold stance={turn.stance} />}
      {turn.diagnosis && <DiagnosisTold diagnosis={turn.diagnosis} />}
      {turn.status !== "open" && <Foot turn={turn} raised={raised} />}
    </article>
  );
});

/** The words of a turn, streaming while it is open. */
export function Words({ session, turn, live }: Omit<TurnProps, "raised">) {
  if (turn.status === "open") {
    return live ? (
      <Streaming bufferId={bufferKey(session, turn.key, turn.ask)} />
    ) : (
      <p className="text-sm text-ink-faint">It is speaking; the log has its words at its end.</p>
    );
  }
  return <Said text={turn.text} broken={turn.status !== "done"} />;
}

function Streaming({ bufferId }: { bufferId: string }) {
  const watch = useCallback((tell: () => void) => buffers.watch(bufferId, tell), [bufferId]);
  const silent = useSyncExternalStore(watch, () => buffers.read(bufferId).groups.length === 0);
  return (
    <>
      {silent && (
        <p className="flex items-center gap-2 text-sm text-ink-faint">
          <Spinner size={14} /> is thinking …
        </p>
      )}
      <StreamedText bufferKey={bufferId} />
    </>
  );
}

function Said({ text, broken }: { text: string; broken: boolean }) {
  const { words, block } = useMemo(() => partedText(text), [text]);
  if (text.trim() === "") return null;
  return (
    <div className={classes(broken && "border-l-2 border-doubt pl-2.5")}>
      {words === "" ? (
        <p className="text-sm text-ink-faint">It gave nothing but its block.</p>
      ) : (
        <RichText text={words} />
      )}
      {block !== "" && (
        <details className="mt-1 text-sm">
          <summary className="w-fit rounded-sm text-ink-faint hover:text-ink">
            its block, as it was written
          </summary>
          <CodeBlock code={block} language="json" />
        </details>
      )}
    </div>
  );
}

const TONES = {
  plain: "border-line-strong text-ink-soft",
  doubt: "border-doubt text-doubt",
  danger: "border-danger text-danger",
};

export function RemarkTold({ remark }: { remark: Remark }) {
  return (
    <p className={classes("border-l-2 pl-2.5 text-sm break-words", TONES[remark.tone])}>
      {remark.text}
    </p>
  );
}

/** Said only while it is true: where nobody is left, the table asks you. */
function GoesOn({ turn }: { turn: TurnView }) {
  const { view } = useTable();
  if (!othersGoOn(view, turn)) return null;
  return <p className="text-sm text-ink-soft">The round goes on with the others.</p>;
}

function Foot({ turn, raised }: { turn: TurnView; raised: number }) {
  const { input_tokens, output_tokens, cost_microusd } = turn.usage;
  const figures = [
    input_tokens > 0 ? `${count(input_tokens)} in` : "",
    output_tokens > 0 ? `${count(output_tokens)} out` : "",
    cost_microusd > 0 ? money(cost_microusd) : "",
    turn.seconds >= 1 ? duration(turn.seconds) : "",
    raised > 0 ? `raised ${raised}` : "",
    turn.ask > 1 ? `asked ${turn.ask} times` : "",
  ].filter(Boolean);
  return (
    <footer className="flex flex-col gap-1 text-xs text-ink-faint">
      <FilesGiven proposed={turn.proposed} deleted={turn.deleted} />
      {figures.length > 0 && <p className="figures">{figures.join(" · ")}</p>}
    </footer>
  );
}

function FilesGiven({ proposed, deleted }: Pick<TurnView, "proposed" | "deleted">) {
  if (proposed.length + deleted.length === 0) return null;
  return (
    <ul aria-label="Files that were taken from it" className="flex flex-wrap gap-1">
      {proposed.map((path) => (
        <li key={path} className="rounded-sm bg-sunken px-1.5 font-mono break-all text-ink-soft">
          {path}
        </li>
      ))}
      {deleted.map((path) => (
        <li
          key={path}
          className="rounded-sm bg-sunken px-1.5 font-mono break-all text-ink-faint line-through"
        >
          <span className="sr-only">removed: </span>
          {path}
        </li>
      ))}
    </ul>
  );
}
