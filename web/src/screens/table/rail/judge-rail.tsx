// The judge's side of the table: who judges, what was ruled, on what evidence, what became of it.
import { Gavel } from "lucide-react";
import type { RoundView, TurnView } from "@/fold";
import { Badge } from "@/design/badge";
import { SeatMark } from "@/design/seat-mark";
import { RichText } from "@/live";
import { type Remark, remarksOf } from "../lanes";
import { SeatName } from "../seat-name";
import { roundOf } from "../stages";
import { isOver, seatIndex, useTable } from "../table-context";
import { RemarkTold, Words } from "../turn";
import { capital, purposeOf, roundName } from "../words";
import { Changes } from "./changes";
import { Findings } from "./findings";
import { Ledger } from "./ledger";
import { Section } from "./section";
import { Survey } from "./survey";
import { Fixes, Synthesis } from "./synthesis";
import { Verdicts } from "./verdicts";
import { Votes } from "./votes";

export function JudgeRail() {
  const { view, scene } = useTable();
  const round = roundOf(view, scene);
  if (view.apply) return <Changes apply={view.apply} />;
  if (round) return <RoundRail key={`${round.key}.${round.attempt}`} round={round} />;
  if (view.agenda.length > 0) {
    return <p className="px-4 py-3 text-sm text-ink-soft">The first round has not begun.</p>;
  }
  return (
    <>
      <Votes />
      {view.reading && (
        <Findings
          findings={view.reading.findings}
          chunks={view.reading.chunks}
          total={view.reading.chunks_total}
          over={view.passes.length > 0}
        />
      )}
    </>
  );
}

function RoundRail({ round }: { round: RoundView }) {
  return (
    <>
      <JudgeHead round={round} />
      <JudgeSpeaks round={round} />
      <RoundEnd round={round} />
      <Verdicts round={round} />
      <Ledger round={round} />
      <Survey round={round} />
      <Synthesis round={round} />
      <Fixes round={round} />
      <Findings
        findings={round.findings}
        chunks={round.chunks}
        total={round.chunks_total}
        over={isOver(round)}
      />
    </>
  );
}

function JudgeHead({ round }: { round: RoundView }) {
  const { view } = useTable();
  const plan = view.agenda.find((each) => each.key === round.key);
  const index = seatIndex(view, round.judge);
  return (
    <div className="flex flex-col gap-1.5 border-b border-line px-4 py-3 text-sm">
      <div className="flex items-center gap-2.5">
        {index >= 0 ? <SeatMark index={index} size={26} /> : <Gavel size={20} aria-hidden />}
        <div className="min-w-0">
          <p className="truncate">
            <span className="font-medium">{round.judge || "Nobody"}</span>{" "}
            <span className="text-ink-soft">judges {roundName(round.key)}</span>
          </p>
          <p className="truncate text-xs text-ink-faint">
            {plan && `All speak as ${plan.role}`}
            {round.attempt > 1 && ` · attempt ${round.attempt}`}
          </p>
        </div>
        {!round.counts && <Badge className="ml-auto">held anew, no longer counts</Badge>}
      </div>
      {round.instructions && (
        <p className="border-l-2 border-king pl-2.5 break-words">
          <span className="text-king">Your instructions: </span>
          {round.instructions}
        </p>
      )}
      {!isOver(round) && round.labels.length > 0 && (
        <p className="text-xs text-ink-faint">
          The judge sees the candidates as {round.labels.map((item) => item.label).join(", ")};
          their names are shown here when the round is over.
        </p>
      )}
    </div>
  );
}

const JUDGES = new Set<TurnView["purpose"]>(["judge", "rejudge", "compare"]);

/** What the judge says right now; and, once it has spoken, its last words in full. */
function JudgeSpeaks({ round }: { round: RoundView }) {
  const { view, live } = useTable();
  const turns = view.turns.filter(
    (turn) =>
      turn.round === round.key && turn.attempt === round.attempt && JUDGES.has(turn.purpose),
  );
  const open = turns.filter((turn) => turn.status === "open");
  const last = turns.findLast((turn) => turn.purpose !== "compare");
  if (open.length > 0) {
    return (
      <Section title="The judge speaks" note="now">
        {open.slice(0, 3).map((turn) => (
          <div key={`${turn.key}#${turn.ask}`}>
            <p className="text-xs text-ink-faint">
              {turn.seat} {purposeOf(turn.purpose)}
            </p>
            <Words session={view.session} turn={turn} live={live} />
          </div>
        ))}
      </Section>
    );
  }
  if (!last) return null;
  return (
    <Section title="In the judge's own words" open={false} note={lastNote(last)}>
      <Words session={view.session} turn={last} live={live} />
      {remarks(last).map((remark) => (
        <RemarkTold key={remark.text} remark={remark} />
      ))}
    </Section>
  );
}

function lastNote(turn: TurnView): string {
  if (turn.unreadable) return "no verdict could be read";
  return turn.status === "failed" ? "gave no answer" : "";
}

/** A verdict that cannot be read is none: it is never taken for an agreement. */
function remarks(turn: TurnView): Remark[] {
  return remarksOf(turn).map((remark) =>
    turn.unreadable && remark.text.startsWith("It could not be read")
      ? { ...remark, text: `${remark.text} It is no verdict, and no agreement.` }
      : remark,
  );
}

const ENDS: Record<NonNullable<RoundView["outcome"]>, string> = {
  consensus: "agreed by the table",
  developer: "decided by you",
  clean: "nothing to mend",
  skipped: "skipped",
};

function RoundEnd({ round }: { round: RoundView }) {
  if (round.outcome === null) return null;
  return (
    <Section title="What the round came to" note={ENDS[round.outcome]}>
      <RichText text={round.summary || capital(ENDS[round.outcome])} />
      {round.lead && (
        <p className="text-ink-soft">
          It rests on the work of <SeatName name={round.lead} size={13} />.
        </p>
      )}
      {round.file_structure.length > 0 && (
        <details>
          <summary className="w-fit rounded-sm text-ink-soft hover:text-ink">
            Files that development must fill ({round.file_structure.length})
          </summary>
          <ul className="pt-1 font-mono text-xs break-all">
            {round.file_structure.map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}
