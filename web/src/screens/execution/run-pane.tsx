// The runs of a session: the one that is under way or was last, any other on demand.
import { Square } from "lucide-react";
import { useEffect, useState } from "react";
import type { RunView, Session } from "@/fold";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { ErrorState } from "@/design/error-state";
import { Panel } from "@/design/panel";
import { Progress } from "@/design/progress";
import { Select } from "@/design/select";
import { useShortcuts } from "@/design/shortcuts";
import { KEYS } from "./keys";
import { seconds } from "./outcomes";
import { RunLog } from "./run-log";
import { Ending } from "./run-result";
import { networkWords } from "./networks";
import { shortWord, STAGES, stageOf, whoseRun } from "./run-words";
import { useStopping } from "./starting";

export interface RunsPanelProps {
  id: string;
  session: Session;
  /** The run that this server is at. */
  here: number | null;
  /** The run to show; null: the last. */
  chosen: number | null;
  onChoose: (run: number) => void;
}

export function RunsPanel({ id, session, here, chosen, onChoose }: RunsPanelProps) {
  const { runs } = session.view;
  const run = runs.find(({ number }) => number === chosen) ?? runs.at(-1);
  if (!run) return null;
  return (
    <Panel
      title={`Run ${run.number}`}
      note={noteOf(run)}
      actions={
        runs.length > 1 && (
          <Select
            aria-label="Which run"
            value={String(run.number)}
            choices={runs.toReversed().map((each) => ({
              value: String(each.number),
              label: `Run ${each.number}: ${shortWord(each)}`,
            }))}
            onChoose={(value) => onChoose(Number(value))}
            className="w-52 text-sm"
          />
        )
      }
    >
      <div className="flex flex-col gap-5">
        {run.open ? (
          <Live id={id} session={session} run={run} here={here === run.number} />
        ) : (
          <Ending id={id} run={run} />
        )}
        {run.notes.length > 0 && <Notes notes={run.notes} />}
        {run.begun && (
          <RunLog
            key={run.number}
            label={`run ${run.number}`}
            text={session.texts.byRun[run.number]}
            services={run.services}
            open={run.open}
          />
        )}
      </div>
    </Panel>
  );
}

function noteOf(run: RunView): string {
  const from = run.source === "" ? "" : `from ${run.source}`;
  const by = run.engine === "" ? "" : `by ${run.engine}`;
  const reach = run.network === null ? "" : networkWords(run.network);
  const bounds = run.limits ? `${run.limits.memory_mb} MB and ${run.limits.seconds} s at most` : "";
  const parts = [[from, by].filter(Boolean).join(" "), reach, bounds].filter(Boolean);
  const told = [capital(whoseRun(run)), ...parts].join(", ");
  return run.begun ? told : "It came to nothing before it began";
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface LiveProps {
  id: string;
  session: Session;
  run: RunView;
  here: boolean;
}

function Live({ id, session, run, here }: LiveProps) {
  const { busy, problem, stop } = useStopping(id);
  const stage = stageOf(session, run);
  useShortcuts("This run", here ? [{ ...KEYS.stop, run: stop }] : []);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Badge tone={stage === "up" ? "agree" : "accent"}>
          {busy ? "Being stopped" : STAGES[stage]}
        </Badge>
        <div className="w-32">
          <Progress label={`Run ${run.number} is under way`} value={null} />
        </div>
        <Elapsed since={run.started} />
        {here && (
          <Button
            kind="danger"
            size="sm"
            busy={busy}
            className="ml-auto"
            icon={<Square size={14} aria-hidden />}
            onClick={stop}
          >
            Stop the run
          </Button>
        )}
      </div>
      {!here && (
        <p className="text-sm text-ink-soft">
          This server is not at it: it is run from elsewhere and can be stopped there, or whoever
          ran it is gone. The next run says which.
        </p>
      )}
      {problem && <ErrorState message={problem.detail} remedy={problem.remedy} />}
      <Addresses run={run} />
    </div>
  );
}

function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const passed = Math.max(0, (now - Date.parse(since)) / 1000);
  return <span className="text-sm text-ink-soft figures">{seconds(Math.floor(passed))}</span>;
}

/** Only what is on this very machine is made a link of. */
const LOCAL = /^https?:\/\/127\.0\.0\.1:\d{1,5}(?:\/|$)/;

function Addresses({ run }: { run: RunView }) {
  if (run.addresses.length === 0) return null;
  return (
    <ul aria-label="Where it can be reached" className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {run.addresses.map(({ service, port, url }) => (
        <li key={`${service} ${port}`}>
          <span className="text-ink-soft">
            {service}, port {port}:{" "}
          </span>
          {LOCAL.test(url) ? (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className="font-mono text-accent underline"
            >
              {url}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          ) : (
            <span className="font-mono">{url}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Notes({ notes }: { notes: readonly string[] }) {
  return (
    <section className="text-sm">
      <h3 className="text-base">Read otherwise than it is written</h3>
      <ul className="list-disc pl-5 break-words text-ink-soft">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
}
