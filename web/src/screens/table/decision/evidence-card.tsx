// What speaks for a seat's position: its vote and open issues, who backs it, what its files pass.
import { PLACES, evidenceOn, whyNotRun } from "../evidence";
import { SeatNames } from "../seat-name";
import { Points, Score } from "../stance";
import { Tests } from "../rail/survey";
import { plural } from "@/design/figures";
import { useTable } from "../table-context";

/** One line for an option's card; without the backers where they are named beside it. */
export function EvidenceLine({ seat, backers = true }: { seat: string; backers?: boolean }) {
  const { view } = useTable();
  const found = evidenceOn(view, seat);
  const { score, confidence, report } = found;
  return (
    <span className="figures flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-soft">
      {score !== null && <Score score={score} />}
      {confidence !== null && <Score score={confidence} what="sure" />}
      {found.issues.length > 0 && plural(found.issues.length, "open issue")}
      {report && report.passed.length + report.failed.length > 0 && (
        <span>
          {report.passed.length} of {report.passed.length + report.failed.length} tests
        </span>
      )}
      {backers && found.backers.length > 0 && <span>backed by {found.backers.length}</span>}
    </span>
  );
}

/** The whole of it, beside the position itself. */
export function EvidenceTold({ seat }: { seat: string }) {
  const { view } = useTable();
  const found = evidenceOn(view, seat);
  const { score, confidence, report } = found;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-md bg-sunken px-3 py-2 text-sm [&_dt]:text-ink-soft">
      {score !== null && (
        <>
          <dt>Its last vote</dt>
          <dd>
            <Score score={score} />
          </dd>
        </>
      )}
      {confidence !== null && (
        <>
          <dt>Its diagnosis</dt>
          <dd>
            <Score score={confidence} what="sure" />{" "}
            <code className="break-all">{found.cause}</code>
          </dd>
        </>
      )}
      <dt>Open issues</dt>
      <dd>{found.issues.length === 0 ? "none told" : <Points points={found.issues} />}</dd>
      <dt>Backed by</dt>
      <dd>{found.backers.length === 0 ? "nobody else" : <SeatNames names={found.backers} />}</dd>
      {report && (
        <>
          <dt>Its files</dt>
          <dd>
            <Tests report={report} />{" "}
            <span className="text-ink-faint">
              ({PLACES[report.place]}
              {whyNotRun(report) && `: ${whyNotRun(report)}`})
            </span>
          </dd>
        </>
      )}
      {found.compared > 0 && (
        <>
          <dt>Compared in pairs</dt>
          <dd>
            preferred {found.won} of {plural(found.compared, "time")}
          </dd>
        </>
      )}
      {found.claims.length > 0 && (
        <>
          <dt>Its open claims</dt>
          <dd>
            <Points points={found.claims.map((claim) => claim.text)} />
          </dd>
        </>
      )}
    </dl>
  );
}
