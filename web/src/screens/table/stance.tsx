// A seat's own block in words: its score and what is open, or a doctor's diagnosis.
import type { TurnView } from "@/fold";
import { Badge, type Tone } from "@/design/badge";
import { plural } from "@/design/figures";

type Stance = NonNullable<TurnView["stance"]>;
type Diagnosis = NonNullable<TurnView["diagnosis"]>;

/** 9 and 10 agree, 6 to 8 do in part, below that there is a fundamental objection. */
export function scoreTone(score: number): Tone {
  return score >= 9 ? "agree" : score >= 6 ? "doubt" : "danger";
}

export function Score({ score, what = "" }: { score: number; what?: string }) {
  return (
    <Badge tone={scoreTone(score)} className="figures">
      {what ? `${what} ` : <span className="sr-only">agrees to </span>}
      {score}/10
    </Badge>
  );
}

export function StanceTold({ stance }: { stance: Stance }) {
  const issues = stance.pending_issues;
  return (
    <div className="flex flex-col gap-1.5 rounded-md bg-sunken px-3 py-2 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Score score={stance.consensus_score} />
        <span className="text-ink-soft">
          {issues.length === 0 ? "no open issue" : plural(issues.length, "open issue")}
        </span>
      </p>
      {issues.length > 0 && <Points points={issues} />}
      {stance.proposal && (
        <details>
          <summary className="w-fit rounded-sm text-ink-soft hover:text-ink">Its proposal</summary>
          <p className="pt-1 break-words whitespace-pre-wrap">{stance.proposal}</p>
        </details>
      )}
      <Paths label="would change" paths={stance.files_to_modify} />
      <Paths
        label="asks to see"
        paths={stance.file_requests.map(({ path, start, end }) =>
          start ? `${path}:${start}-${end ?? ""}` : path,
        )}
      />
    </div>
  );
}

export function DiagnosisTold({ diagnosis }: { diagnosis: Diagnosis }) {
  return (
    <div className="flex flex-col gap-1.5 rounded-md bg-sunken px-3 py-2 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Score score={diagnosis.confidence_score} what="sure" />
        <code className="break-all">{diagnosis.root_cause_key}</code>
      </p>
      <Listed title="Evidence" points={diagnosis.evidence} />
      <Listed title="Rules out" points={diagnosis.rules_out} />
      <Listed title="Found in order" points={diagnosis.confirms} />
      {diagnosis.next_test && (
        <p>
          <span className="text-ink-soft">Next test: </span>
          {diagnosis.next_test}
        </p>
      )}
      <Paths label="would change" paths={diagnosis.files_to_modify} />
    </div>
  );
}

function Listed({ title, points }: { title: string; points: readonly string[] }) {
  if (points.length === 0) return null;
  return (
    <div>
      <p className="text-ink-soft">{title}</p>
      <Points points={points} />
    </div>
  );
}

export function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className="list-disc pl-4.5 break-words marker:text-ink-faint">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

function Paths({ label, paths }: { label: string; paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <p className="break-words text-ink-soft">
      {label} <PathList paths={paths} />
    </p>
  );
}

const NEW = "NEW:";

/** Paths in a sentence; one that a knight marks as new says so in a word. */
export function PathList({ paths }: { paths: readonly string[] }) {
  return paths.map((path, place) => (
    <span key={path}>
      {place > 0 && ", "}
      <code className="break-words text-ink">
        {path.startsWith(NEW) ? path.slice(NEW.length).trim() : path}
      </code>
      {path.startsWith(NEW) && " (new)"}
    </span>
  ));
}
