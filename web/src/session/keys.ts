// Under which name the words of a turn are kept while they come in.

export function bufferKey(session: string, turnKey: string, ask: number): string {
  return `${session}|${turnKey}|${ask}`;
}
