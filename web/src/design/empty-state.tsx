// Nothing is here yet: what would be, and how to get it.
import type { ReactNode } from "react";
import { classes } from "@/design/classes";

export interface EmptyStateProps {
  title: string;
  icon?: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
  children?: ReactNode;
}

export function EmptyState({ title, icon, action, className, children }: EmptyStateProps) {
  return (
    <div className={classes("flex flex-col items-center gap-3 px-6 py-12 text-center", className)}>
      {icon && <div className="text-ink-faint">{icon}</div>}
      <p className="font-serif text-lg font-semibold">{title}</p>
      {children && <div className="max-w-prose text-ink-soft">{children}</div>}
      {action}
    </div>
  );
}
