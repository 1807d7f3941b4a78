// A word to the table, and those that were said: each reaches every turn that has not started.
import { CornerDownLeft } from "lucide-react";
import { useRef, useState } from "react";
import { announce } from "@/design/announcer";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { Kbd } from "@/design/kbd";
import { KingMark } from "@/design/seat-mark";
import { useShortcuts } from "@/design/shortcuts";
import { TextArea } from "@/design/text-area";
import { useWide } from "./board";
import { commands, useCommand } from "./commands";
import { Refusal } from "./dialogs";
import { KEYS } from "./keys";
import { useTable } from "./table-context";
import { clock } from "./words";

const REACHES = "reaches every turn that has not started";
const DRAFTS = "roundtable.note.";

export function NoteComposer() {
  const { view } = useTable();
  const [text, setText] = useState(() => kept(view.session));
  const { busy, problem, run } = useCommand();
  const wide = useWide();
  const form = useRef<HTMLFormElement>(null);
  const focus = () => form.current?.querySelector("textarea")?.focus();
  useShortcuts("This table", [{ ...KEYS.note, run: focus }]);
  const latest = useRef(text);
  const write = (words: string) => {
    latest.current = words;
    setText(words);
    keep(view.session, words);
  };
  const send = async () => {
    if (text.trim() === "") return;
    if (await run(() => commands.note(view.session, text))) {
      // Another note may have been begun meanwhile.
      if (latest.current === text) write("");
      announce("The note is sent.");
    }
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      className="flex flex-col gap-1.5 px-4 py-2 sm:px-5"
    >
      <SentNotes />
      <div className="flex items-end gap-2">
        <Field label="A note to the table" hideLabel className="min-w-0 flex-1">
          <TextArea
            minRows={1}
            maxRows={8}
            value={text}
            placeholder={wide ? `A note to the table; it ${REACHES}` : "A note to the table"}
            title={`It ${REACHES}.`}
            onChange={(event) => write(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
                event.preventDefault();
                void send();
              }
              if (event.key === "Escape") event.currentTarget.blur();
            }}
          />
        </Field>
        <Button
          type="submit"
          busy={busy}
          disabled={text.trim() === ""}
          icon={<CornerDownLeft size={15} aria-hidden />}
        >
          Send
          <span className="max-sm:hidden">
            <Kbd keys="mod+enter" />
          </span>
        </Button>
      </div>
      <Refusal problem={problem} />
    </form>
  );
}

function SentNotes() {
  const { view } = useTable();
  const last = view.notes.at(-1);
  if (!last) return null;
  const earlier = view.notes.slice(0, -1).toReversed();
  return (
    <div className="text-sm">
      <NoteTold text={last.text} at={last.at} clamped={earlier.length > 0} />
      {earlier.length > 0 && (
        <details>
          <summary className="w-fit rounded-sm text-xs text-ink-faint hover:text-ink">
            {earlier.length} earlier
          </summary>
          <div className="max-h-40 overflow-y-auto">
            {earlier.map((note) => (
              <NoteTold key={note.seq} text={note.text} at={note.at} clamped={false} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

function NoteTold({ text, at, clamped }: { text: string; at: string; clamped: boolean }) {
  return (
    <p className="flex items-baseline gap-2">
      <span className="translate-y-0.5">
        <KingMark size={13} label="You" />
      </span>
      <time dateTime={at} className="figures shrink-0 text-xs text-ink-faint">
        {clock(at)}
      </time>
      <span
        className={`min-w-0 break-words whitespace-pre-wrap text-ink-soft ${clamped ? "line-clamp-2" : "line-clamp-6"}`}
      >
        {text}
      </span>
    </p>
  );
}

/** A draft outlives a page that is loaded anew. */
function kept(session: string): string {
  try {
    return sessionStorage.getItem(DRAFTS + session) ?? "";
  } catch {
    return "";
  }
}

function keep(session: string, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(DRAFTS + session);
    else sessionStorage.setItem(DRAFTS + session, text);
  } catch {
    // Where nothing can be kept, the draft holds for this page.
  }
}
