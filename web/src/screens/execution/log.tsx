// Output as it was printed: bounded to what one can read, copied whole.
import { ClipboardCopy } from "lucide-react";
import { useMemo } from "react";
import { Button } from "@/design/button";
import { plural } from "@/design/figures";
import { reveal } from "@/live/hidden";
import { useCopy } from "@/screens/files/taking";
import { bounded } from "./outcomes";

/** A colour code means something to a terminal and nothing here. */
// oxlint-disable-next-line no-control-regex -- it is what a terminal is told
const COLOURS = /\u001b\[[0-9;]*m/g;

export function Log({ title, text }: { title: string; text: string }) {
  const { told, copy } = useCopy();
  const { head, left, tail } = useMemo(() => bounded(text.replace(COLOURS, "")), [text]);
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-sunken">
      <figcaption className="flex items-center justify-between gap-3 px-3 py-1 text-sm text-ink-soft">
        {title}
        <span className="flex items-center gap-2">
          <span className="text-xs text-agree">{told}</span>
          <Button
            size="sm"
            kind="bare"
            icon={<ClipboardCopy size={14} aria-hidden />}
            onClick={() => copy("Output", text)}
          >
            Copy
          </Button>
        </span>
      </figcaption>
      <pre
        role="group"
        aria-label={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto px-3 pb-3 text-xs leading-5 -outline-offset-2"
      >
        {shown(head)}
        {left > 0 && (
          <span className="block py-2 text-ink-faint italic">
            ⟨{plural(left, "line")} left out here; Copy has them⟩
          </span>
        )}
        {shown(tail)}
      </pre>
    </figure>
  );
}

/** Line by line, for a line break is not hidden and everything else that cannot be seen is. */
function shown(text: string): string {
  return text
    .split("\n")
    .map((line) => reveal(line.replace(/\r$/, "")))
    .join("\n");
}
