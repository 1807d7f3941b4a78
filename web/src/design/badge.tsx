// A word on the state of something; the word tells, the colour only helps.
import type { ReactNode } from "react";
import { classes } from "@/design/classes";

export type Tone = "plain" | "accent" | "agree" | "doubt" | "danger" | "king" | "seat";

const TONES: Record<Tone, string> = {
  plain: "bg-sunken text-ink-soft",
  accent: "bg-accent-soft text-accent",
  agree: "bg-agree-soft text-agree",
  doubt: "bg-doubt-soft text-doubt",
  danger: "bg-danger-soft text-danger",
  king: "bg-king-soft text-king",
  seat: "bg-seat-soft text-seat",
};

export interface BadgeProps {
  tone?: Tone | undefined;
  icon?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

export function Badge({ tone = "plain", icon, className, children }: BadgeProps) {
  return (
    <span
      className={classes(
        "inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap",
        TONES[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
