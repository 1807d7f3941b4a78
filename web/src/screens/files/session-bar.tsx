// The bar above a session's files and runs: what it is about, and the ways to its other screens.
import type { ReactNode } from "react";
import type { SessionView } from "@/fold";
import { RehearsalBadge } from "@/design/rehearsal";
import { HeaderSlot } from "@/design/shell";
import { type SessionScreen, SessionWays } from "@/session/session-ways";

export interface SessionBarProps {
  id: string;
  view: SessionView | null;
  at: SessionScreen;
  actions?: ReactNode;
}

export function SessionBar({ id, view, at, actions }: SessionBarProps) {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-surface px-3 py-1.5 sm:px-5">
      {view?.rehearsal && (
        <HeaderSlot>
          <RehearsalBadge />
        </HeaderSlot>
      )}
      <p className="min-w-0 flex-1 basis-52 truncate font-serif text-base font-semibold">
        {view === null ? "\u00a0" : view.topic || "A table without a topic"}
      </p>
      <SessionWays session={id} here={at} />
      {actions && <div className="ml-auto flex items-center gap-2">{actions}</div>}
    </div>
  );
}
