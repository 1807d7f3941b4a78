// What reviewers found, the worst first: where, by whom, on what evidence, how it would be mended.
import type { RoundView } from "@/fold";
import { Badge, type Tone } from "@/design/badge";
import { plural } from "@/design/figures";
import { SeatNames } from "../seat-name";
import { Points } from "../stance";
import { Section } from "./section";

type Finding = RoundView["findings"][number];

const TONES: Record<Finding["severity"], Tone> = {
  critical: "danger",
  warning: "doubt",
  note: "plain",
};
const ORDER: Record<Finding["severity"], number> = { critical: 0, warning: 1, note: 2 };
const SUPPORT: Record<Finding["support"], string> = {
  all: "found by all",
  majority: "found by most",
  some: "found by some",
  single: "found by one",
};

export interface FindingsProps {
  findings: readonly Finding[];
  chunks: number;
  total: number;
  /** Nothing more will be read. */
  over: boolean;
}

export function Findings({ findings, chunks, total, over }: FindingsProps) {
  if (findings.length === 0 && (total === 0 || over)) return null;
  const sorted = findings.toSorted((one, other) => ORDER[one.severity] - ORDER[other.severity]);
  return (
    <Section title="Findings" note={note(findings, chunks, total)}>
      {findings.length === 0 && (
        <p className="text-ink-soft">They are told when all chunks have been read.</p>
      )}
      <ul className="flex flex-col gap-3">
        {sorted.map((finding) => (
          <FindingTold key={finding.id} finding={finding} />
        ))}
      </ul>
    </Section>
  );
}

function note(findings: readonly Finding[], chunks: number, total: number): string {
  if (findings.length > 0 || total === 0) return String(findings.length);
  return chunks > 0 ? `chunk ${chunks} of ${total}` : plural(total, "chunk");
}

function FindingTold({ finding }: { finding: Finding }) {
  const place = finding.line ? `${finding.file}:${finding.line}` : finding.file;
  const more = finding.evidence.length > 0 || finding.also.length > 0 || finding.fix !== "";
  return (
    <li className="flex flex-col gap-1 border-l-2 border-line pl-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="figures font-semibold">{finding.id}</span>
        <Badge tone={TONES[finding.severity]}>{finding.severity}</Badge>
        <code className="break-all">{place}</code>
      </p>
      <p className="break-words">{finding.claim}</p>
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-faint">
        {SUPPORT[finding.support]}: <SeatNames names={finding.who} />
      </p>
      {finding.highest && (
        <p className="text-doubt">
          Fewer than half of its finders hold it to be {finding.highest}.
        </p>
      )}
      {more && (
        <details>
          <summary className="w-fit rounded-sm text-ink-soft hover:text-ink">
            Evidence and remedy
          </summary>
          <div className="flex flex-col gap-1 pt-1">
            {finding.evidence.length > 0 && <Points points={finding.evidence} />}
            {finding.fix && (
              <p className="break-words">
                <span className="text-ink-soft">Remedy: </span>
                {finding.fix}
              </p>
            )}
            {finding.also.length > 0 && (
              <div className="text-ink-soft">
                <p>In the words of others</p>
                <Points points={finding.also} />
              </div>
            )}
          </div>
        </details>
      )}
    </li>
  );
}
