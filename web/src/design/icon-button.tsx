// A button that shows a sign instead of words; its name is spoken, and shown on hover and focus.
import type { ComponentProps, ReactNode } from "react";
import { classes } from "@/design/classes";
import { Spinner } from "@/design/spinner";
import { Tooltip, type TooltipProps } from "@/design/tooltip";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label"> {
  label: string;
  /** What is shown, where the name is long because it tells this button from others like it. */
  tip?: string | undefined;
  icon: ReactNode;
  /** A key that does the same, shown after the name. */
  keys?: string | undefined;
  side?: TooltipProps["side"];
  busy?: boolean | undefined;
  /** For a button that stays pressed. */
  pressed?: boolean | undefined;
}

export function IconButton({
  label,
  tip = label,
  icon,
  keys,
  side,
  busy = false,
  pressed,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={keys === undefined ? tip : `${tip} (${keys})`} side={side}>
      <button
        type="button"
        aria-label={label}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        aria-pressed={pressed}
        onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
        className={classes(
          "inline-grid size-9 shrink-0 place-items-center rounded-md text-ink-soft transition-colors duration-100 enabled:hover:bg-sunken enabled:hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent disabled:cursor-not-allowed disabled:opacity-55",
          className,
        )}
        {...rest}
      >
        {busy ? <Spinner /> : icon}
      </button>
    </Tooltip>
  );
}
