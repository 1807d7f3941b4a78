// How far something is; without a value, that it goes on.
import { classes } from "@/design/classes";

const TONES = {
  accent: "bg-accent",
  agree: "bg-agree",
  doubt: "bg-doubt",
  danger: "bg-danger",
  king: "bg-king",
  seat: "bg-seat",
} as const;

export interface ProgressProps {
  label: string;
  /** 0 to 1; null while it cannot be known. */
  value: number | null;
  /** What is read out instead of a share, as in "$0.12 of $1.00". */
  told?: string | undefined;
  tone?: keyof typeof TONES | undefined;
  className?: string | undefined;
}

export function Progress({ label, value, told, tone = "accent", className }: ProgressProps) {
  const share = value === null ? null : Math.min(1, Math.max(0, value));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.round(share * 100)}
      aria-valuetext={told}
      className={classes("h-1.5 w-full overflow-hidden rounded-full bg-sunken", className)}
    >
      <div
        className={classes(
          "h-full rounded-full",
          TONES[tone],
          share === null
            ? "w-1/4 animate-pass"
            : "w-full origin-left transition-transform duration-200",
        )}
        style={share === null ? undefined : { transform: `scaleX(${share})` }}
      />
    </div>
  );
}
