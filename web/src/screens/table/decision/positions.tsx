// The positions of a dispute side by side: who holds each, who backs it, and what is open about it.
import { SeatMark } from "@/design/seat-mark";
import { seatAt } from "@/design/seats";
import { RichText } from "@/live";
import { evidenceOn } from "../evidence";
import { SeatNames } from "../seat-name";
import { seatIndex, useTable } from "../table-context";
import { type Option, type Question, seatOfPick } from "./answering";
import { EvidenceLine } from "./evidence-card";

/** The answers of a question that take a seat's position. */
export function picksOf(question: Question): readonly Option[] {
  return question.options.filter((option) => seatOfPick(option) !== "");
}

/** On a phone they would stand between the answers and the lanes, which hold the same. */
export function Positions({ picks }: { picks: readonly Option[] }) {
  return (
    <ul
      aria-label="The positions"
      className="grid grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] gap-2.5 max-sm:hidden"
    >
      {picks.map((option) => (
        <PositionCard key={option.id} seat={seatOfPick(option)} words={option.detail} />
      ))}
    </ul>
  );
}

/** In short: what is chosen is shown in full. */
function PositionCard({ seat, words }: { seat: string; words: string }) {
  const { view } = useTable();
  const index = seatIndex(view, seat);
  const { backers, issues, claims } = evidenceOn(view, seat);
  const open = [...issues, ...claims.map((claim) => claim.text)];
  return (
    <li
      data-seat={seatAt(index).number}
      className="flex min-w-0 flex-col gap-1.5 rounded-md border border-t-3 border-line border-t-seat bg-raised px-3 py-2 text-sm"
    >
      <p className="flex items-center gap-2 font-medium">
        <SeatMark index={index} size={18} />
        {seat}
      </p>
      <EvidenceLine seat={seat} backers={false} />
      {words && (
        <div className="max-h-24 overflow-hidden [mask-image:linear-gradient(to_bottom,black_4.25rem,transparent)]">
          <RichText text={words} />
        </div>
      )}
      {backers.length > 0 && (
        <p className="text-ink-soft">
          Backed by <SeatNames names={backers} />
        </p>
      )}
      {open.length > 0 && (
        <ul
          aria-label={`What ${seat} holds open`}
          className="list-disc pl-4.5 break-words text-ink-soft marker:text-ink-faint"
        >
          {open.map((point) => (
            <li key={point}>
              <span className="line-clamp-2">{point}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
