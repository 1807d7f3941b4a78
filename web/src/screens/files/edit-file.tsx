// A text file to be typed in, in its own letters; what is typed is a change that is not kept yet.
import { type KeyboardEvent, useId, useRef } from "react";
import { Kbd } from "@/design/kbd";
import { asTyped, canBeTyped, indentOf, withEndings } from "./typing";

export interface EditFileProps {
  path: string;
  text: string;
  /** Why it cannot be edited now; null: it can. */
  whyNot: string | null;
  onType: (text: string) => void;
}

export function EditFile({ path, text, whyNot, onType }: EditFileProps) {
  const hint = useId();
  // After Escape, Tab goes on to the next control instead of into the text.
  const leaving = useRef(false);
  const reason = canBeTyped(text)
    ? whyNot
    : "This file ends lines with carriage returns alone, which a browser would change; edit it after a download.";
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Escape") leaving.current = true;
    else if (event.key !== "Tab") leaving.current = false;
    else if (!leaving.current && !event.shiftKey && reason === null) {
      event.preventDefault();
      insert(event.currentTarget, indentOf(text));
    }
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <p id={hint} className="border-b border-line px-4 py-2 text-sm text-ink-soft">
        {reason ?? (
          <>
            Nothing is sent before you keep it. Tab indents; <Kbd keys="escape" /> and then Tab
            leaves the field.
          </>
        )}
      </p>
      <textarea
        aria-label={`Edit ${path}`}
        aria-describedby={hint}
        value={asTyped(text)}
        readOnly={reason !== null}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        wrap="off"
        onKeyDown={press}
        onBlur={() => {
          leaving.current = false;
        }}
        onChange={(event) => onType(withEndings(text, event.target.value))}
        className="min-h-80 flex-1 resize-none overflow-auto bg-surface px-4 py-2 font-mono text-xs leading-5 text-ink -outline-offset-2 read-only:text-ink-soft"
      />
    </div>
  );
}

/** As if typed, so that the browser's own undo knows it. */
function insert(field: HTMLTextAreaElement, text: string): void {
  // oxlint-disable-next-line typescript/no-deprecated -- the only way into the field's own undo
  if (document.execCommand?.("insertText", false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
