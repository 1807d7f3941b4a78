// What came of a run: the sentence, its services and tests, or why it was not run and what to do.
import { Check, X } from "lucide-react";
import { Link } from "wouter";
import type { RunView } from "@/fold";
import { Badge } from "@/design/badge";
import { classes } from "@/design/classes";
import { plural } from "@/design/figures";
import { Said } from "@/design/said";
import { sentence } from "@/design/sentence";
import { size } from "@/screens/files/taking";
import { seconds } from "./outcomes";
import { outcomeSentence, runStanding, TROUBLES } from "./run-words";

const TONES = { good: "text-agree", bad: "text-danger", open: "text-doubt" } as const;

export function Ending({ id, run }: { id: string; run: RunView }) {
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className={classes("font-serif text-lg font-semibold", TONES[runStanding(run)])}>
          {run.error ? TROUBLES[run.error] : outcomeSentence(run)}
        </p>
        <p className="text-sm break-words text-ink-soft">
          <Said text={detailOf(run)} />
        </p>
        {run.remedy && (
          <p className="text-sm break-words">
            What to do: <Said text={sentence(run.remedy)} />
          </p>
        )}
      </div>
      <Refusals id={id} run={run} />
      <Services run={run} />
      <Tests run={run} />
      {run.log_dropped > 0 && (
        <p className="text-sm text-doubt">
          {size(run.log_dropped)} of its output are not kept; the log below ends before.
        </p>
      )}
    </div>
  );
}

/** What the sentence above leaves open. Of a refusal, the places below tell it all. */
function detailOf(run: RunView): string {
  if (run.error) return run.refusals.length > 0 ? "" : sentence(run.reason);
  const took = `It took ${seconds(run.seconds)}.`;
  return run.detail === "" || saysTheSame(run) ? took : `${sentence(run.detail)} ${took}`;
}

function saysTheSame(run: RunView): boolean {
  const words = (text: string) => text.toLowerCase().replace(/[^a-z0-9 ]/g, "");
  return words(outcomeSentence(run)).startsWith(words(run.detail));
}

function Refusals({ id, run }: { id: string; run: RunView }) {
  if (run.refusals.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-base">{plural(run.refusals.length, "place")} for which it is not run</h3>
      <ul className="flex flex-col gap-2.5">
        {run.refusals.map(({ path, line, what, reason, remedy }) => (
          <li key={`${path}:${line} ${what} ${reason}`} className="text-sm">
            <Link
              href={`/s/${encodeURIComponent(id)}/files?file=${encodeURIComponent(path)}&view=file`}
              className="font-mono text-xs break-all text-accent underline"
            >
              {path}:{line}
            </Link>{" "}
            <code className="rounded-sm bg-sunken px-1 text-xs break-all">{what}</code>
            <p className="break-words text-ink-soft">
              <Said text={sentence(reason)} />
            </p>
            {remedy !== "" && (
              <p className="break-words text-ink-faint">
                <Said text={sentence(remedy)} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const FINE = new Set(["succeeded", "served"]);

function Services({ run }: { run: RunView }) {
  if (run.ended.length < 2) return null;
  return (
    <ul aria-label="Services" className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
      {run.ended.map(({ name, outcome, exit_code }) => (
        <li key={name} className="flex items-center gap-2">
          <span className="font-medium">{name}</span>
          <Badge
            tone={FINE.has(outcome) ? "agree" : outcome === "stopped" ? "plain" : "danger"}
            icon={FINE.has(outcome) ? <Check size={12} aria-hidden /> : <X size={12} aria-hidden />}
          >
            {outcome === "stopped" ? "ended with the others" : outcome.replaceAll("_", " ")}
            {exit_code === null ? "" : `, exit code ${exit_code}`}
          </Badge>
        </li>
      ))}
    </ul>
  );
}

function Tests({ run }: { run: RunView }) {
  if (run.tests.length === 0) return null;
  return (
    <section className="flex flex-col gap-2 text-sm">
      <h3 className="text-base">Tests that it printed</h3>
      {run.tests.map((tests, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list of a run that is over
        <div key={place}>
          <p className={tests.failed > 0 ? "text-danger" : "text-agree"}>
            {tests.runner}: {tests.passed} passed, {tests.failed} failed
            {tests.skipped > 0 ? `, ${tests.skipped} skipped` : ""}
          </p>
          {tests.failures.length > 0 && (
            <ul className="list-disc pl-5 font-mono text-xs break-all">
              {tests.failures.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </section>
  );
}
