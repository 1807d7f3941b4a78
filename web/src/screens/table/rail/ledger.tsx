// The ledger of claims: what is contested, by whom, on what evidence, and how it was settled.
import type { ClaimView, RoundView } from "@/fold";
import { Badge, type Tone } from "@/design/badge";
import { Candidate, SeatName } from "../seat-name";
import { behind } from "../table-context";
import { Section } from "./section";

const ORDER: Record<ClaimView["status"], number> = {
  open: 0,
  answered: 1,
  conceded: 2,
  settled: 3,
};
const TONES: Record<ClaimView["status"], Tone> = {
  open: "doubt",
  answered: "accent",
  conceded: "agree",
  settled: "agree",
};

/** Open ones first; among equals in the order in which they were raised. */
export function claimsInOrder(claims: readonly ClaimView[]): ClaimView[] {
  return claims.toSorted((one, other) => ORDER[one.status] - ORDER[other.status]);
}

export function Ledger({ round }: { round: RoundView }) {
  if (round.claims.length === 0) return null;
  const open = round.claims.filter(({ status }) => status === "open" || status === "answered");
  return (
    <Section title="Claims" note={`${open.length} of ${round.claims.length} open`}>
      <ul className="flex flex-col gap-3">
        {claimsInOrder(round.claims).map((claim) => (
          <ClaimTold key={claim.id} round={round} claim={claim} />
        ))}
      </ul>
    </Section>
  );
}

function ClaimTold({ round, claim }: { round: RoundView; claim: ClaimView }) {
  return (
    <li className="flex flex-col gap-1 border-l-2 border-line pl-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="figures font-semibold">{claim.id}</span>
        <Badge tone={TONES[claim.status]}>{claim.status}</Badge>
        <SeatName name={claim.by} />
        {claim.about && (
          <span className="text-ink-soft">
            on <About round={round} about={claim.about} />
          </span>
        )}
      </p>
      <p className="break-words">{claim.text}</p>
      {claim.evidence && <p className="break-words text-ink-soft">Evidence: {claim.evidence}</p>}
      {claim.answers.map(([seat, text, evidence]) => (
        <div key={`${seat} ${text}`} className="ml-2 border-l border-line pl-2.5 break-words">
          <SeatName name={seat} size={13} /> <span className="text-ink-soft">answers:</span> {text}
          {evidence && <span className="text-ink-faint"> ({evidence})</span>}
        </div>
      ))}
      <Closing round={round} claim={claim} />
    </li>
  );
}

/** Mostly a letter, a path or a unit; a letter becomes a name once the round is over. */
function About({ round, about }: { round: RoundView; about: string }) {
  const bare = about.trim().replace(/^candidate\s+/i, "");
  const who = behind(round, bare);
  const isLabel = round.labels.some((item) => item.label === bare.toUpperCase());
  if (isLabel || "seat" in who) return <Candidate round={round} label={bare} />;
  return <span className="break-all text-ink">{about}</span>;
}

function Closing({ round, claim }: { round: RoundView; claim: ClaimView }) {
  if (claim.status !== "conceded" && claim.status !== "settled") return null;
  const evidence = claim.closing_evidence
    ? `: ${claim.closing_evidence}`
    : " without naming evidence.";
  return (
    <p className="break-words text-ink-soft">
      {claim.status === "conceded" ? (
        <>
          <SeatName name={claim.closed_by} size={13} />{" "}
          {claim.closed_by === claim.by ? "takes it back" : "grants it"}
        </>
      ) : (
        <>
          <SeatName name={round.judge} size={13} /> ruled{" "}
          {claim.upheld === null
            ? "it settled"
            : claim.upheld
              ? "that it stands"
              : "that it does not stand"}
        </>
      )}
      {evidence}
    </p>
  );
}
