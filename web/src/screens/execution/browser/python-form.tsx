// What a Python run is asked for: where it begins, its arguments, its input, its time; of a service,
// whether its page is shown with it.
import { Play } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { Select } from "@/design/select";
import { TextArea } from "@/design/text-area";
import { TextInput } from "@/design/text-input";
import { shownOf } from "@/runtime/frontend/pages";
import { splitWords } from "@/runtime/python/argv";
import { isBarred, jobOf, type Target, targetsOf } from "@/runtime/python/targets";
import { isWaitedFor, type Runner } from "./running";

const LIMITS = [10, 60, 300];
/** Seconds in which a service must be up. */
const STARTING = 120;

export function PythonForm({
  files,
  runner,
}: {
  files: Readonly<Record<string, string>>;
  runner: Runner;
}) {
  const targets = useMemo(() => targetsOf(files), [files]);
  const [chosen, setChosen] = useState("");
  const [line, setLine] = useState("");
  const [stdin, setStdin] = useState("");
  const [seconds, setSeconds] = useState(60);
  const [paged, setPaged] = useState("");
  const pages = useMemo(() => shownOf(files).filter((page) => page.missing.length === 0), [files]);
  const target = targets.find(({ id }) => id === chosen) ?? targets[0];
  if (!target) return null;
  const { words, wrong } = splitWords(line);
  const run = () => {
    const job = jobOf(files, target, target.how === "serve" ? [] : words, stdin);
    if (target.how === "serve") {
      const entry = pages.find(({ id }) => id === paged)?.entry;
      runner.start(target.label, "service", async (host, told) => {
        const options = { host, seconds: STARTING, told };
        if (entry !== undefined) {
          const { startServed } = await import("@/runtime/served");
          return startServed(job, { ...options, entry });
        }
        const { startPython } = await import("@/runtime/python/start");
        return startPython(job, options);
      });
      return;
    }
    runner.start(target.label, "output", async (host, told) => {
      const { startPython } = await import("@/runtime/python/start");
      return startPython(job, { host, seconds, told });
    });
  };
  return (
    <form
      className="grid gap-3 pt-2 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong === "" && !isWaitedFor(runner.running)) run();
      }}
    >
      <Field label="Start">
        <Select value={target.id} choices={targets.map(choiceOf)} onChoose={setChosen} />
      </Field>
      {target.how !== "serve" && (
        <Field label="Time limit">
          <Select
            value={String(seconds)}
            choices={LIMITS.map((limit) => ({ value: String(limit), label: `${limit} seconds` }))}
            onChoose={(value) => setSeconds(Number(value))}
          />
        </Field>
      )}
      {target.how === "serve" && pages.length > 0 && (
        <Field label="With its page" hint="What the page fetches is asked of the service">
          <Select
            value={paged}
            choices={[
              { value: "", label: "no page" },
              ...pages.map(({ id, label }) => ({ value: id, label })),
            ]}
            onChoose={setPaged}
          />
        </Field>
      )}
      {(target.how === "file" || target.how === "module") && (
        <>
          <Field
            label="Arguments"
            hint="As in a shell; nothing is expanded"
            error={wrong === "" ? undefined : `The arguments cannot be read: ${wrong}`}
          >
            <TextInput
              value={line}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => setLine(event.target.value)}
            />
          </Field>
          <Field label="Input" hint="What it reads from standard input, all of it">
            <TextArea
              value={stdin}
              minRows={1}
              maxRows={6}
              spellCheck={false}
              onChange={(event) => setStdin(event.target.value)}
            />
          </Field>
        </>
      )}
      <div className="sm:col-span-2">
        <Button
          type="submit"
          kind="primary"
          busy={isWaitedFor(runner.running)}
          icon={<Play size={15} aria-hidden />}
        >
          {BUTTONS[target.how]}
        </Button>
      </div>
    </form>
  );
}

const BUTTONS: Record<Target["how"], string> = {
  file: "Run Python",
  module: "Run Python",
  tests: "Run the tests",
  serve: "Serve it",
};

function choiceOf(target: Target) {
  const why = target.missing.length > 0 ? `needs ${target.missing.join(", ")}` : target.why;
  const barred = isBarred(target);
  return {
    value: target.id,
    label: barred ? `${target.label} (${why})` : target.label,
    disabled: barred,
  };
}
