// A button with words. While it is busy it keeps its width, its focus and its place, and does nothing.
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { classes } from "@/design/classes";
import { Spinner } from "@/design/spinner";

export type ButtonKind = "primary" | "quiet" | "danger" | "bare";

const KINDS: Record<ButtonKind, string> = {
  primary: "border-accent bg-accent text-on-accent enabled:hover:bg-accent-strong",
  quiet: "border-line-strong bg-raised text-ink enabled:hover:bg-sunken",
  danger: "border-danger bg-raised text-danger enabled:hover:bg-danger-soft",
  bare: "border-transparent text-ink-soft enabled:hover:bg-sunken enabled:hover:text-ink",
};

export interface ButtonProps extends ComponentProps<"button"> {
  kind?: ButtonKind | undefined;
  size?: "sm" | "md" | undefined;
  busy?: boolean | undefined;
  icon?: ReactNode;
}

export function Button({
  kind = "quiet",
  size = "md",
  busy = false,
  icon,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      className={classes(
        "relative inline-flex shrink-0 items-center justify-center rounded-md border font-medium whitespace-nowrap transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-55",
        size === "md" ? "min-h-9 px-3.5 text-base" : "min-h-7 px-2.5 text-sm",
        KINDS[kind],
        className,
      )}
      {...rest}
    >
      <span className={classes("inline-flex items-center gap-2", busy && "opacity-0")}>
        {icon}
        {children}
      </span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  );
}
