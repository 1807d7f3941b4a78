// All sessions of this project: found, filtered, taken up again, copied, carried away.
import { Plus, Search } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { Link } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { api, ask } from "@/api/client";
import { useLoaded } from "@/api/loaded";
import { Button } from "@/design/button";
import { EmptyState } from "@/design/empty-state";
import { ErrorState } from "@/design/error-state";
import { plural } from "@/design/figures";
import { Page } from "@/design/page";
import { Select } from "@/design/select";
import { sentence } from "@/design/sentence";
import { useShortcuts } from "@/design/shortcuts";
import { Skeleton } from "@/design/skeleton";
import { TextInput } from "@/design/text-input";
import { addressOf, wantedFrom } from "@/screens/projects/address";
import { KEYS } from "@/screens/projects/keys";
import {
  EVERYTHING,
  ordered,
  reconciled,
  type SessionListed,
  STATUS_WORDS,
  statusOf,
  STATUSES,
  type Wanted,
  wantedOf,
  WORKFLOW_NAMES,
} from "@/screens/projects/listing";
import { SessionList } from "@/screens/projects/session-list";

const POLL_MS = 2500;
const MINUTE = 60_000;

export default function Projects() {
  const loaded = useSessions();
  const [wanted, setWanted] = useState<Wanted>(() => wantedFrom(window.location.search));
  const search = useRef<HTMLInputElement>(null);
  const reach = useRef<((place: number) => void) | null>(null);
  const want = (changes: Partial<Wanted>) => {
    const next = { ...wanted, ...changes };
    setWanted(next);
    navigate(addressOf(next), { replace: true });
  };
  const all = loaded.value?.sessions ?? null;
  const shown = useMemo(() => ordered(wantedOf(all ?? [], wanted)), [all, wanted]);
  const first = shown[0];
  useShortcuts("Projects", [
    { ...KEYS[0], run: () => search.current?.focus() },
    { ...KEYS[1], run: () => reach.current?.(0) },
  ]);
  const isEmpty = all === null ? loaded.problem?.type === "not_founded" : all.length === 0;
  const waiting = (all ?? []).filter((session) => statusOf(session) === "waits").length;
  return (
    <Page
      title="Projects"
      width="wide"
      className="overflow-x-clip"
      lead={all && all.length > 0 ? told(all.length, waiting) : <>&nbsp;</>}
      // An empty list has it in its middle.
      actions={isEmpty ? undefined : <NewTable />}
    >
      {all === null && loaded.problem?.type === "not_founded" ? (
        <NoneYet founded={false} />
      ) : all === null && loaded.problem ? (
        <ErrorState
          message={sentence(loaded.problem.detail)}
          remedy={sentence(loaded.problem.remedy)}
          busy={loaded.loading}
          onRetry={loaded.reload}
        />
      ) : (
        <>
          {all !== null && loaded.problem && (
            <ErrorState
              className="mb-4"
              message={sentence(loaded.problem.detail)}
              remedy="What stands here is as it was last known."
              busy={loaded.loading}
              onRetry={loaded.reload}
            />
          )}
          {(all === null || all.length > 0) && (
            <Filters
              input={search}
              wanted={wanted}
              want={want}
              onDown={() => reach.current?.(0)}
              onOpen={() => first && navigate(`/s/${encodeURIComponent(first.session)}`)}
            />
          )}
          <div className="overflow-clip rounded-lg border border-line bg-surface">
            {all === null ? (
              <Waiting />
            ) : all.length === 0 ? (
              <NoneYet founded />
            ) : shown.length === 0 ? (
              <NoneSuch onClear={() => want(EVERYTHING)} />
            ) : (
              <SessionList
                sessions={shown}
                now={loaded.value?.now ?? 0}
                reach={reach}
                onLeave={() => search.current?.focus()}
              />
            )}
          </div>
          {all !== null && shown.length < all.length && shown.length > 0 && (
            <p role="status" className="mt-2 text-sm text-ink-faint">
              {shown.length} of {all.length} are shown.
            </p>
          )}
        </>
      )}
    </Page>
  );
}

/** Asked for again and again while one looks; what has not changed stays the same object. */
function useSessions() {
  const last = useRef<readonly SessionListed[]>([]);
  return useLoaded(
    "sessions",
    async () => {
      last.current = reconciled(last.current, await ask(api.GET("/api/sessions")));
      // To the minute, so that rows are drawn anew no more often than their words can change.
      return { sessions: last.current, now: Math.floor(Date.now() / MINUTE) * MINUTE };
    },
    POLL_MS,
  );
}

function told(sessions: number, waiting: number): string {
  const many = plural(sessions, "session");
  return waiting === 0
    ? many
    : `${many}, ${waiting} of which ${waiting === 1 ? "waits" : "wait"} for you`;
}

interface FiltersProps {
  input: React.RefObject<HTMLInputElement | null>;
  wanted: Wanted;
  want: (changes: Partial<Wanted>) => void;
  onDown: () => void;
  onOpen: () => void;
}

function Filters({ input, wanted, want, onDown, onOpen }: FiltersProps) {
  return (
    <div
      role="search"
      className="mb-4 grid gap-2 max-sm:grid-cols-2 sm:grid-cols-[minmax(0,1fr)_11rem_11rem]"
    >
      <span className="relative block max-sm:col-span-2">
        <Search
          size={16}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-faint"
        />
        <TextInput
          ref={input}
          type="search"
          aria-label="Search sessions"
          placeholder="Topic, knight, outcome …"
          className="pl-9"
          value={wanted.words}
          onChange={(event) => want({ words: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown") {
              event.preventDefault();
              onDown();
            } else if (event.key === "Enter") onOpen();
            else if (event.key === "Escape") want({ words: "" });
          }}
        />
      </span>
      <Select
        aria-label="Status"
        value={wanted.status}
        choices={[
          { value: "all", label: "Every status" },
          ...STATUSES.map((value) => ({
            value,
            label: sentence(STATUS_WORDS[value]).slice(0, -1),
          })),
        ]}
        onChoose={(status) => want({ status: status as Wanted["status"] })}
      />
      <Select
        aria-label="Workflow"
        value={wanted.workflow}
        choices={[
          { value: "all", label: "Every workflow" },
          ...Object.entries(WORKFLOW_NAMES).map(([value, label]) => ({ value, label })),
        ]}
        onChoose={(workflow) => want({ workflow: workflow as Wanted["workflow"] })}
      />
    </div>
  );
}

function NewTable() {
  return (
    <Link
      href="/"
      className="inline-flex min-h-9 items-center gap-2 rounded-md border border-accent bg-accent px-3.5 font-medium text-on-accent hover:bg-accent-strong"
    >
      <Plus size={16} aria-hidden />
      Convene a table
    </Link>
  );
}

function NoneYet({ founded }: { founded: boolean }) {
  return (
    <EmptyState
      title={founded ? "No table has been convened yet" : "There is no table here yet"}
      action={<NewTable />}
    >
      {founded
        ? "Sessions of the browser and of the terminal will stand here, with what they cost and what became of them."
        : "The start page makes one: with a scripted rehearsal, or with the models of this machine."}
    </EmptyState>
  );
}

function NoneSuch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No session is like that"
      action={<Button onClick={onClear}>Show all</Button>}
    >
      The search looks at topics, names, knights and outcomes.
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div className="divide-y divide-line">
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} lines={2} className="px-5 py-4" />
      ))}
    </div>
  );
}
