// A short word on what something is, on hover and on focus; Escape sends it away.
import { type ReactNode, useState } from "react";
import { classes } from "@/design/classes";

const SIDES = {
  bottom: "top-full left-1/2 mt-1.5 -translate-x-1/2",
  top: "bottom-full left-1/2 mb-1.5 -translate-x-1/2",
  "bottom-end": "top-full right-0 mt-1.5",
  "bottom-start": "top-full left-0 mt-1.5",
} as const;

export interface TooltipProps {
  text: ReactNode;
  side?: keyof typeof SIDES | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** It adds to what is there and never holds what is nowhere else: it is hidden from screen readers,
    so a control inside needs a name of its own. */
export function Tooltip({ text, side = "bottom", className, children }: TooltipProps) {
  const [quiet, setQuiet] = useState(false);
  return (
    <span
      role="presentation"
      className={classes("tipped relative inline-flex", className)}
      data-quiet={quiet || undefined}
      onKeyDown={(event) => event.key === "Escape" && setQuiet(true)}
      onPointerLeave={() => setQuiet(false)}
      onBlur={() => setQuiet(false)}
    >
      {children}
      <span className={classes("tip", SIDES[side])} aria-hidden>
        {text}
      </span>
    </span>
  );
}
