// How candidates became one tree: base, pieces taken, what speaks against them, the floor, the fixes.
import { Check, X } from "lucide-react";
import type { RoundView, SynthesisView } from "@/fold";
import { Badge } from "@/design/badge";
import { plural } from "@/design/figures";
import { PLACES } from "../evidence";
import { SeatName } from "../seat-name";
import { Points } from "../stance";
import { capital } from "../words";
import { Section } from "./section";
import { Tests } from "./survey";
import { Unit } from "./verdicts";

const SHIPPED: Record<NonNullable<SynthesisView["shipped"]>, string> = {
  merge: "the merge",
  opening: "the best opening",
  fixed: "with fixes",
  unchanged: "unchanged",
};

export function Synthesis({ round }: { round: RoundView }) {
  const { synthesis } = round;
  if (synthesis === null) return null;
  return (
    <Section
      title={synthesis.base ? "Merge" : "What ships"}
      note={synthesis.shipped ? `shipped: ${SHIPPED[synthesis.shipped]}` : "under way"}
    >
      {synthesis.base && (
        <p className="flex flex-wrap items-center gap-1.5">
          <span className="text-ink-soft">Base:</span> <SeatName name={synthesis.base} />
        </p>
      )}
      <Taken synthesis={synthesis} />
      <Floor synthesis={synthesis} />
      <Conflicts synthesis={synthesis} />
      {synthesis.trials > 1 && (
        <p className="text-ink-soft">{plural(synthesis.trials, "way")} of merging were tried.</p>
      )}
      <Changed synthesis={synthesis} />
      {round.edited.length > 0 && (
        <p className="break-words text-king">You have edited {round.edited.join(", ")} since.</p>
      )}
    </Section>
  );
}

function Taken({ synthesis }: { synthesis: SynthesisView }) {
  const { base, provenance, take } = synthesis;
  const made = provenance.length > 0;
  const asked = made ? provenance.filter(({ source }) => source !== base) : take;
  if (asked.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-ink-soft">
        {base === "" ? "Rewritten" : made ? "Taken from others" : "To be taken from others"}
      </p>
      <ul className="flex flex-col gap-1">
        {asked.map(({ path, unit, source, why }) => (
          <li key={`${path} ${unit} ${source}`} className="break-words">
            <Unit file={path} unit={unit} /> <span className="text-ink-soft">from</span>{" "}
            <SeatName name={source} size={13} />
            {why && <span className="text-ink-faint">: {why}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What ships must hold all that the best single opening passes. */
function Floor({ synthesis }: { synthesis: SynthesisView }) {
  const { base, report, floor, floor_seat, shipped } = synthesis;
  const before = base ? "best opening" : "tree before the round";
  if (!report) return null;
  return (
    <div className="flex flex-col gap-1 rounded-md bg-sunken px-3 py-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-ink-soft">What ships</span>
        <Tests report={report} />
      </div>
      {floor && (
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="text-ink-soft">
            {capital(before)}
            {floor_seat && (
              <>
                {" "}
                (<SeatName name={floor_seat} size={13} />)
              </>
            )}
          </span>
          <Tests report={floor} />
        </div>
      )}
      <p className="text-xs text-ink-faint">
        {shipped === "opening"
          ? "The floor rule: the merge passed less than the best opening, which ships in its place."
          : `The floor rule: it holds all that the ${before} passes.`}{" "}
        Checked: {PLACES[report.place]}.
      </p>
    </div>
  );
}

function Conflicts({ synthesis }: { synthesis: SynthesisView }) {
  if (synthesis.conflicts.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-ink-soft">Doubts</p>
      <ul className="flex flex-col gap-1">
        {synthesis.conflicts.map(({ path, unit, source, reason, refused }) => (
          <li key={`${path} ${unit} ${source} ${reason}`} className="break-words">
            {refused && <Badge tone="danger">not done</Badge>} <Unit file={path} unit={unit} />{" "}
            {source && <SeatName name={source} size={13} />}{" "}
            <span className="text-doubt">{reason}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Changed({ synthesis }: { synthesis: SynthesisView }) {
  const all = synthesis.changed.length + synthesis.deleted.length;
  if (all === 0) return null;
  return (
    <details>
      <summary className="w-fit rounded-sm text-ink-soft hover:text-ink">
        {plural(all, "file")} changed by this round
      </summary>
      <ul className="pt-1 font-mono text-xs break-all">
        {synthesis.changed.map((path) => (
          <li key={path}>{path}</li>
        ))}
        {synthesis.deleted.map((path) => (
          <li key={path} className="text-ink-faint line-through">
            {path}
          </li>
        ))}
      </ul>
    </details>
  );
}

export function Fixes({ round }: { round: RoundView }) {
  if (round.fixes.length + round.not_found.length === 0) return null;
  const kept = round.fixes.filter((fix) => fix.kept).length;
  return (
    <Section title="Fixes" note={`${kept} of ${round.fixes.length} kept`}>
      <ul className="flex flex-col gap-2">
        {round.fixes.map((fix) => (
          <li key={fix.number} className="flex gap-2">
            <FixSign kept={fix.kept} />
            <div className="min-w-0 break-words">
              <Unit file={fix.path} unit={fix.unit} /> <span className="text-ink-soft">by</span>{" "}
              <SeatName name={fix.seat} size={13} />
              <p>{fix.problem}</p>
              {fix.reason && <p className="text-ink-soft">{fix.reason}</p>}
            </div>
          </li>
        ))}
      </ul>
      {round.not_found.length > 0 && (
        <div className="text-doubt">
          <p>No place for these was found</p>
          <Points points={round.not_found} />
        </div>
      )}
    </Section>
  );
}

function FixSign({ kept }: { kept: boolean | null }) {
  if (kept === null) {
    return (
      <span
        role="img"
        aria-label="not tried yet"
        className="mt-1.5 size-2.5 shrink-0 rounded-full border border-line-strong"
      />
    );
  }
  return kept ? (
    <Check size={15} role="img" aria-label="kept" className="mt-0.5 shrink-0 text-agree" />
  ) : (
    <X size={15} role="img" aria-label="not kept" className="mt-0.5 shrink-0 text-danger" />
  );
}
