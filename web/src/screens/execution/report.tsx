// What a run came to: the sentence, where it was run, each check with its output, each test by name.
import { Check as CheckIcon, CircleDashed, X } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { classes } from "@/design/classes";
import { Said } from "@/design/said";
import { Select } from "@/design/select";
import { sentence } from "@/design/sentence";
import { TextInput } from "@/design/text-input";
import { PLACES } from "@/screens/files/evidence";
import { Log } from "./log";
import {
  type Check,
  type Report,
  seconds,
  standingOf,
  testsOf,
  verdictOf,
  type Wanted,
} from "./outcomes";

export const TONES = { good: "text-agree", bad: "text-danger", open: "text-doubt" } as const;

export function ReportView({ report }: { report: Report }) {
  return (
    <div className="flex flex-col gap-5">
      <div>
        <p className={classes("font-serif text-lg font-semibold", TONES[standingOf(report)])}>
          {verdictOf(report)}
        </p>
        <p className="text-sm text-ink-soft">
          {capital(PLACES[report.place])}; it took {seconds(report.seconds)}.
        </p>
      </div>
      <Checks checks={report.checks} />
      <Tests report={report} />
    </div>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const NAMES: Record<Check["kind"], string> = {
  parse: "The code parses",
  lint: "The project's own linter",
  tests: "The project's own tests",
};

const STATES = {
  passed: { word: "passed", tone: "agree", icon: CheckIcon },
  failed: { word: "failed", tone: "danger", icon: X },
  not_run: { word: "not run", tone: "plain", icon: CircleDashed },
} as const;

function Checks({ checks }: { checks: readonly Check[] }) {
  return (
    <ul aria-label="Checks" className="flex flex-col gap-2.5">
      {checks.map(({ kind, status, detail }) => {
        const { word, tone, icon: Icon } = STATES[status];
        return (
          <li key={kind} className="flex flex-col gap-1.5">
            <p className="flex flex-wrap items-center gap-2">
              {NAMES[kind]}
              <Badge tone={tone} icon={<Icon size={12} aria-hidden />}>
                {word}
              </Badge>
              {status === "not_run" && detail && (
                <span className="min-w-0 text-sm break-words text-ink-soft">
                  <Said text={sentence(detail)} />
                </span>
              )}
            </p>
            {status !== "not_run" && detail && <Log title={`Output: ${kind}`} text={detail} />}
          </li>
        );
      })}
    </ul>
  );
}

const WANTED = [
  { value: "all", label: "All" },
  { value: "failed", label: "Failed" },
  { value: "passed", label: "Passed" },
] as const;

const FIRST = 100;

function Tests({ report }: { report: Report }) {
  const [wanted, setWanted] = useState<Wanted>("all");
  const [search, setSearch] = useState("");
  const [most, setMost] = useState(FIRST);
  const words = useDeferredValue(search);
  const tests = useMemo(() => testsOf(report, wanted, words), [report, wanted, words]);
  const all = report.passed.length + report.failed.length;
  if (all === 0) return null;
  return (
    <section aria-label="Tests" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <div className="mr-auto flex items-center gap-2">
          <h3 className="text-base">Tests</h3>
          <Badge tone={report.failed.length > 0 ? "danger" : "plain"}>
            {report.failed.length} failed
          </Badge>
          <Badge tone={report.passed.length > 0 ? "agree" : "plain"}>
            {report.passed.length} passed
          </Badge>
        </div>
        <TextInput
          type="search"
          aria-label="Search tests by name"
          placeholder="Search by name"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="max-w-56 min-w-0 flex-1 text-sm"
        />
        <Select
          aria-label="Which tests"
          value={wanted}
          choices={WANTED}
          onChoose={(value) =>
            setWanted(WANTED.find((each) => each.value === value)?.value ?? "all")
          }
          className="w-28 text-sm"
        />
      </div>
      <ul className="divide-y divide-line rounded-md border border-line">
        {tests.slice(0, most).map(({ name, passed }) => (
          <li key={name} className="flex items-start gap-2 px-3 py-1.5">
            {passed ? (
              <CheckIcon
                size={15}
                role="img"
                aria-label="passed"
                className="mt-1 shrink-0 text-agree"
              />
            ) : (
              <X size={15} role="img" aria-label="failed" className="mt-1 shrink-0 text-danger" />
            )}
            <code className="text-sm break-all">{name}</code>
          </li>
        ))}
        {tests.length === 0 && (
          <li className="px-3 py-2 text-sm text-ink-soft">No test is named so.</li>
        )}
      </ul>
      {tests.length > most && (
        <Button size="sm" className="self-start" onClick={() => setMost(tests.length)}>
          Show all {tests.length}
        </Button>
      )}
    </section>
  );
}
