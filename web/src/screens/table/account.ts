// What a session cost, seat by seat, what each seat added, and who answered in the end.
import { money } from "@/design/figures";
import type { SessionView, TurnView, Usage } from "@/fold";

export interface SeatAccount {
  readonly seat: string;
  /** Turns that were completed. */
  readonly turns: number;
  readonly used: Usage;
  readonly seconds: number;
  /** Units of the result that are its own. */
  readonly units: number;
  /** Claims that ended as it had said, and those that it gave in to. */
  readonly won: number;
  readonly conceded: number;
}

export interface Account {
  readonly seats: readonly SeatAccount[];
  readonly spent: Usage;
  readonly maybe: Usage;
  /** Asks that broke off and may have been billed; those of a script never are. */
  readonly broken: number;
  readonly seconds: number;
  readonly hasRounds: boolean;
}

export function accountOf(view: SessionView): Account {
  return {
    seats: view.seats.map((seat) => seatAccount(view, seat.name)),
    spent: view.spent,
    maybe: view.maybe_spent,
    broken: view.turns
      .filter((turn) => !isScripted(turn))
      .reduce((sum, turn) => {
        return sum + turn.maybe_billed + (turn.status === "failed" && turn.text ? 1 : 0);
      }, 0),
    seconds: view.active_seconds,
    hasRounds: view.rounds.length > 0,
  };
}

function seatAccount(view: SessionView, seat: string): SeatAccount {
  const turns = view.turns.filter((turn) => turn.seat === seat);
  const claims = view.rounds.filter((round) => round.counts).flatMap((round) => round.claims);
  return {
    seat,
    turns: turns.filter((turn) => turn.status === "done").length,
    used: turns.reduce((sum, turn) => plus(sum, turn.usage), NO_USAGE),
    seconds: turns.reduce((sum, turn) => sum + turn.seconds, 0),
    units: unitsOf(view, seat),
    won: claims.filter((claim) => claim.by === seat && claim.upheld).length,
    conceded: claims.filter((claim) => claim.status === "conceded" && claim.closed_by === seat)
      .length,
  };
}

/** Each unit is its last author's; what a later round left alone stays with the earlier one. */
function unitsOf(view: SessionView, seat: string): number {
  const owners = new Map<string, string>();
  for (const round of view.rounds.filter((each) => each.counts)) {
    for (const { path, unit, source } of round.synthesis?.provenance ?? []) {
      owners.set(`${path}\n${unit}`, source);
    }
  }
  return [...owners.values()].filter((owner) => owner === seat).length;
}

const NO_USAGE: Usage = { input_tokens: 0, output_tokens: 0, cost_microusd: 0 };

function plus(one: Usage, other: Usage): Usage {
  return {
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
    cost_microusd: one.cost_microusd + other.cost_microusd,
  };
}

export interface Voices {
  readonly answered: readonly string[];
  readonly silent: readonly string[];
}

/** Who was counted: by the last vote where there was one, else by who has spoken. */
export function voicesOf(view: SessionView): Voices {
  const last = view.passes.at(-1);
  const ballots = last?.tally?.ballots.map(
    ({ seat, status }) => [seat, status === "voted"] as const,
  );
  const opinions = last?.consultation?.opinions.map(
    ({ seat, status }) => [seat, status === "given"] as const,
  );
  const heard = ballots ?? opinions ?? spokenIn(view);
  return {
    answered: heard.filter(([, counted]) => counted).map(([seat]) => seat),
    silent: heard.filter(([, counted]) => !counted).map(([seat]) => seat),
  };
}

/** Without a vote: whoever spoke in a round that counts, or in a pass where there are no rounds. */
function spokenIn(view: SessionView): (readonly [string, boolean])[] {
  if (view.passes.length === 0) return [];
  const counts = new Set(
    view.rounds.filter((round) => round.counts).map(({ key, attempt }) => `${key}.${attempt}`),
  );
  return view.seats.map(({ name }) => [
    name,
    view.turns.some(
      (turn) =>
        turn.seat === name &&
        turn.status === "done" &&
        turn.purpose !== "chat" &&
        (counts.size === 0 || counts.has(`${turn.round}.${turn.attempt}`)),
    ),
  ]);
}

/** The caps and how much of each is used, the fullest first. */
export interface Cap {
  readonly name: "cost" | "tokens" | "minutes";
  readonly used: number;
  readonly limit: number;
}

export function capsOf(view: SessionView): Cap[] {
  const { budget, spent, maybe_spent: maybe } = view;
  // As the server counts: what may have been billed is held against a cap too.
  const used = plus(spent, maybe);
  const caps: { name: Cap["name"]; used: number; limit: number | null }[] = [
    { name: "cost", used: used.cost_microusd, limit: budget.max_cost_microusd ?? null },
    {
      name: "tokens",
      used: used.input_tokens + used.output_tokens,
      limit: budget.max_tokens ?? null,
    },
    { name: "minutes", used: view.active_seconds / 60, limit: budget.max_minutes ?? null },
  ];
  return caps
    .filter((cap): cap is Cap => cap.limit !== null)
    .toSorted((one, other) => shareOf(other) - shareOf(one));
}

export function shareOf({ used, limit }: Cap): number {
  return limit > 0 ? used / limit : 1;
}

/** What to say of prices that a script names. */
export const PLAY = "The script names its prices; nothing is paid.";

/** Whether everybody at the table speaks from a script, so that the money is make-believe. */
export function isPlay(view: SessionView): boolean {
  return view.seats.every((seat) => seat.scripted);
}

/** Whether a script speaks: whatever becomes of the turn, nobody is billed for it. */
export function isScripted({ adapter }: TurnView): boolean {
  return adapter === "scripted";
}

/** What may have been billed beside what was spent, as a sentence; empty where nothing was. */
export function brokenWords(view: SessionView): string {
  const { broken, maybe } = accountOf(view);
  if (broken === 0) return "";
  const asks = broken === 1 ? "One ask" : `${broken} asks`;
  return `${asks} broke off and may have been billed as well, at worst ${money(maybe.cost_microusd)}.`;
}
