// A control with its label, its hint and its error, tied together for eyes and for screen readers.
import { CircleAlert } from "lucide-react";
import { createContext, type ReactNode, useContext, useId, useMemo } from "react";
import { classes } from "@/design/classes";

interface Tied {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

const Ties = createContext<Partial<Tied>>({});

/** What a control spreads over its element, so that the field around it is its label. */
export function useField(): Partial<Tied> {
  return useContext(Ties);
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean | undefined;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function Field({
  label,
  hint,
  error,
  required = false,
  hideLabel = false,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const wrong = Boolean(error);
  const hinted = Boolean(hint);
  const tied = useMemo<Tied>(() => {
    const told = [wrong && `${id}-error`, hinted && `${id}-hint`].filter(Boolean).join(" ");
    return {
      id,
      "aria-describedby": told || undefined,
      "aria-invalid": wrong || undefined,
      "aria-required": required || undefined,
    };
  }, [id, wrong, hinted, required]);
  return (
    <div className={classes("flex flex-col gap-1", className)}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "text-sm font-medium text-ink"}>
        {label}
        {required && <span className="ml-1 font-normal text-ink-faint">(needed)</span>}
      </label>
      <Ties value={tied}>{children}</Ties>
      {hinted && (
        <p id={`${id}-hint`} className="text-sm text-ink-faint">
          {hint}
        </p>
      )}
      {wrong && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert size={14} className="mt-0.75 shrink-0" aria-hidden />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
