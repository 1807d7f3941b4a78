// What speaks for the files as a round left them: tests, the floor rule, and what was not taken.
import type { RoundView, Session, SynthesisView } from "@/fold";

export type Report = NonNullable<SynthesisView["report"]>;

/** Where the checks ran, in words. */
export const PLACES: Readonly<Record<Report["place"], string>> = {
  static: "nothing was run; the files were only read",
  bubblewrap: "run in a sandbox on this machine (bubblewrap), without network",
  container: "run in a container",
};

export interface Uplift {
  /** Tests that both were held against. */
  readonly tests: number;
  readonly opening: number;
  readonly result: number;
}

/** How much more passes than in the best opening, of the tests that both were held against. */
export function upliftOf(synthesis: SynthesisView): Uplift | null {
  const { report, floor } = synthesis;
  if (!report || !floor || synthesis.floor_seat === "") return null;
  const ran = new Set([...report.passed, ...report.failed]);
  const both = [...floor.passed, ...floor.failed].filter((name) => ran.has(name));
  const held = new Set(both);
  return {
    tests: held.size,
    opening: floor.passed.filter((name) => held.has(name)).length,
    result: report.passed.filter((name) => held.has(name)).length,
  };
}

/** What the floor rule came to, in a sentence; null where there was no floor. */
export function floorWords({ shipped, floor, floor_seat }: SynthesisView): string | null {
  if (!floor || shipped === null) return null;
  if (floor_seat === "") {
    return shipped === "unchanged"
      ? "No fix held what passed before, so nothing was changed."
      : "Everything that passed before the round still passes.";
  }
  return shipped === "opening"
    ? `The merge did not hold all that ${floor_seat}'s opening passes, so that opening ships in its place.`
    : `Everything that the best opening (${floor_seat}'s) passes, passes in what shipped.`;
}

export interface Untaken {
  readonly seat: string;
  readonly iteration: number;
  readonly key: string;
  /** Files that could not be taken, each with its reason. */
  readonly reasons: readonly string[];
}

/** Files that were proposed in a round and could not be taken, turn by turn. */
export function untakenIn(session: Session, round: RoundView): Untaken[] {
  return session.view.turns
    .filter((turn) => turn.round === round.key && turn.attempt === round.attempt)
    .filter((turn) => turn.rejected.length > 0)
    .map(({ key, seat, iteration, rejected }) => ({ key, seat, iteration, reasons: rejected }));
}

/** Directives of the judges that could not be carried out, once each. */
export function refusedIn(round: RoundView): string[] {
  return [...new Set(round.judgements.flatMap((judgement) => judgement.dropped))];
}

/** Rounds that have something to show, the last one that counts first. */
export function tellingRounds(session: Session): { place: number; round: RoundView }[] {
  return session.view.rounds
    .map((round, place) => ({ place, round }))
    .filter(
      ({ round }) =>
        round.synthesis !== null ||
        refusedIn(round).length > 0 ||
        untakenIn(session, round).length > 0,
    )
    .toSorted(
      (one, other) =>
        Number(other.round.counts) - Number(one.round.counts) || other.place - one.place,
    );
}
