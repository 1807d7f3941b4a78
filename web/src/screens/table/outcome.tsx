// What the session came to: the outcome, the decision, who was heard, what it cost, and what next.
import {
  Download,
  FileCode2,
  Gavel,
  Hammer,
  History,
  MessageCircleQuestion,
  RotateCcw,
  Undo2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "wouter";
import type { SessionView } from "@/fold";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { FoldButton } from "@/design/fold-button";
import { RichText } from "@/live";
import { AccountTable } from "./account-table";
import { voicesOf } from "./account";
import { ApplyDialog, useAppliesOf } from "./applying";
import { commands, useCommand } from "./commands";
import { Refusal, RetryDialog } from "./dialogs";
import { SeatName, SeatNames } from "./seat-name";
import { PathList } from "./stance";
import { useTable } from "./table-context";
import { outcomeOf, roundName } from "./words";

export function Outcome({ onChat }: { onChat: () => void }) {
  const { view } = useTable();
  const [folded, setFolded] = useState(false);
  if (view.outcome === null) return null;
  const good = !["rejection", "stopped", "not_applied"].includes(view.outcome);
  return (
    <section
      aria-labelledby="the-outcome"
      className="flex min-h-0 flex-col border-t-2 border-agree bg-surface shadow-lg data-plain:border-line-strong"
      data-plain={good ? undefined : ""}
      data-room="some"
    >
      <header className="flex items-center gap-3 px-4 py-2.5 sm:px-5">
        <Gavel size={20} aria-hidden className={good ? "text-agree" : "text-ink-soft"} />
        <div className="min-w-0 flex-1">
          <p className="text-xs font-medium text-ink-faint">The session has ended</p>
          <h2 id="the-outcome">{outcomeOf(view.outcome)}</h2>
        </div>
        <FoldButton
          folded={folded}
          show="Show what it came to"
          hide="Fold the outcome away"
          onFold={setFolded}
        />
      </header>
      {!folded && (
        <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-4 pb-4 sm:px-5">
          <NextSteps onChat={onChat} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,3fr)_minmax(26rem,2fr)]">
            <Result />
            <div className="flex flex-col gap-3">
              <Heard />
              <AccountTable />
            </div>
          </div>
        </div>
      )}
    </section>
  );
}

function Result() {
  const { view } = useTable();
  const last = view.choices.findLast(({ option }) => option in FATES);
  const { decision } = view;
  const text = decision?.text || view.summary;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {last && view.workflow !== "apply" && (
        <p>
          <Badge tone="king">
            {FATES[last.option]}
            {last.unattended && ", as nobody was there"}
          </Badge>
        </p>
      )}
      {view.agenda.length > 0 ? (
        <RoundResults />
      ) : text ? (
        <RichText text={text} />
      ) : (
        <p className="text-ink-soft">There is no decision to show.</p>
      )}
      {decision && view.agenda.length === 0 && (
        <p className="text-sm text-ink-soft">
          <SeatName name={decision.lead} /> would carry it out
          {decision.files_to_modify.length > 0 && (
            <>
              , in <PathList paths={decision.files_to_modify} />
            </>
          )}
          .
        </p>
      )}
    </div>
  );
}

/** What each round that counts came to. */
function RoundResults() {
  const { view } = useTable();
  const held = view.rounds.filter((round) => round.counts && round.outcome !== null);
  if (held.length === 0) return <p className="text-ink-soft">No round has ended.</p>;
  return (
    <dl className="grid gap-x-4 gap-y-1.5 grid-cols-[minmax(0,1fr)] sm:grid-cols-[auto_minmax(0,1fr)]">
      {held.map((round) => (
        <div key={round.key} className="contents">
          <dt className="font-medium text-ink-soft">{roundName(round.key)}</dt>
          <dd className="-mt-1 min-w-0">
            <RichText text={round.summary || (round.outcome ?? "")} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const FATES: Readonly<Record<string, string>> = {
  apply: "to be applied",
  self: "yours to do",
  later: "deferred",
  reject: "rejected by you",
  report: "reported only",
  log: "logged for later",
};

function Heard() {
  const { view } = useTable();
  const { answered, silent } = voicesOf(view);
  if (answered.length + silent.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm [&_dt]:text-ink-soft">
      <dt>Answered</dt>
      <dd>{answered.length > 0 ? <SeatNames names={answered} /> : "nobody"}</dd>
      {silent.length > 0 && (
        <>
          <dt>Silent</dt>
          <dd>
            <SeatNames names={silent} />
          </dd>
        </>
      )}
    </dl>
  );
}

function NextSteps({ onChat }: { onChat: () => void }) {
  const { view } = useTable();
  const [asked, setAsked] = useState<"" | "apply" | "retry">("");
  const here = `/s/${encodeURIComponent(view.session)}`;
  const api = `/api/session/${encodeURIComponent(view.session)}`;
  const applies = useAppliesOf(view);
  const canApply = view.decision !== null && view.agenda.length === 0 && view.apply === null;
  return (
    <div className="flex flex-col gap-2">
      <nav aria-label="What next" className="flex flex-wrap gap-2">
        {(view.files.length > 0 || view.apply) && (
          <Step
            to={`${here}/files`}
            icon={<FileCode2 size={15} aria-hidden />}
            label="See the files"
          />
        )}
        {hasFiles(view) && (
          <Step
            download
            to={`${api}/download`}
            icon={<Download size={15} aria-hidden />}
            label="Download them"
          />
        )}
        {canApply && (
          <Button icon={<Hammer size={15} aria-hidden />} onClick={() => setAsked("apply")}>
            {applies.length > 0 ? "Apply it once more …" : "Apply the decision …"}
          </Button>
        )}
        <Undo />
        <Step to={`${here}/replay`} icon={<History size={15} aria-hidden />} label="Replay" />
        <Button icon={<MessageCircleQuestion size={15} aria-hidden />} onClick={onChat}>
          Ask the judge
        </Button>
        {view.rounds.length > 0 && (
          <Button icon={<RotateCcw size={15} aria-hidden />} onClick={() => setAsked("retry")}>
            Hold a round anew …
          </Button>
        )}
      </nav>
      <Applies found={applies} />
      <ApplyDialog open={asked === "apply"} onClose={() => setAsked("")} />
      <RetryDialog open={asked === "retry"} onClose={() => setAsked("")} round="" />
    </div>
  );
}

/** Whether there is something to carry away: what was built, or what an apply has written. */
function hasFiles(view: SessionView): boolean {
  if (view.apply) return (view.apply.written ?? []).length > 0 && !view.apply.undone;
  return view.files.length > 0;
}

interface StepProps {
  to: string;
  icon: ReactNode;
  label: string;
  download?: boolean;
}

const STEP =
  "inline-flex min-h-9 items-center gap-2 rounded-md border border-line-strong bg-raised px-3.5 font-medium whitespace-nowrap hover:bg-sunken";

function Step({ to, icon, label, download = false }: StepProps) {
  if (download) {
    return (
      <a href={to} download className={STEP}>
        {icon}
        {label}
      </a>
    );
  }
  return (
    <Link href={to} className={STEP}>
      {icon}
      {label}
    </Link>
  );
}

/** An apply that follows at once has a session of its own; here is the way to it. */
function Applies({ found }: { found: readonly string[] }) {
  if (found.length === 0) return null;
  return (
    <p className="text-sm text-ink-soft">
      It is carried out in{" "}
      {found.map((session, place) => (
        <span key={session}>
          {place > 0 && ", "}
          <Link href={`/s/${encodeURIComponent(session)}`} className="text-accent underline">
            {session}
          </Link>
        </span>
      ))}
      , a table of its own.
    </p>
  );
}

function Undo() {
  const { view } = useTable();
  const { busy, problem, run } = useCommand();
  const [, go] = useLocation();
  if (!view.apply || view.apply.written === null || view.apply.undone) {
    const decided = view.apply?.decided_by;
    return decided ? (
      <Button onClick={() => go(`/s/${encodeURIComponent(decided)}`)}>The deciding table</Button>
    ) : null;
  }
  return (
    <>
      <Button
        kind="danger"
        busy={busy}
        icon={<Undo2 size={15} aria-hidden />}
        onClick={() => void run(() => commands.undo(view.session))}
      >
        Undo: every file as it was
      </Button>
      <Refusal problem={problem} />
    </>
  );
}
