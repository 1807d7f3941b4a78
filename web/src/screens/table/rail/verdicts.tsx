// What the judge ruled: whether the table agrees, in what words, with which directives.
import type { RoundView } from "@/fold";
import { Badge } from "@/design/badge";
import { RichText } from "@/live";
import { Candidate, SeatName } from "../seat-name";
import { Points } from "../stance";
import { passName } from "../stages";
import { useTable } from "../table-context";
import { Section } from "./section";

type Judgement = RoundView["judgements"][number];
type Verdict = Judgement["verdict"];

export function Verdicts({ round }: { round: RoundView }) {
  const latest = round.judgements.at(-1);
  if (!latest) return null;
  const earlier = round.judgements.slice(0, -1).toReversed();
  return (
    <Section title="Verdict" note={latest.verdict.agreed ? "agreed" : "not agreed"}>
      <JudgementTold round={round} judgement={latest} />
      {earlier.length > 0 && (
        <details>
          <summary className="w-fit rounded-sm text-ink-soft hover:text-ink">
            Earlier verdicts ({earlier.length})
          </summary>
          <div className="mt-2 flex flex-col gap-4 border-l-2 border-line pl-3">
            {earlier.map((judgement) => (
              <JudgementTold key={judgement.turn_key} round={round} judgement={judgement} />
            ))}
          </div>
        </details>
      )}
    </Section>
  );
}

function JudgementTold({ round, judgement }: { round: RoundView; judgement: Judgement }) {
  const { view } = useTable();
  const { verdict } = judgement;
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft">
        <Badge tone={verdict.agreed ? "agree" : "doubt"}>
          {verdict.agreed ? "the table agrees" : "not agreed yet"}
        </Badge>
        <SeatName name={judgement.seat} />
        <span className="text-ink-faint">{passName(view, judgement.iteration)}</span>
      </p>
      {verdict.summary && <RichText text={verdict.summary} />}
      <Directives round={round} verdict={verdict} />
      {verdict.options.length > 0 && (
        <div>
          <p className="text-ink-soft">What is to be discussed</p>
          <ol className="list-decimal pl-5 break-words">
            {verdict.options.map((option) => (
              <li key={option}>{option}</li>
            ))}
          </ol>
        </div>
      )}
      <Rulings round={round} rulings={verdict.rulings} />
      {judgement.dropped.length > 0 && (
        <div className="text-doubt">
          <p>Not carried out</p>
          <Points points={judgement.dropped} />
        </div>
      )}
    </div>
  );
}

function Directives({ round, verdict }: { round: RoundView; verdict: Verdict }) {
  if (verdict.kind === "discussion") {
    return verdict.file_structure.length > 0 ? (
      <Items title="Files that development must fill" items={verdict.file_structure} mono />
    ) : null;
  }
  if (verdict.kind === "findings") {
    return (
      <>
        <Items title="Critical" items={verdict.critical.map((each) => findingText(round, each))} />
        <Items title="Warnings" items={verdict.warnings.map((each) => findingText(round, each))} />
        <Items title="Confirmed clean" items={verdict.confirmed_clean} />
      </>
    );
  }
  if (!verdict.base && verdict.incorporate.length + verdict.must_fix.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunken px-3 py-2">
      {verdict.base && (
        <p className="flex flex-wrap items-center gap-1.5">
          <span className="text-ink-soft">Base:</span>
          <Candidate round={round} label={verdict.base} />
        </p>
      )}
      {verdict.incorporate.map(({ file, unit, source, why }) => (
        <div key={`${file} ${unit} ${source} ${why}`}>
          <p className="flex flex-wrap items-center gap-x-1.5">
            <span className="text-ink-soft">Take</span>
            <Unit file={file} unit={unit} />
            <span className="text-ink-soft">from</span>
            <Candidate round={round} label={source} />
          </p>
          {why && <p className="break-words text-ink-soft">{why}</p>}
        </div>
      ))}
      {verdict.must_fix.map(({ file, unit, problem }) => (
        <p key={`${file} ${unit} ${problem}`} className="break-words">
          <span className="text-ink-soft">Must be fixed: </span>
          {(file || unit) && (
            <>
              <Unit file={file} unit={unit} />:{" "}
            </>
          )}
          {problem}
        </p>
      ))}
    </div>
  );
}

/** A finding by its number and its claim; a text of the judge's own stays as it is. */
function findingText(round: RoundView, text: string): string {
  const found = round.findings.find((finding) => finding.id === text);
  return found ? `${found.id}: ${found.claim}` : text;
}

export function Unit({ file, unit }: { file: string; unit: string }) {
  if (unit === "" && file === "") return null;
  if (unit === "" || unit === "*") {
    return <code className="break-all">{unit === "*" ? `all of ${file}` : file}</code>;
  }
  return (
    <span>
      <code className="break-all">{unit}</code>
      {file && <span className="break-all text-ink-faint"> ({file})</span>}
    </span>
  );
}

interface ItemsProps {
  title: string;
  items: readonly string[];
  mono?: boolean;
}

function Items({ title, items, mono = false }: ItemsProps) {
  if (items.length === 0) return null;
  return (
    <div>
      <p className="text-ink-soft">{title}</p>
      <ul className="list-disc pl-4.5 break-words marker:text-ink-faint">
        {items.map((item) => (
          <li key={item}>{mono ? <code className="break-all">{item}</code> : item}</li>
        ))}
      </ul>
    </div>
  );
}

function Rulings({ round, rulings }: { round: RoundView; rulings: Verdict["rulings"] }) {
  if (rulings.length === 0) return null;
  return (
    <div>
      <p className="text-ink-soft">Rulings</p>
      <ul className="flex flex-col gap-1">
        {rulings.map((ruling) => (
          <li key={ruling.claim} className="break-words">
            <span className="font-medium">{ruling.claim}</span>{" "}
            <span className={ruling.status === "settled" ? "text-agree" : "text-doubt"}>
              {ruling.status}
            </span>
            {ruling.by && (
              <>
                {" "}
                for <Candidate round={round} label={ruling.by} />
              </>
            )}
            {ruling.evidence && <span className="text-ink-soft">: {ruling.evidence}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
