// The execution round: what the table found in the run, what was fixed, and the way to hold it anew.
import { Eye, RotateCcw } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { api, ask } from "@/api/client";
import type { RoundView, Session, SessionView } from "@/fold";
import { announce } from "@/design/announcer";
import { Badge, type Tone } from "@/design/badge";
import { Button } from "@/design/button";
import { Dialog } from "@/design/dialog";
import { ErrorState } from "@/design/error-state";
import { Field } from "@/design/field";
import { plural } from "@/design/figures";
import { Panel } from "@/design/panel";
import { Said } from "@/design/said";
import { sentence } from "@/design/sentence";
import { TextArea } from "@/design/text-area";
import { Fixes } from "@/screens/files/evidence-panel";
import { SeatName } from "@/session/seat-name";
import { useCommand } from "@/screens/table/commands";
import {
  canAnalyse,
  CAUSES,
  heldRound,
  isUnlooked,
  itemWords,
  outcomeWords,
  placeOf,
  ROUND,
  whyNotAnew,
} from "./holding";

type Asked = "look" | "anew" | null;

export function Analysis({ id, session }: { id: string; session: Session }) {
  const { view } = session;
  const round = heldRound(view);
  const whyNot = whyNotAnew(view);
  const [asked, setAsked] = useState<Asked>(null);
  const shut = () => setAsked(null);
  return (
    <Panel
      title="The execution round"
      note={round ? noteOf(round) : undefined}
      actions={
        whyNot === null && (
          <Button
            size="sm"
            icon={<RotateCcw size={14} aria-hidden />}
            onClick={() => setAsked("anew")}
          >
            Hold it anew …
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-5">
        {canAnalyse(view) && <Offer session={session} onLook={() => setAsked("look")} />}
        {round && <Held id={id} view={view} round={round} />}
        {whyNot !== null && <p className="text-ink-soft">{whyNot}</p>}
      </div>
      <Dialog
        open={asked !== null}
        onClose={shut}
        title={
          asked === "look" ? "Have the table look at the run" : "Hold the execution round anew"
        }
      >
        {asked && <AskForm id={id} view={view} kind={asked} onDone={shut} />}
      </Dialog>
    </Panel>
  );
}

/** The table looks at a run that it has not looked at; where there is none, it runs it first. */
function Offer({ session, onLook }: { session: Session; onLook: () => void }) {
  const unlooked = isUnlooked(session);
  const number = session.view.runs.at(-1)?.number;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        kind={unlooked ? "primary" : "quiet"}
        icon={<Eye size={15} aria-hidden />}
        onClick={onLook}
      >
        Have the table look at it …
      </Button>
      <span className="text-sm text-ink-soft">
        {unlooked
          ? `Run ${number} ended badly, and nobody has looked at it.`
          : "It takes your last run of these files; if there is none, it runs them first."}
      </span>
    </div>
  );
}

function noteOf(round: RoundView): string {
  const again = round.attempt > 1 ? `, attempt ${round.attempt}` : "";
  return `${outcomeWords(round)}${again}${round.counts ? "" : "; it no longer counts"}`;
}

interface HeldProps {
  id: string;
  view: SessionView;
  round: RoundView;
}

function Held({ id, view, round }: HeldProps) {
  return (
    <>
      {round.summary && (
        <p className="max-w-prose break-words whitespace-pre-line">
          <Said text={round.summary} />
        </p>
      )}
      <Verdict round={round} />
      <Findings id={id} view={view} round={round} />
      <Fixes round={round} seats={view.seats} />
      {round.outcome === null && (
        <Link href={`/s/${encodeURIComponent(id)}`} className="text-accent underline">
          Watch it at the table
        </Link>
      )}
    </>
  );
}

const LISTS = [
  { key: "critical", title: "Must be fixed", tone: "text-danger" },
  { key: "warnings", title: "Warnings", tone: "text-doubt" },
  { key: "confirmed_clean", title: "Confirmed to be in order", tone: "text-agree" },
] as const;

function Verdict({ round }: { round: RoundView }) {
  const verdict = round.judgements.at(-1)?.verdict;
  if (verdict?.kind !== "findings") return null;
  const lists = LISTS.filter(({ key }) => verdict[key].length > 0);
  if (lists.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-base">Verdict</h3>
      {lists.map(({ key, title, tone }) => (
        <div key={key} className="text-sm">
          <p className={`font-medium ${tone}`}>{title}</p>
          <ul className="list-disc pl-5 break-words">
            {verdict[key].map((item) => (
              <li key={item}>
                <Said text={itemWords(round, item)} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

const SEVERITIES: Record<RoundView["findings"][number]["severity"], Tone> = {
  critical: "danger",
  warning: "doubt",
  note: "plain",
};

function Findings({ id, view, round }: HeldProps) {
  if (round.findings.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-base">{plural(round.findings.length, "finding")}</h3>
      <ul className="flex flex-col gap-3">
        {round.findings.map((finding) => (
          <li key={finding.id} className="flex flex-col gap-0.5 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={SEVERITIES[finding.severity]}>{finding.severity}</Badge>
              {finding.cause && <Badge>{CAUSES[finding.cause]}</Badge>}
              <Link
                href={`/s/${encodeURIComponent(id)}/files?file=${encodeURIComponent(finding.file)}&view=file`}
                className="font-mono text-xs break-all text-accent underline"
              >
                {placeOf(finding)}
              </Link>
              {finding.who.map((name) => (
                <SeatName key={name} name={name} seats={view.seats} />
              ))}
            </p>
            <p className="break-words">
              <Said text={finding.claim} />
            </p>
            {finding.evidence.map((evidence) => (
              <p key={evidence} className="break-words text-ink-soft">
                <Said text={evidence} />
              </p>
            ))}
            {finding.fix && (
              <p className="break-words text-ink-soft">
                Fix: <Said text={finding.fix} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AskProps {
  id: string;
  view: SessionView;
  kind: "look" | "anew";
  onDone: () => void;
}

const KINDS = {
  look: {
    means:
      "The table looks for the causes in what the run wrote, mends what it can, and asks you before it is run again.",
    press: "Have it looked at",
    said: "The table is looking at the run.",
  },
  anew: {
    means: "What it came to before stays in the record and no longer counts.",
    press: "Hold it anew",
    said: "The execution round is being held anew.",
  },
} as const;

function send(id: string, kind: AskProps["kind"], instructions: string) {
  const params = { path: { session: id } };
  if (kind === "look") {
    return ask(api.POST("/api/session/{session}/analyse", { params, body: { instructions } }));
  }
  const body = { round: ROUND, instructions } as const;
  return ask(api.POST("/api/session/{session}/retry", { params, body }));
}

function AskForm({ id, view, kind, onDone }: AskProps) {
  const [instructions, setInstructions] = useState("");
  const { busy, problem, run } = useCommand();
  const { means, press, said } = KINDS[kind];
  const go = async () => {
    const done = await run(() => send(id, kind, instructions));
    if (done === null) return;
    announce(said);
    onDone();
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-soft">
        {means}{" "}
        {view.rehearsal
          ? "The scripted knights act it out; nothing is spent."
          : "The knights are asked, which costs what their models cost."}
      </p>
      <Field
        label="Instructions"
        hint="They are given to every seat of this round, beside its role."
      >
        <TextArea
          value={instructions}
          maxLength={20_000}
          onChange={(event) => setInstructions(event.target.value)}
        />
      </Field>
      {problem && (
        <ErrorState message={sentence(problem.detail)} remedy={sentence(problem.remedy)} />
      )}
      <Button kind="primary" busy={busy} className="self-end" onClick={() => void go()}>
        {press}
      </Button>
    </div>
  );
}
