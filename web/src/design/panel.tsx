// A surface with a heading, room for actions beside it, and a foot.
import { type ReactNode, useId } from "react";
import { classes } from "@/design/classes";

export interface PanelProps {
  title?: ReactNode;
  /** What stands under the title in a smaller hand. */
  note?: ReactNode;
  actions?: ReactNode;
  foot?: ReactNode;
  level?: 2 | 3 | undefined;
  /** The seat whose part of the page this is, as `seatAt(index).number`. */
  seat?: number | undefined;
  /** No space around the content, for lists and tables that reach the edges. */
  flush?: boolean | undefined;
  className?: string | undefined;
  children?: ReactNode;
}

export function Panel({
  title,
  note,
  actions,
  foot,
  level = 2,
  seat,
  flush = false,
  className,
  children,
}: PanelProps) {
  const id = useId();
  const Heading = level === 2 ? "h2" : "h3";
  const Box = title ? "section" : "div";
  return (
    <Box
      aria-labelledby={title ? id : undefined}
      data-seat={seat}
      className={classes("rounded-lg border border-line bg-surface", className)}
    >
      {(title || actions) && (
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-4">
          <div className="min-w-0">
            {title && (
              <Heading id={id} className={classes(level === 3 && "text-base")}>
                {title}
              </Heading>
            )}
            {note && <p className="text-sm text-ink-faint">{note}</p>}
          </div>
          {actions && <div className="-my-1 flex items-center gap-2">{actions}</div>}
        </div>
      )}
      <div className={flush ? "pt-3" : "px-5 py-4"}>{children}</div>
      {foot && <div className="border-t border-line px-5 py-3 text-sm text-ink-soft">{foot}</div>}
    </Box>
  );
}
