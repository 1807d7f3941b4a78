// Where no judge sits: how the seats voted in each round, or what the doctors hold to be the cause.
import type { PassView } from "@/fold";
import { Badge, type Tone } from "@/design/badge";
import { SeatName, SeatNames } from "../seat-name";
import { passName } from "../stages";
import { Points, Score } from "../stance";
import { useTable } from "../table-context";
import { Section } from "./section";

type Tally = NonNullable<PassView["tally"]>;
type Consultation = NonNullable<PassView["consultation"]>;

const TALLIES: Record<Tally["verdict"], { tone: Tone; words: string }> = {
  consensus: { tone: "agree", words: "consensus" },
  rejection: { tone: "danger", words: "all reject it" },
  open: { tone: "doubt", words: "still open" },
  too_few: { tone: "danger", words: "too few could be counted" },
};

const CONSULTATIONS: Record<Consultation["verdict"], { tone: Tone; words: string }> = {
  converged: { tone: "agree", words: "converged" },
  open: { tone: "doubt", words: "still open" },
  too_few: { tone: "danger", words: "too few could be counted" },
};

export function Votes() {
  const { view, session } = useTable();
  const counted = view.passes.filter((pass) => pass.tally ?? pass.consultation).toReversed();
  const threshold = session.opening?.rules.consensus_threshold;
  const isCodeRed = view.workflow === "code-red";
  return (
    <>
      <p className="px-4 py-3 text-sm text-ink-soft">
        {isCodeRed
          ? "Nobody judges here: two doctors who name the same cause, each at least 8 sure, converge."
          : `Nobody judges here: it is agreed when every seat gives ${threshold ?? 9} or more and has no open issue.`}
      </p>
      {counted.map((pass, place) => (
        <Section
          key={pass.iteration}
          title={passName(view, pass.iteration)}
          open={place === 0}
          note={<Result pass={pass} />}
        >
          {pass.tally && <TallyTold tally={pass.tally} />}
          {pass.consultation && <ConsultationTold consultation={pass.consultation} />}
        </Section>
      ))}
    </>
  );
}

function Result({ pass }: { pass: PassView }) {
  const { tally, consultation } = pass;
  const told = tally
    ? TALLIES[tally.verdict]
    : consultation
      ? CONSULTATIONS[consultation.verdict]
      : null;
  return told && <Badge tone={told.tone}>{told.words}</Badge>;
}

function TallyTold({ tally }: { tally: Tally }) {
  return (
    <ul className="flex flex-col gap-2.5">
      {tally.ballots.map((ballot) => (
        <li key={ballot.seat} className="flex flex-col gap-1">
          <p className="flex items-center justify-between gap-2">
            <SeatName name={ballot.seat} />
            {typeof ballot.score !== "number" ? (
              <Badge tone="danger">
                {ballot.status === "lost" ? "no answer" : "no readable block"}
              </Badge>
            ) : (
              <Score score={ballot.score} />
            )}
          </p>
          {ballot.why && <p className="break-words text-ink-soft">{ballot.why}</p>}
          {ballot.pending_issues.length > 0 && <Points points={ballot.pending_issues} />}
        </li>
      ))}
    </ul>
  );
}

function ConsultationTold({ consultation }: { consultation: Consultation }) {
  return (
    <>
      {consultation.causes.map((cause) => (
        <div key={cause.key} className="flex flex-col gap-1 rounded-md bg-sunken px-3 py-2">
          <p>
            <code className="break-all">{cause.key}</code>
            {cause.keys.length > 1 && (
              <span className="text-ink-faint">
                {" "}
                also {cause.keys.filter((key) => key !== cause.key).join(", ")}
              </span>
            )}
          </p>
          <SeatNames names={cause.doctors} />
        </div>
      ))}
      <ul className="flex flex-col gap-1.5">
        {consultation.opinions.map((opinion) => (
          <li key={opinion.seat} className="flex flex-wrap items-center justify-between gap-x-2">
            <SeatName name={opinion.seat} />
            {typeof opinion.confidence !== "number" ? (
              <span className="text-danger">
                {opinion.status === "lost" ? "no answer" : "no readable diagnosis"}
                {opinion.why && `: ${opinion.why}`}
              </span>
            ) : (
              <span className="flex items-center gap-2">
                <code className="text-xs break-all text-ink-soft">{opinion.key}</code>
                <Score score={opinion.confidence} what="sure" />
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
