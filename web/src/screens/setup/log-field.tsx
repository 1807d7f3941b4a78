// The log of a code-red: pasted, or dropped as a file. A long one is shown by its ends.
import { FileText, Trash2 } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { Button } from "@/design/button";
import { classes } from "@/design/classes";
import { Field } from "@/design/field";
import { plural } from "@/design/figures";
import { IconButton } from "@/design/icon-button";
import { TextArea } from "@/design/text-area";
import { MOST_LOG } from "@/screens/setup/form";
import type { Part } from "@/screens/setup/parts";
import { told } from "@/screens/setup/placing";

/** More than this in a text field makes typing elsewhere slow. */
const SHOWN_WHOLE = 20_000;
const ENDS = 6;

/** The end of a log is where it broke, so that is what is kept of one too long. */
export function fitted(text: string): { log: string; cut: boolean } {
  return { log: text.slice(-MOST_LOG), cut: text.length > MOST_LOG };
}

export function LogField({ form, change, troubles }: Part) {
  const [over, setOver] = useState(false);
  const [cut, setCut] = useState(false);
  const [unread, setUnread] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const take = (text: string) => {
    const { log, cut: shortened } = fitted(text);
    setCut(shortened);
    setUnread("");
    change({ log });
  };
  const read = (file: File | undefined) => {
    if (file === undefined) return;
    // Characters are at least a byte each; four is the most that one takes.
    const tail = file.slice(Math.max(0, file.size - 4 * MOST_LOG));
    tail.text().then(take, () => setUnread("The file could not be read. Pick it again."));
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    setOver(false);
    read(event.dataTransfer.files[0]);
  };
  const long = form.log.length > SHOWN_WHOLE;
  return (
    // Files are dropped here by hand; whoever uses keys has the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      data-field="log"
      role="group"
      aria-label="Log"
      className={classes("rounded-md", over && "bg-accent-soft outline-2 outline-accent")}
      onDragEnter={() => setOver(true)}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      <Field
        label="Log or traceback"
        error={unread || told(troubles, "log")}
        hint={
          cut
            ? `Only its last ${MOST_LOG.toLocaleString()} characters are taken.`
            : "Paste it, or drop a text file. It goes to the seated models: take secrets out first."
        }
      >
        {long ? (
          <LongLog log={form.log} onRemove={() => take("")} />
        ) : (
          <TextArea
            className="font-mono text-sm"
            value={form.log}
            minRows={5}
            maxRows={14}
            spellCheck={false}
            onChange={(event) => take(event.target.value)}
          />
        )}
      </Field>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="A log file"
        onChange={(event) => {
          read(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <Button
        size="sm"
        kind="bare"
        className="mt-1"
        icon={<FileText size={14} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        Read it from a file
      </Button>
    </div>
  );
}

function LongLog({ log, onRemove }: { log: string; onRemove: () => void }) {
  const lines = log.split("\n");
  return (
    <div className="rounded-md border border-line-strong bg-raised">
      <div className="flex items-center justify-between border-b border-line pl-3 text-sm">
        <span>
          {plural(lines.length, "line")}, {log.length.toLocaleString()} characters
        </span>
        <IconButton
          label="Remove the log"
          side="bottom-end"
          icon={<Trash2 size={15} aria-hidden />}
          onClick={onRemove}
        />
      </div>
      <pre className="overflow-x-auto px-3 py-2 text-xs text-ink-soft">
        {lines.slice(0, ENDS).map(clipped).join("\n")}
        {"\n⋮\n"}
        {lines.slice(-ENDS).map(clipped).join("\n")}
      </pre>
    </div>
  );
}

function clipped(line: string): string {
  return line.length > 400 ? `${line.slice(0, 400)}…` : line;
}
