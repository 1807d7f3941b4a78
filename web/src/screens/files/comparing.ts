// Which two trees a choice means: the start, a round's before and after, one seat's work or its last
// turn alone, the draft.
import type { ProjectFile, RoundTexts, Session, Tree } from "@/fold";
import { plural } from "@/design/figures";
import { roundName } from "@/screens/table/words";

export type Against =
  | { readonly kind: "base" }
  | { readonly kind: "last" }
  | { readonly kind: "pending" }
  | { readonly kind: "round"; readonly place: number }
  | { readonly kind: "seats"; readonly place: number; readonly one: string; readonly other: string }
  | { readonly kind: "turn"; readonly place: number; readonly seat: string }
  | { readonly kind: "merged"; readonly place: number; readonly seat: string };

export interface Trees {
  readonly before: Tree;
  readonly after: Tree;
  /** What the two are called where they are shown. */
  readonly beforeName: string;
  readonly afterName: string;
  /** True: `after` is the project as it stands, so a hunk of it can be taken back. */
  readonly isNow: boolean;
}

/** The two trees, or null where the choice means nothing in this session (any more). */
export function treesOf(session: Session, now: Tree, against: Against): Trees | null {
  const { given, project, byRound } = session.texts;
  const afterName = now === project ? "now" : "now, with your changes";
  switch (against.kind) {
    case "base":
      return { before: given, after: now, beforeName: "the start", afterName, isNow: true };
    case "pending":
      return { before: project, after: now, beforeName: "as it is", afterName, isNow: true };
    case "last": {
      const round = byRound[lastPlace(session)];
      if (!round) return null;
      const beforeName = `before ${roundTitle(session, lastPlace(session))}`;
      return { before: round.before, after: now, beforeName, afterName, isNow: true };
    }
    case "round": {
      const round = byRound[against.place];
      if (!round) return null;
      const title = roundTitle(session, against.place);
      const names = { beforeName: `before ${title}`, afterName: `after ${title}` };
      return { before: round.before, after: round.after, ...names, isNow: false };
    }
    case "seats": {
      const candidates = candidatesOf(session, against.place);
      const [before, after] = [candidates.get(against.one), candidates.get(against.other)];
      if (!before || !after) return null;
      return { before, after, beforeName: against.one, afterName: against.other, isNow: false };
    }
    case "turn":
      return lastTurn(session, against.place, against.seat);
    case "merged": {
      const before = candidatesOf(session, against.place).get(against.seat);
      const after = mergedOf(byRound[against.place]);
      if (!before || !after) return null;
      return { before, after, beforeName: against.seat, afterName: "the merge", isNow: false };
    }
  }
}

/** The last round that counts and has changed something; else the last one that counts, or -1. */
export function lastPlace(session: Session): number {
  const { rounds } = session.view;
  const counts = (place: number) => rounds[place]?.counts === true;
  const places = session.texts.byRound.map((_, place) => place).filter(counts);
  const changed = places.findLast((place) => {
    const round = session.texts.byRound[place];
    return round !== undefined && round.before !== round.after;
  });
  return changed ?? places.at(-1) ?? -1;
}

/** What a seat's last turn made of its turn before, or of what it was given where it has had one. */
function lastTurn(session: Session, place: number, seat: string): Trees | null {
  const round = session.texts.byRound[place];
  const [last, earlier] = iterationsOf(session, place).get(seat)?.toReversed() ?? [];
  if (!round || !last) return null;
  return {
    before: earlier?.tree ?? round.before,
    after: last.tree,
    beforeName: earlier ? `${seat}, iteration ${earlier.iteration}` : `what ${seat} was given`,
    afterName: `${seat}, iteration ${last.iteration}`,
    isNow: false,
  };
}

/** Each seat's whole tree in a round: the project before it, with all that the seat has given. */
export function candidatesOf(session: Session, place: number): ReadonlyMap<string, Tree> {
  const all = [...iterationsOf(session, place)];
  return new Map(all.flatMap(([seat, iterations]) => pairOf(seat, iterations.at(-1)?.tree)));
}

interface Iteration {
  readonly iteration: number;
  /** As the seat left it, with the files that it did not touch. */
  readonly tree: Tree;
}

/** The iterations of a round in which a seat gave files, by seat; asked twice in one, it is one. */
function iterationsOf(session: Session, place: number): ReadonlyMap<string, readonly Iteration[]> {
  const round = session.texts.byRound[place];
  const found = new Map<string, readonly Iteration[]>();
  if (!round) return found;
  for (const { key, seat, iteration, ...turn } of session.view.turns) {
    if (turn.round !== round.round || turn.attempt !== round.attempt) continue;
    const texts = session.texts.byTurn[key];
    if (!texts || (Object.keys(texts.files).length === 0 && texts.deleted.length === 0)) continue;
    const given = Object.entries(texts.files).map(([path, text]) => ({
      path,
      text,
      binary: false,
    }));
    const before = found.get(seat) ?? [];
    const tree = put(before.at(-1)?.tree ?? round.before, given, texts.deleted);
    const others = before.filter((each) => each.iteration !== iteration);
    found.set(seat, [...others, { iteration, tree }]);
  }
  const seats = session.view.seats.map(({ name }) => name);
  return new Map(seats.flatMap((seat) => pairOf(seat, found.get(seat))));
}

function pairOf<T>(seat: string, value: T | undefined): [string, T][] {
  return value ? [[seat, value]] : [];
}

/** What the round made of the files, without what the developer edited since. */
function mergedOf(round: RoundTexts | undefined): Tree | null {
  if (!round?.made) return null;
  return put(round.before, round.made.files, round.made.deleted);
}

export function put(tree: Tree, files: readonly ProjectFile[], deleted: readonly string[]): Tree {
  const after = new Map(Object.entries(tree));
  for (const file of files) after.set(file.path, file);
  for (const path of deleted) after.delete(path);
  return Object.fromEntries(after);
}

/** A round by its name; one that was held more than once by its attempt as well. */
export function roundTitle(session: Session, place: number): string {
  const round = session.texts.byRound[place];
  if (!round) return "";
  const again = session.texts.byRound.filter((other) => other.round === round.round).length > 1;
  return again ? `${roundName(round.round)}, attempt ${round.attempt}` : roundName(round.round);
}

export interface ChoiceGroup {
  readonly group: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

/** All that can be compared in this session, for a list of choices. */
export function choicesOf(session: Session, pending: number): ChoiceGroup[] {
  const last = lastPlace(session);
  const now = [
    ...(pending > 0
      ? [choice({ kind: "pending" }, `Your changes, not kept yet (${plural(pending, "file")})`)]
      : []),
    choice({ kind: "base" }, "Now, against the start of the session"),
    ...(last >= 0
      ? [
          choice(
            { kind: "last" },
            `Now, against before the last round (${roundTitle(session, last)})`,
          ),
        ]
      : []),
  ];
  const history = session.texts.byRound.flatMap((round, place) => {
    if (round.before === round.after) return [];
    const counts = session.view.rounds[place]?.counts ? "" : " (no longer counts)";
    const label = `What ${roundTitle(session, place)} changed${counts}`;
    return [choice({ kind: "round", place }, label)];
  });
  const groups = [
    { group: "As it is now", choices: now },
    { group: "The session so far", choices: history },
    ...session.texts.byRound.flatMap((_, place) => seatGroups(session, place)),
  ];
  return groups.filter((each) => each.choices.length > 0);
}

function seatGroups(session: Session, place: number): ChoiceGroup[] {
  const iterations = iterationsOf(session, place);
  const seats = [...iterations.keys()];
  const title = roundTitle(session, place);
  const pairs = seats.flatMap((one, at) =>
    seats
      .slice(at + 1)
      .map((other) =>
        choice({ kind: "seats", place, one, other }, `${title}: ${one} against ${other}`),
      ),
  );
  const turns = seats.map((seat) => {
    const before =
      (iterations.get(seat)?.length ?? 0) > 1 ? "its turn before" : "what it was given";
    return choice({ kind: "turn", place, seat }, `${title}: ${seat}'s last turn against ${before}`);
  });
  const merged = mergedOf(session.texts.byRound[place])
    ? seats.map((seat) =>
        choice({ kind: "merged", place, seat }, `${title}: ${seat} against the merge`),
      )
    : [];
  return [{ group: `Knights in ${title}`, choices: [...pairs, ...turns, ...merged] }];
}

function choice(against: Against, label: string): { value: string; label: string } {
  return { value: written(against), label };
}

/** As it stands in the address. */
export function written(against: Against): string {
  switch (against.kind) {
    case "round":
      return `round:${against.place}`;
    case "seats":
      return ["seats", against.place, against.one, against.other].map(escaped).join(":");
    case "turn":
    case "merged":
      return [against.kind, against.place, against.seat].map(escaped).join(":");
    default:
      return against.kind;
  }
}

function escaped(part: string | number): string {
  return encodeURIComponent(part);
}

export function read(text: string | null): Against {
  const [kind, number = "", ...names] = (text ?? "").split(":");
  const place = Number.parseInt(number, 10);
  const [one = "", other = ""] = names.map(unescaped);
  switch (kind) {
    case "last":
    case "pending":
      return { kind };
    case "round":
      return { kind, place };
    case "seats":
      return { kind, place, one, other };
    case "turn":
    case "merged":
      return { kind, place, seat: one };
    default:
      return { kind: "base" };
  }
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
