// The evidence on the candidates: what passes, where it was run, and how judges compared them.
import type { RoundView } from "@/fold";
import { PLACES, type Report, reportWords, whyNotRun } from "../evidence";
import { SeatName } from "../seat-name";
import { Section } from "./section";

export function Survey({ round }: { round: RoundView }) {
  if (round.candidates.length === 0) return null;
  const reasons = new Set(round.candidates.map(({ report }) => whyNotRun(report)).filter(Boolean));
  return (
    <Section title="Candidates" note={placesOf(round)}>
      <table className="figures w-full border-collapse">
        <thead className="text-start text-xs text-ink-faint">
          <tr>
            <th className="pb-1 text-start font-normal">Seat</th>
            <th className="pb-1 text-start font-normal">Tests</th>
            <th className="pb-1 text-end font-normal">Where</th>
          </tr>
        </thead>
        <tbody>
          {round.candidates.map(({ seat, report }) => (
            <tr key={seat} className="border-t border-line">
              <td className="py-1.5 pr-2">
                <SeatName name={seat} />
              </td>
              <td className="py-1.5 pr-2">
                <Tests report={report} />
              </td>
              <td className="py-1.5 text-end text-ink-soft">{PLACES[report.place]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {[...reasons].map((reason) => (
        <p key={reason} className="text-ink-soft">
          No test was run: {reason}. What was not run has not passed.
        </p>
      ))}
      <Comparisons round={round} />
    </Section>
  );
}

function placesOf(round: RoundView): string {
  return [...new Set(round.candidates.map(({ report }) => PLACES[report.place]))].join(", ");
}

export function Tests({ report }: { report: Report }) {
  const all = report.passed.length + report.failed.length;
  const tone =
    all === 0 ? "text-ink-soft" : report.failed.length === 0 ? "text-agree" : "text-doubt";
  if (report.failed.length === 0) return <span className={tone}>{reportWords(report)}</span>;
  return (
    <details>
      <summary className={`w-fit rounded-sm ${tone}`}>{reportWords(report)}</summary>
      <p className="pt-1 text-xs text-ink-soft">Do not pass:</p>
      <ul className="text-xs break-all text-ink-soft">
        {report.failed.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Comparisons({ round }: { round: RoundView }) {
  if (round.comparisons.length === 0) return null;
  return (
    <details>
      <summary className="w-fit rounded-sm text-ink-soft hover:text-ink">
        Comparisons in pairs ({round.comparisons.length})
      </summary>
      <ul className="mt-2 flex flex-col gap-2">
        {round.comparisons.map(({ seat, iteration, first, second, winner, reason }) => (
          <li key={`${iteration} ${seat} ${first} ${second}`} className="break-words">
            <SeatName name={seat} size={13} /> <span className="text-ink-soft">on</span>{" "}
            <SeatName name={first} size={13} /> <span className="text-ink-soft">and</span>{" "}
            <SeatName name={second} size={13} />
            <span className="text-ink-soft">: </span>
            {winner ? (
              <>
                <SeatName name={winner} size={13} />
                {reason && <span className="text-ink-soft">, {reason}</span>}
              </>
            ) : (
              <span className="text-doubt">could not be read as a choice</span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
