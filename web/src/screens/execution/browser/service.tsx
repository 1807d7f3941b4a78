// A service that is up: the routes it tells of, a request that is made of it, and what it answers.
import { Send } from "lucide-react";
import { useState } from "react";
import { announce } from "@/design/announcer";
import { Badge, type Tone } from "@/design/badge";
import { Button } from "@/design/button";
import { classes } from "@/design/classes";
import { Field } from "@/design/field";
import { Select } from "@/design/select";
import { TextArea } from "@/design/text-area";
import { TextInput } from "@/design/text-input";
import { reveal } from "@/live/hidden";
import { type Answer, METHODS, type Route, type Service } from "@/runtime/requests";
import { reasonOf } from "@/runtime/run";
import { answered, bodied, requestOf, wrongWith } from "./requesting";

export function ServiceDesk({ service: { routes, ask } }: { service: Service }) {
  const first = routes.find(({ path: plain }) => wrongWith(plain) === "") ?? routes[0];
  const [method, setMethod] = useState(first?.method ?? "GET");
  const [path, setPath] = useState(first?.path ?? "/");
  const [body, setBody] = useState(first?.body ?? "");
  const [pressed, setPressed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [refused, setRefused] = useState("");
  const wrong = wrongWith(path);
  const choose = (route: Route) => {
    setMethod(route.method);
    setPath(route.path);
    setBody(route.body);
    setPressed(false);
  };
  const send = async () => {
    setBusy(true);
    setRefused("");
    try {
      const told = await ask(requestOf(method, path, body));
      setAnswer(told);
      announce(`Answered with ${told.status}.`);
    } catch (thrown) {
      setAnswer(null);
      setRefused(reasonOf(thrown));
    }
    setBusy(false);
  };
  return (
    <div className="grid items-start gap-4 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <Routes routes={routes} at={`${method} ${path}`} onChoose={choose} />
      <div className="flex min-w-0 flex-col gap-3">
        <form
          aria-label="A request to the service"
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            setPressed(true);
            if (wrong === "" && !busy) void send();
          }}
        >
          <Field label="Method" className="w-32">
            <Select
              value={method}
              choices={METHODS.map((each) => ({ value: each, label: each }))}
              onChoose={setMethod}
            />
          </Field>
          <Field
            label="Path"
            className="min-w-0 flex-1 basis-48"
            hint={pressed ? undefined : wrong}
            error={pressed ? wrong : undefined}
          >
            <TextInput
              value={path}
              spellCheck={false}
              autoComplete="off"
              className="font-mono"
              onChange={(event) => setPath(event.target.value)}
            />
          </Field>
          {bodied(method) && (
            <Field label="Body" hint="JSON, sent as it is written" className="basis-full">
              <TextArea
                value={body}
                minRows={2}
                maxRows={12}
                spellCheck={false}
                className="font-mono text-sm"
                onChange={(event) => setBody(event.target.value)}
              />
            </Field>
          )}
          <Button type="submit" kind="primary" busy={busy} icon={<Send size={15} aria-hidden />}>
            Send
          </Button>
        </form>
        {refused !== "" && <p className="text-sm text-danger">There was no answer: {refused}.</p>}
        {answer && <Answered answer={answer} />}
      </div>
    </div>
  );
}

function Routes({
  routes,
  at,
  onChoose,
}: {
  routes: readonly Route[];
  at: string;
  onChoose: (route: Route) => void;
}) {
  if (routes.length === 0) {
    return <p className="text-sm text-ink-soft">It describes no routes; ask for any path.</p>;
  }
  return (
    <nav aria-label="Routes of the service" className="min-w-0">
      <ul className="max-h-80 overflow-y-auto rounded-md border border-line">
        {routes.map((route) => {
          const key = `${route.method} ${route.path}`;
          return (
            <li key={key} className="border-b border-line last:border-b-0">
              <button
                type="button"
                aria-current={key === at || undefined}
                className={classes(
                  "flex w-full items-baseline gap-2 px-3 py-1.5 text-left -outline-offset-2 hover:bg-sunken",
                  key === at && "bg-accent-soft",
                )}
                onClick={() => onChoose(route)}
              >
                <span className="w-14 shrink-0 text-xs font-medium text-ink-soft">
                  {route.method}
                </span>{" "}
                <span className="min-w-0 flex-1">
                  <span className="block font-mono text-sm break-all">{reveal(route.path)}</span>
                  {route.summary !== "" && (
                    <span className="block text-sm break-words text-ink-soft">
                      {reveal(route.summary)}
                    </span>
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function Answered({ answer }: { answer: Answer }) {
  const { text, kind, cut } = answered(answer);
  return (
    <section
      aria-label="The answer"
      className="min-w-0 overflow-hidden rounded-md border border-line bg-sunken"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm text-ink-soft">
        <Badge tone={toneOf(answer.status)}>{answer.status}</Badge>
        <span className="figures">{Math.round(answer.took)} ms</span>
        {kind !== "" && <span className="min-w-0 break-all">{reveal(kind)}</span>}
      </div>
      <details className="px-3 pb-2 text-sm text-ink-soft">
        <summary className="cursor-pointer">Headers ({answer.headers.length})</summary>
        <ul className="pt-1 font-mono text-xs leading-5">
          {answer.headers.map(([name, value], index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a header may come twice
            <li key={index} className="break-all">
              {reveal(name)}: {reveal(value)}
            </li>
          ))}
        </ul>
      </details>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto border-t border-line px-3 py-2 text-xs leading-5 break-words whitespace-pre-wrap -outline-offset-2"
      >
        {text === "" ? <span className="text-ink-faint italic">No body.</span> : text}
        {cut && <span className="text-doubt">{"\n"}⟨the rest is not shown⟩</span>}
      </pre>
    </section>
  );
}

function toneOf(status: number): Tone {
  if (status < 300) return "agree";
  return status < 400 ? "plain" : status < 500 ? "doubt" : "danger";
}
