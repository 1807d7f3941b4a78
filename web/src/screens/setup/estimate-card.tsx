// What it could come to if everybody always says as much as allowed, and what that leaves out.
import { RotateCcw } from "lucide-react";
import { classes } from "@/design/classes";
import { count, money } from "@/design/figures";
import { IconButton } from "@/design/icon-button";
import { sentence } from "@/design/sentence";
import { Spinner } from "@/design/spinner";
import type { Estimated } from "@/screens/setup/estimating";

export interface EstimateCardProps {
  estimated: Estimated;
  /** False: there is too little in the form to ask for a figure. */
  askable: boolean;
  rehearsal: boolean;
  /** True: what is wrong stands below already. */
  refused: boolean;
}

export function EstimateCard({ estimated, askable, rehearsal, refused }: EstimateCardProps) {
  const { estimate, problem, stale, again } = estimated;
  return (
    <section aria-label="Cost estimate" className={classes(!rehearsal && "min-h-28")}>
      <div className="flex items-center justify-between">
        <h3 className="font-sans text-sm font-medium text-ink-soft">
          At most, repetitions left aside
        </h3>
        {askable && !rehearsal && (
          <span className="grid size-7 place-items-center">
            {stale ? (
              <Spinner size={14} />
            ) : (
              <IconButton
                label="Estimate anew"
                side="bottom-end"
                className="size-7"
                icon={<RotateCcw size={14} aria-hidden />}
                onClick={again}
              />
            )}
          </span>
        )}
      </div>
      {rehearsal ? (
        <Figure main="$0.00" side="A script speaks; no model is asked." />
      ) : !askable ? (
        <p className="text-sm text-ink-faint">
          Shown here as soon as there is a task and a table for it.
        </p>
      ) : problem && refused ? (
        <p className="text-sm text-ink-faint">No figure as long as something is wrong.</p>
      ) : problem ? (
        <div className="text-sm">
          <p className="break-words">No figure: {sentence(problem.detail)}</p>
          <p className="break-words text-ink-soft">{sentence(problem.remedy)}</p>
        </div>
      ) : estimate ? (
        <Told estimate={estimate} stale={stale} />
      ) : (
        <p className="text-sm text-ink-faint">Reckoning; nobody is asked for it.</p>
      )}
    </section>
  );
}

function Told({
  estimate,
  stale,
}: {
  estimate: NonNullable<Estimated["estimate"]>;
  stale: boolean;
}) {
  const { whole, priced, notes, seats } = estimate;
  const tokens = whole.input_tokens + whole.output_tokens;
  return (
    <div className={classes("transition-opacity duration-100", stale && "opacity-55")}>
      <Figure
        main={`${priced ? "" : "more than "}${money(whole.cost_microusd)}`}
        side={`${count(tokens)} tokens`}
      />
      {!priced && (
        <p className="mt-1 text-sm text-doubt">
          At least one model has no known price, so its share is not in this figure.
        </p>
      )}
      {(notes.length > 0 || seats.length > 0) && (
        <details className="mt-1 text-sm">
          <summary className="w-fit rounded-sm text-ink-soft hover:text-ink">
            What the figure holds
          </summary>
          <ul className="mt-1 list-disc pl-4 text-ink-faint">
            {notes.map((note) => (
              <li key={note}>{sentence(note)}</li>
            ))}
          </ul>
          <table className="figures mt-2 w-full">
            <caption className="text-left font-medium">The first turns</caption>
            <thead className="sr-only">
              <tr>
                <th>Seat</th>
                <th>Prompt</th>
                <th>At most</th>
              </tr>
            </thead>
            <tbody>
              {seats.map((seat) => (
                <tr key={`${seat.seat} ${seat.label}`}>
                  <td className="max-w-32 truncate pr-2" title={seat.label}>
                    {seat.seat}
                  </td>
                  <td className="pr-2 text-right text-ink-soft">
                    {count(seat.first_prompt_tokens)} tokens
                  </td>
                  <td className="text-right">{money(seat.first_turn_cost_microusd)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </div>
  );
}

function Figure({ main, side }: { main: string; side: string }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className="figures font-serif text-xl font-semibold">{main}</span>
      <span className="figures text-sm text-ink-soft">{side}</span>
    </p>
  );
}
