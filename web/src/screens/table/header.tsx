// The head of the table: what it is about, how far it is, what it costs, and what it can be told.
import { ChevronDown, ChevronUp, Unplug } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { classes } from "@/design/classes";
import { IconButton } from "@/design/icon-button";
import { RehearsalBadge } from "@/design/rehearsal";
import { HeaderSlot } from "@/design/shell";
import { Spinner } from "@/design/spinner";
import type { Connection } from "@/session/wire";
import { CostMeter } from "./cost-meter";
import type { Scene } from "./stages";
import { Stepper } from "./stepper";
import { useTable } from "./table-context";
import { workflowOf } from "./words";

export interface TableHeaderProps {
  onShow: (scene: Scene) => void;
  /** Given where a round can be held anew. */
  onRetry?: ((round: string) => void) | undefined;
  /** Given where one looks at an earlier pass. */
  onNow?: (() => void) | undefined;
  actions?: ReactNode;
  /** What stands in front of the topic, such as that this is a replay. */
  badge?: ReactNode;
}

export function TableHeader({ onShow, onRetry, onNow, actions, badge }: TableHeaderProps) {
  const { view } = useTable();
  return (
    <header className="flex flex-col gap-1 border-b border-line bg-surface px-4 pt-2.5 pb-1 sm:px-5">
      {view.rehearsal && (
        <HeaderSlot>
          <RehearsalBadge />
        </HeaderSlot>
      )}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-80">
          <p className="flex items-center gap-2 text-xs text-ink-faint">
            {badge}
            <span>
              {workflowOf(view.workflow)}
              {view.project && ` · ${view.project}`}
            </span>
          </p>
          <Topic text={view.topic} />
        </div>
        <div className="flex flex-wrap items-center gap-x-2">{actions}</div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 lg:flex-nowrap">
        <div className="flex min-w-0 items-center gap-2">
          <Stepper onShow={onShow} onRetry={onRetry} />
          {onNow && (
            <button
              type="button"
              onClick={onNow}
              className="min-h-7 shrink-0 rounded-full bg-accent-soft px-3 text-xs font-medium text-accent hover:underline"
            >
              Back to now
            </button>
          )}
        </div>
        <CostMeter />
      </div>
    </header>
  );
}

/** One line, and the whole where there is more of it. */
function Topic({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const [clipped, setClipped] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const element = heading.current;
    if (element === null || open) return;
    const look = () => setClipped(element.scrollHeight > element.clientHeight + 1);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [open]);
  return (
    <div className="flex items-start gap-1">
      <h1
        ref={heading}
        className={classes(
          "min-w-0 text-lg break-words",
          open
            ? "max-h-48 overflow-y-auto whitespace-pre-wrap"
            : "line-clamp-1 max-sm:line-clamp-2",
        )}
      >
        {text || "A table without a topic"}
      </h1>
      {(clipped || open) && (
        <IconButton
          label={open ? "Show less of the topic" : "Show the whole topic"}
          icon={open ? <ChevronUp size={16} /> : <ChevronDown size={16} />}
          aria-expanded={open}
          side="bottom-end"
          onClick={() => setOpen(!open)}
          className="size-7"
        />
      )}
    </div>
  );
}

/** Quiet while all is well. */
export function ConnectionState({ connection }: { connection: Connection }) {
  if (connection === "live") return null;
  if (connection === "closed") {
    return (
      <span className="inline-flex items-center gap-1.5 text-sm text-ink-faint">
        <Unplug size={14} aria-hidden /> not connected
      </span>
    );
  }
  return (
    <span role="status" className="inline-flex items-center gap-1.5 text-sm text-doubt">
      <Spinner size={13} /> {connection === "opening" ? "connecting …" : "reconnecting …"}
    </span>
  );
}
