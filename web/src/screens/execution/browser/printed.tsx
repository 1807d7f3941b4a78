// What a run has printed, as plain text: whatever it holds, it is only ever looked at.
import { ClipboardCopy } from "lucide-react";
import { useMemo } from "react";
import { Button } from "@/design/button";
import { reveal } from "@/live/hidden";
import { MOST_KEPT, type Output, textOf } from "@/runtime/output";
import type { Stream } from "@/runtime/words";
import { useCopy } from "@/screens/files/taking";

/** A colour code means something to a terminal and nothing here. */
// oxlint-disable-next-line no-control-regex -- it is what a terminal is told
const COLOURS = /\u001b\[[0-9;]*m/g;
const HANDS: Record<Stream, string> = {
  stdout: "",
  stderr: "text-danger",
  note: "text-ink-faint italic",
};
/** More than this at once makes a page slow; Copy has all of it. */
const MOST_SHOWN = 200_000;

export function Printed({ output, label }: { output: Output; label: string }) {
  const { told, copy } = useCopy();
  const { pieces, left } = useMemo(() => tail(output), [output]);
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-sunken">
      <figcaption className="flex items-center justify-between gap-3 px-3 py-1 text-sm text-ink-soft">
        {label}
        <span className="flex items-center gap-2">
          <span className="text-xs text-agree">{told}</span>
          <Button
            size="sm"
            kind="bare"
            icon={<ClipboardCopy size={14} aria-hidden />}
            onClick={() => copy("Output", textOf(output))}
          >
            Copy
          </Button>
        </span>
      </figcaption>
      {/* Its tail is in sight while it grows, without a script: the order is turned twice. */}
      <div
        role="log"
        aria-live="off"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        className="flex max-h-96 min-h-12 flex-col-reverse overflow-auto px-3 pb-3 -outline-offset-2"
      >
        <pre className="mb-auto text-xs leading-5 break-words whitespace-pre-wrap">
          {left > 0 && (
            <span className="text-ink-faint italic">
              ⟨the start is left out here; Copy has it⟩{"\n"}
            </span>
          )}
          {pieces.map(({ stream, text, key }) => (
            <span key={key} className={HANDS[stream]}>
              {text}
            </span>
          ))}
          {output.size === 0 && <span className="text-ink-faint italic">Nothing printed yet.</span>}
          {output.cut && (
            <span className="text-doubt">
              {"\n"}⟨cut here: no more than {MOST_KEPT / 1_000_000} MB is kept⟩
            </span>
          )}
        </pre>
      </div>
    </figure>
  );
}

function tail(output: Output) {
  let left = Math.max(0, output.size - MOST_SHOWN);
  const total = left;
  const pieces = output.pieces.flatMap(({ stream, text }, index) => {
    const kept = text.slice(left);
    left = Math.max(0, left - text.length);
    return kept === "" ? [] : [{ stream, text: shown(kept), key: index }];
  });
  return { pieces, left: total };
}

/** Line by line, for a line break is not hidden and everything else that cannot be seen is. */
function shown(text: string): string {
  return text
    .replace(COLOURS, "")
    .split("\n")
    .map((line) => reveal(line.replace(/\r$/, "")))
    .join("\n");
}
