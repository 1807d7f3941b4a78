// The screen of a session's runs: the ways there are, what a run came to, and the table's analysis.
import { SquareTerminal } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { Link, useParams } from "wouter";
import { api, ask, type Schemas } from "@/api/client";
import { type Loaded, useLoaded } from "@/api/loaded";
import type { Session } from "@/fold";
import { EmptyState } from "@/design/empty-state";
import { ErrorState } from "@/design/error-state";
import { Page } from "@/design/page";
import { Panel } from "@/design/panel";
import { sentence } from "@/design/sentence";
import { Skeleton } from "@/design/skeleton";
import { TabPanel, Tabs } from "@/design/tabs";
import { whyNoFiles } from "@/screens/files/absence";
import { SessionBar } from "@/screens/files/session-bar";
import { useSession } from "@/session/feed";
import { Missing } from "@/session/missing";
import { Analysis } from "./analysis";
import { textsOf } from "./browser/files";
import type { Report } from "./outcomes";
import { ReportView } from "./report";
import { OpenQuestion } from "./rerun";
import { RunControls } from "./run-controls";
import { RunsPanel } from "./run-pane";
import { useRunning } from "./running";
import { useSpokenRuns } from "./speaking";
import { useStarting, useWish } from "./starting";
import { Ways } from "./ways";

const BrowserRun = lazy(() => import("./browser"));

export default function Execution() {
  const { id = "" } = useParams();
  return <Opened key={id} id={id} />;
}

function Opened({ id }: { id: string }) {
  const { session, problem, connection } = useSession(id);
  const told = useLoaded(id, () =>
    ask(api.GET("/api/session/{session}/execution", { params: { path: { session: id } } })),
  );
  const { reload } = told;
  const made = session ? madeOf(session) : "";
  useEffect(() => {
    // What is shown stays until the new answer is there: a run that begins takes no focus away.
    if (made !== "") reload();
  }, [made, reload]);
  const lasting = session?.opening ? null : problem;
  if (lasting) return <Missing id={id} problem={lasting} />;
  if (!session?.opening) return <Loading id={id} />;
  return (
    <Frame id={id} session={session}>
      {hasNothing(session, told) ? (
        <None id={id} session={session} />
      ) : (
        <Runs id={id} session={session} told={told} live={connection === "live"} />
      )}
    </Frame>
  );
}

/** What the answer depends on: asked for anew when a round or a run has ended, or a file was edited. */
function madeOf({ view }: Session): string {
  const runs = `${view.runs.length} ${view.runs.at(-1)?.open ?? ""}`;
  const ended = view.rounds.filter((round) => round.outcome !== null).length;
  const edited = view.rounds.map((round) => round.edited.length).join(",");
  return `${view.rounds.length} ${ended} ${edited} ${runs}`;
}

function hasNothing(session: Session, told: Loaded<Schemas["Execution"]>): boolean {
  return Object.keys(session.texts.project).length === 0 && told.value?.last === null;
}

interface RunsProps {
  id: string;
  session: Session;
  told: Loaded<Schemas["Execution"]>;
  live: boolean;
}

function Runs({ id, session, told, live }: RunsProps) {
  const running = useRunning(id);
  const starting = useStarting(id);
  const [wish, change] = useWish();
  const [chosen, setChosen] = useState<number | null>(null);
  const [begun, setBegun] = useState<number | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const said = useRef<HTMLDivElement>(null);
  const { view } = session;
  const { project } = session.texts;
  const files = useMemo(() => textsOf(project), [project]);
  useSpokenRuns(session, live);
  const start = async () => {
    const number = await starting.start(wish);
    if (number === null) return;
    setChosen(number);
    setBegun(number);
  };
  const shown = view.runs.some(({ number }) => number === begun) ? begun : null;
  useEffect(() => {
    // Once there is something to look at.
    if (shown !== null) place.current?.scrollIntoView({ block: "start" });
  }, [shown]);
  const here = told.value?.running ?? null;
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 px-4 py-5 sm:px-6">
      {told.problem && (
        <ErrorState
          message={sentence(told.problem.detail)}
          remedy={sentence(told.problem.remedy)}
          onRetry={told.reload}
          busy={told.loading}
        />
      )}
      <OpenQuestion id={id} view={view} />
      {told.value ? (
        <Ways
          ways={told.value.ways}
          running={running}
          onReport={() => said.current?.scrollIntoView({ block: "start" })}
          controls={
            <RunControls
              view={view}
              wish={wish}
              change={change}
              starting={starting}
              held={here !== null ? `run ${here} is under way` : null}
              onStart={() => void start()}
            />
          }
        />
      ) : (
        !told.problem && <WaysSkeleton />
      )}
      <div ref={place} className="scroll-mt-5 empty:hidden">
        <RunsPanel id={id} session={session} here={here} chosen={chosen} onChoose={setChosen} />
      </div>
      {told.value || told.problem ? (
        <div ref={said} className="scroll-mt-5">
          <Results now={running.report} kept={told.value?.last ?? null} session={session} />
        </div>
      ) : (
        <ResultSkeleton />
      )}
      <Analysis id={id} session={session} />
      <Suspense fallback={<BrowserSkeleton />}>
        <BrowserRun files={files} />
      </Suspense>
    </div>
  );
}

interface ResultsProps {
  now: Report | null;
  kept: Report | null;
  session: Session;
}

function Results({ now, kept, session }: ResultsProps) {
  const [chosen, setChosen] = useState<"now" | "kept" | null>(null);
  const [seen, setSeen] = useState(now);
  if (seen !== now) {
    // What has just been run is what one waits for, whichever was looked at before.
    setSeen(now);
    setChosen(null);
  }
  const tabs = [
    ...(now ? [{ id: "now", label: "Run just now" }] : []),
    ...(kept ? [{ id: "kept", label: "On record" }] : []),
  ];
  const shown = tabs.find((tab) => tab.id === chosen) ?? tabs[0];
  const report = shown?.id === "now" ? now : kept;
  if (!shown || !report) return <NoResult session={session} />;
  return (
    <Panel title="What the tests say" flush>
      <Tabs
        name="result"
        label="Which run"
        tabs={tabs}
        selected={shown.id}
        onSelect={(tab) => setChosen(tab === "now" ? "now" : "kept")}
        className="px-3"
      />
      <TabPanel name="result" id={shown.id} className="px-5 py-4">
        <p className="pb-3 text-sm text-ink-faint">
          {shown.id === "now"
            ? "From your press of the button; it is not part of the record."
            : "The last evidence in the log on the files as they are."}
        </p>
        <ReportView key={shown.id} report={report} />
      </TabPanel>
    </Panel>
  );
}

function NoResult({ session }: { session: Session }) {
  const edited = session.view.rounds.some((round) => round.counts && round.edited.length > 0);
  return (
    <Panel title="What the tests say">
      <p className="text-ink-soft">
        {edited
          ? "You have edited the files since they were last checked; the record has nothing on them as they are now."
          : "The record has no checks of these files yet."}
      </p>
    </Panel>
  );
}

function Frame({ id, session, children }: { id: string; session?: Session; children: ReactNode }) {
  const topic = session?.view.topic ?? "";
  return (
    <Page title={topic === "" ? "Run" : `Run: ${topic}`} hideTitle width="stage">
      <SessionBar id={id} view={session?.view ?? null} at="run" />
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
    </Page>
  );
}

function BrowserSkeleton() {
  return (
    <Panel title="Run in this browser">
      <Skeleton lines={9} />
    </Panel>
  );
}

function WaysSkeleton() {
  return (
    <Panel title="Run what was built">
      <Skeleton lines={13} />
    </Panel>
  );
}

function ResultSkeleton() {
  return (
    <Panel title="What the tests say">
      <Skeleton lines={12} />
    </Panel>
  );
}

function Loading({ id }: { id: string }) {
  return (
    <Frame id={id}>
      <div
        className="mx-auto flex w-full max-w-5xl flex-col gap-5 px-4 py-5 sm:px-6"
        aria-busy="true"
      >
        <span className="sr-only">The session is being loaded.</span>
        <WaysSkeleton />
        <ResultSkeleton />
      </div>
    </Frame>
  );
}

function None({ id, session }: { id: string; session: Session }) {
  const { title, words } = whyNoFiles(session.view);
  return (
    <EmptyState
      title={`Nothing to run. ${title}`}
      icon={<SquareTerminal size={32} aria-hidden />}
      action={
        <Link href={`/s/${encodeURIComponent(id)}`} className="text-accent underline">
          Back to the table
        </Link>
      }
    >
      {words}
    </EmptyState>
  );
}
