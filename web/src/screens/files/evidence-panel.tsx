// The evidence beside the files: tests, the floor rule, conflicts, and what was not taken and why.
import { Check, CircleDashed, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { RoundView, SeatView, Session, SynthesisView } from "@/fold";
import { Badge } from "@/design/badge";
import { EmptyState } from "@/design/empty-state";
import { plural } from "@/design/figures";
import { Select } from "@/design/select";
import { roundTitle } from "./comparing";
import {
  floorWords,
  PLACES,
  refusedIn,
  type Report,
  tellingRounds,
  untakenIn,
  upliftOf,
} from "./evidence";
import { SeatName } from "@/session/seat-name";

export function Evidence({ session }: { session: Session }) {
  const rounds = tellingRounds(session);
  const [chosen, setChosen] = useState<number | null>(null);
  const at = rounds.find(({ place }) => place === chosen) ?? rounds[0];
  if (!at) {
    return (
      <EmptyState title="No evidence yet" className="py-8">
        When a round has merged what the knights wrote, its tests are listed here, with what was not
        taken and why.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-5 p-4 text-sm">
      <Select
        aria-label="The round whose evidence is shown"
        value={String(at.place)}
        choices={rounds.map(({ place, round }) => ({
          value: String(place),
          label: `${roundTitle(session, place)}${round.counts ? "" : " (no longer counts)"}`,
        }))}
        onChoose={(value) => setChosen(Number(value))}
      />
      <RoundEvidence session={session} round={at.round} />
    </div>
  );
}

function RoundEvidence({ session, round }: { session: Session; round: RoundView }) {
  const { synthesis } = round;
  const { seats } = session.view;
  return (
    <>
      {round.edited.length > 0 && (
        <p className="text-king">
          You have edited {plural(round.edited.length, "file")} since; this is the evidence on what
          the round itself made.
        </p>
      )}
      {synthesis && <Tests synthesis={synthesis} />}
      {synthesis && <Floor synthesis={synthesis} seats={seats} />}
      {synthesis && <Conflicts synthesis={synthesis} seats={seats} />}
      <Fixes round={round} seats={seats} />
      <Untaken session={session} round={round} />
      <Refused round={round} />
    </>
  );
}

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="flex items-baseline justify-between gap-2 text-base">
        {title}
        {note && <span className="font-sans text-xs font-normal text-ink-faint">{note}</span>}
      </h3>
      {children}
    </section>
  );
}

const CHECKS = { parse: "reads as code", lint: "linter", tests: "tests" } as const;

function Tests({ synthesis }: { synthesis: SynthesisView }) {
  const { report } = synthesis;
  if (!report) return <Part title="Tests">No checks are on record for this round.</Part>;
  const all = report.passed.length + report.failed.length;
  return (
    <Part title="Tests">
      <p className="text-ink-faint">{PLACES[report.place]}</p>
      <p className="flex flex-wrap gap-1.5">
        <Badge tone={report.passed.length > 0 ? "agree" : "plain"}>
          {report.passed.length} passed
        </Badge>
        <Badge tone={report.failed.length > 0 ? "danger" : "plain"}>
          {report.failed.length} failed
        </Badge>
      </p>
      <Checks report={report} />
      {all > 0 && (
        <details>
          <summary className="w-fit rounded-sm text-ink-soft hover:text-ink">
            {plural(all, "test")} by name
          </summary>
          <ul className="flex flex-col gap-0.5 pt-1.5">
            {report.failed.map((name) => (
              <TestName key={name} name={name} passed={false} />
            ))}
            {report.passed.map((name) => (
              <TestName key={name} name={name} passed />
            ))}
          </ul>
        </details>
      )}
    </Part>
  );
}

function TestName({ name, passed }: { name: string; passed: boolean }) {
  return (
    <li className="flex gap-1.5">
      {passed ? (
        <Check size={13} role="img" aria-label="passed" className="mt-0.5 shrink-0 text-agree" />
      ) : (
        <X size={13} role="img" aria-label="failed" className="mt-0.5 shrink-0 text-danger" />
      )}
      <code className="text-xs break-all">{name}</code>
    </li>
  );
}

function Checks({ report }: { report: Report }) {
  return (
    <ul className="flex flex-col gap-0.5">
      {report.checks.map(({ kind, status, detail }) => (
        <li key={kind} className="flex gap-1.5 text-ink-soft">
          {status === "passed" && (
            <Check
              size={14}
              role="img"
              aria-label="passed"
              className="mt-0.5 shrink-0 text-agree"
            />
          )}
          {status === "failed" && (
            <X size={14} role="img" aria-label="failed" className="mt-0.5 shrink-0 text-danger" />
          )}
          {status === "not_run" && (
            <CircleDashed size={14} role="img" aria-label="not run" className="mt-0.5 shrink-0" />
          )}
          <span className="min-w-0 break-words">
            {CHECKS[kind]}
            {status === "not_run" && detail && `: ${detail}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Floor({ synthesis, seats }: { synthesis: SynthesisView; seats: readonly SeatView[] }) {
  const words = floorWords(synthesis);
  const uplift = upliftOf(synthesis);
  if (words === null) return null;
  const more = uplift ? uplift.result - uplift.opening : 0;
  return (
    <Part title="The floor rule">
      <p className="text-ink-soft">{words}</p>
      {uplift && uplift.tests > 0 && (
        <p className="text-ink-soft">
          Of the {plural(uplift.tests, "test")} that both were held against, the best opening (
          <SeatName name={synthesis.floor_seat} seats={seats} />) passes {uplift.opening}, the
          result {uplift.result}
          {": "}
          <strong className={more > 0 ? "text-agree" : "text-ink"}>
            {more > 0 ? `${more} more` : more === 0 ? "as many" : `${-more} fewer`}
          </strong>
          .
        </p>
      )}
      {synthesis.trials > 0 && (
        <p className="text-ink-faint">{plural(synthesis.trials, "way")} of merging tried.</p>
      )}
    </Part>
  );
}

function Conflicts({ synthesis, seats }: { synthesis: SynthesisView; seats: readonly SeatView[] }) {
  const { conflicts } = synthesis;
  return (
    <Part title="Conflicts of the merge" note={conflicts.length === 0 ? "none" : ""}>
      {conflicts.length > 0 && (
        <ul className="flex flex-col gap-2">
          {conflicts.map(({ path, unit, source, reason, refused }) => (
            <li key={`${path} ${unit} ${source} ${reason}`} className="break-words">
              {refused && <Badge tone="danger">not done</Badge>}{" "}
              <code className="text-xs break-all">
                {path}
                {unit && ` · ${unit}`}
              </code>{" "}
              {source && <SeatName name={source} seats={seats} />}
              <p className="text-ink-soft">{reason}</p>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

export function Fixes({ round, seats }: { round: RoundView; seats: readonly SeatView[] }) {
  if (round.fixes.length + round.not_found.length === 0) return null;
  const kept = round.fixes.filter((fix) => fix.kept).length;
  return (
    <Part title="Fixes" note={`${kept} of ${round.fixes.length} kept`}>
      <ul className="flex flex-col gap-2">
        {round.fixes.map((fix) => (
          <li key={fix.number} className="break-words">
            <Badge tone={fix.kept ? "agree" : "plain"}>
              {fix.kept === null ? "not tried yet" : fix.kept ? "kept" : "not kept"}
            </Badge>{" "}
            <code className="text-xs break-all">
              {fix.path}
              {fix.unit && ` · ${fix.unit}`}
            </code>{" "}
            <SeatName name={fix.seat} seats={seats} />
            <p className="text-ink-soft">{fix.problem}</p>
            {fix.reason && <p className="text-doubt">{fix.reason}</p>}
          </li>
        ))}
        {round.not_found.map((problem) => (
          <li key={problem} className="text-doubt">
            No place for this was found: {problem}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Untaken({ session, round }: { session: Session; round: RoundView }) {
  const untaken = untakenIn(session, round);
  return (
    <Part title="Proposed and not taken" note={untaken.length === 0 ? "none" : ""}>
      {untaken.length > 0 && (
        <ul className="flex flex-col gap-2">
          {untaken.map(({ key, seat, iteration, reasons }) => (
            <li key={key}>
              <SeatName name={seat} seats={session.view.seats} />
              <span className="text-ink-faint"> · iteration {iteration}</span>
              <ul className="list-disc pl-5 break-words text-ink-soft">
                {reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Refused({ round }: { round: RoundView }) {
  const refused = refusedIn(round);
  return (
    <Part title="Directives refused" note={refused.length === 0 ? "none" : ""}>
      {refused.length > 0 && (
        <ul className="list-disc pl-5 break-words text-ink-soft">
          {refused.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </Part>
  );
}
