// A session with one part of it changed; everything else keeps its identity.
import type { Memory, RoundView, Session, SessionView, Texts, TurnView } from "./types";

export function withView(session: Session, changes: Partial<SessionView>): Session {
  return { ...session, view: { ...session.view, ...changes } };
}

export function withTexts(session: Session, changes: Partial<Texts>): Session {
  return { ...session, texts: { ...session.texts, ...changes } };
}

export function withMemory(session: Session, changes: Partial<Memory>): Session {
  return { ...session, memory: { ...session.memory, ...changes } };
}

/** Where a turn stands in `view.turns`, or -1; the last ones are asked for most. */
export function placeOfTurn(session: Session, key: string): number {
  return session.view.turns.findLastIndex((turn) => turn.key === key);
}

/** The session with these changes to a turn; one that was never asked changes nothing. */
export function withTurn(session: Session, key: string, changes: Partial<TurnView>): Session {
  const place = placeOfTurn(session, key);
  const turn = session.view.turns[place];
  if (!turn) return session;
  return withView(session, { turns: session.view.turns.with(place, { ...turn, ...changes }) });
}

/** Where the last round that counts stands in `view.rounds`, or -1. */
export function placeOfCurrent(session: Session): number {
  return session.view.rounds.findLastIndex((round) => round.counts);
}

/** Whether that round and attempt is the one that goes on; events of any other change nothing. */
export function isCurrent(session: Session, round: string, attempt: number): boolean {
  const current = session.view.rounds[placeOfCurrent(session)];
  return current?.key === round && current.attempt === attempt;
}

/** The session with the last round that counts changed, if there is one. */
export function withCurrent(session: Session, change: (round: RoundView) => RoundView): Session {
  const place = placeOfCurrent(session);
  const round = session.view.rounds[place];
  if (!round) return session;
  return withView(session, { rounds: session.view.rounds.with(place, change(round)) });
}

/** An empty list, and the same one where it was empty already. */
export function emptied<T>(list: T[]): T[] {
  return list.length > 0 ? [] : list;
}

/** The round and the attempt that a turn's key begins with. */
export function roundOf(turnKey: string): { round: string; attempt: number } {
  const [round = "", attempt = ""] = turnKey.split(".", 2);
  return { round, attempt: Number.parseInt(attempt, 10) || 0 };
}
