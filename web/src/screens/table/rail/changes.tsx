// The change set of an apply: each file, what you said to it, and what became of it all.
import type { ApplyView, ChangeView } from "@/fold";
import { Link } from "wouter";
import { Badge, type Tone } from "@/design/badge";
import { plural } from "@/design/figures";
import { Points } from "../stance";
import { Section } from "./section";

export function deedOf(change: ChangeView["proposed"]["change"]): string {
  if (change.text === null || change.text === undefined) return "removed";
  return change.before ? "changed" : "new";
}

export function doubtsOf({ outside, delicate, objections }: ChangeView["proposed"]): string[] {
  return [
    ...(outside ? ["the decision does not name this file"] : []),
    ...(delicate ? [delicate] : []),
    ...objections.map((objection) => objection.reason),
  ];
}

export function Changes({ apply }: { apply: ApplyView }) {
  return (
    <>
      <p className="px-4 py-3 text-sm text-ink-soft">
        It carries out what{" "}
        <Link href={`/s/${encodeURIComponent(apply.decided_by)}`} className="text-accent underline">
          {apply.decided_by}
        </Link>{" "}
        decided.
      </p>
      <Section title="Changes" note={String(apply.changes.length)}>
        {apply.changes.length === 0 && (
          <p className="text-ink-soft">
            {apply.failed ? "None could be taken." : "None has been proposed yet."}
          </p>
        )}
        <ul className="flex flex-col gap-3">
          {apply.changes.map((change) => (
            <ChangeTold key={change.digest} change={change} />
          ))}
        </ul>
        {apply.rejected.length > 0 && (
          <div className="text-doubt">
            <p>Not taken</p>
            <Points points={apply.rejected.map(objectionWords)} />
          </div>
        )}
      </Section>
      <Written apply={apply} />
    </>
  );
}

const ANSWERS: Record<NonNullable<ChangeView["answer"]>, Tone> = {
  approved: "agree",
  declined: "danger",
};

function ChangeTold({ change }: { change: ChangeView }) {
  const doubts = doubtsOf(change.proposed);
  return (
    <li className="flex flex-col gap-1 border-l-2 border-line pl-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <code className="break-all">{change.proposed.change.path}</code>
        <span className="text-ink-faint">{deedOf(change.proposed.change)}</span>
        {change.answer ? (
          <Badge tone={ANSWERS[change.answer]}>{change.answer}</Badge>
        ) : (
          <Badge tone="king">not answered</Badge>
        )}
      </p>
      {doubts.length > 0 && (
        <div className="text-doubt">
          <Points points={doubts} />
        </div>
      )}
      {change.proposed.units.length > 0 && (
        <p className="break-words text-ink-soft">{change.proposed.units.join("; ")}</p>
      )}
    </li>
  );
}

function objectionWords({ path, reason }: ApplyView["rejected"][number]): string {
  return path ? `${path}: ${reason}` : reason;
}

function Written({ apply }: { apply: ApplyView }) {
  if (apply.failed) {
    return (
      <Section title="Nothing was written">
        <p className="break-words">{apply.failed}</p>
        <Points points={apply.objections.map(objectionWords)} />
      </Section>
    );
  }
  if (apply.written === null) return null;
  return (
    <Section
      title={apply.undone ? "Undone" : "Written"}
      note={plural(apply.written.length, "file")}
    >
      <ul className="font-mono text-xs break-all">
        {apply.written.map((file) => (
          <li key={file.path}>
            {file.path}{" "}
            <span className="text-ink-faint">
              {file.after === "" ? "removed" : file.before === "" ? "new" : "changed"}
            </span>
          </li>
        ))}
      </ul>
      {apply.commit && (
        <p className="break-words">
          Committed as <code>{apply.commit.slice(0, 10)}</code> on <code>{apply.branch}</code>; your
          index and HEAD are untouched.
        </p>
      )}
      {apply.problem && <p className="break-words text-doubt">No commit: {apply.problem}</p>}
    </Section>
  );
}
