// On or off, at once. Its words are its label; the whole line can be pressed.
import { type ReactNode, useId } from "react";
import { classes } from "@/design/classes";

export interface ToggleProps {
  label: ReactNode;
  hint?: ReactNode;
  on: boolean;
  onChange: (on: boolean) => void;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

export function Toggle({ label, hint, on, onChange, disabled = false, className }: ToggleProps) {
  const id = useId();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-labelledby={`${id}-label`}
      aria-describedby={hint ? `${id}-hint` : undefined}
      disabled={disabled}
      onClick={() => onChange(!on)}
      className={classes(
        "flex min-h-7 items-start gap-3 rounded-sm text-start disabled:cursor-not-allowed disabled:opacity-55",
        className,
      )}
    >
      <span
        aria-hidden
        className={classes(
          "mt-0.5 flex h-5 w-9 shrink-0 items-center rounded-full border p-0.5 transition-colors duration-100",
          on ? "border-accent bg-accent" : "border-line-strong bg-sunken",
        )}
      >
        <span
          className={classes(
            "size-3.5 rounded-full transition-transform duration-100",
            on ? "translate-x-4 bg-on-accent" : "bg-line-strong",
          )}
        />
      </span>
      <span className="min-w-0">
        <span id={`${id}-label`} className="block text-ink">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="block text-sm text-ink-faint">
            {hint}
          </span>
        )}
      </span>
    </button>
  );
}
