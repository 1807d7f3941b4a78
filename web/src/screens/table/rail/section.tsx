// A part of the rail that folds: its name, how much is in it, and what it holds.
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

export interface SectionProps {
  title: string;
  /** A figure or a word beside the title. */
  note?: ReactNode;
  open?: boolean;
  children: ReactNode;
}

export function Section({ title, note, open = true, children }: SectionProps) {
  return (
    <details open={open} className="group border-b border-line last:border-b-0">
      <summary className="flex min-h-9 items-center gap-2 px-4 -outline-offset-2 hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <ChevronDown
          size={15}
          aria-hidden
          className="shrink-0 -rotate-90 text-ink-faint transition-transform group-open:rotate-0"
        />
        <h3 className="text-base">{title}</h3>
        {note !== undefined && <span className="ml-auto text-xs text-ink-faint">{note}</span>}
      </summary>
      <div className="flex flex-col gap-3 px-4 pt-1 pb-4 text-sm">{children}</div>
    </details>
  );
}
