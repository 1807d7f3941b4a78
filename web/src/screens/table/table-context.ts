// The session that the parts of a table show, and whether it is live or a replay.
import { createContext, useContext } from "react";
import type { RoundView, Session, SessionView } from "@/fold";
import type { Scene } from "./stages";

export interface Shown {
  readonly session: Session;
  readonly view: SessionView;
  /** The pass one looks at; null before anything was asked. */
  readonly scene: Scene | null;
  /** False in a replay: nothing streams, and nothing can be told to the table. */
  readonly live: boolean;
}

const Context = createContext<Shown | null>(null);
export const ShownTable = Context.Provider;

export function useTable(): Shown {
  const shown = useContext(Context);
  if (shown === null) throw new Error("there is no table around this part");
  return shown;
}

export function seatIndex(view: SessionView, name: string): number {
  return view.seats.findIndex((seat) => seat.name === name);
}

/** Whether the letters of a round may give way to names: its judge has no more to say. */
export function isOver(round: RoundView): boolean {
  return round.outcome !== null || !round.counts;
}

/** Who is behind a letter, or the letter itself while the round goes on. */
export function behind(round: RoundView, label: string): { seat: string } | { letter: string } {
  const found = round.labels.find((item) => item.label === label.trim().toUpperCase());
  if (found && isOver(round)) return { seat: found.seat };
  return { letter: found?.label ?? label };
}
