// Something went wrong: what, what can be done about it, and a way to try again.
import { RotateCcw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/design/button";
import { classes } from "@/design/classes";
import { Said } from "@/design/said";

export interface ErrorStateProps {
  message: ReactNode;
  remedy?: ReactNode;
  onRetry?: (() => void) | undefined;
  busy?: boolean | undefined;
  className?: string | undefined;
}

export function ErrorState({ message, remedy, onRetry, busy, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={classes(
        "flex items-start gap-3 rounded-md border border-danger bg-danger-soft px-4 py-3",
        className,
      )}
    >
      <TriangleAlert size={18} aria-hidden className="mt-0.75 shrink-0 text-danger" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words text-ink">{told(message)}</p>
        {remedy && <p className="break-words text-ink-soft">{told(remedy)}</p>}
      </div>
      {onRetry && (
        <Button size="sm" icon={<RotateCcw size={14} aria-hidden />} busy={busy} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** What the server says may hold something to type, between backticks. */
function told(words: ReactNode): ReactNode {
  return typeof words === "string" ? <Said text={words} /> : words;
}
