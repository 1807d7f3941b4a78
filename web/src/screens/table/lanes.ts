// What a seat's lane shows: its turns of a round by passes, how it stands, what each turn came to.
import type { PassView, SessionView, TurnView } from "@/fold";
import { plural } from "@/design/figures";
import { isScripted } from "./account";
import { passOf, passName, roundOf, type Scene } from "./stages";
import { failureOf, isLasting, ordinal, purposeOf } from "./words";

/** The judge's own work is shown on the rail, and the chat beside the table. */
const ELSEWHERE = new Set<TurnView["purpose"]>(["judge", "rejudge", "compare", "chat"]);

export interface PassGroup {
  readonly iteration: number;
  readonly name: string;
  readonly turns: readonly TurnView[];
}

/** A seat's turns in the round of a scene, the oldest pass first. */
export function groupsOf(view: SessionView, seat: string, scene: Scene | null): PassGroup[] {
  if (scene === null) return [];
  const groups = new Map<number, TurnView[]>();
  for (const turn of view.turns) {
    if (turn.seat !== seat || turn.round !== scene.round || turn.attempt !== scene.attempt)
      continue;
    if (ELSEWHERE.has(turn.purpose)) continue;
    groups.set(turn.iteration, [...(groups.get(turn.iteration) ?? []), turn]);
  }
  return [...groups]
    .toSorted(([one], [other]) => one - other)
    .map(([iteration, turns]) => ({ iteration, name: passName(view, iteration), turns }));
}

export type Standing =
  | { readonly kind: "speaking"; readonly word: string }
  | { readonly kind: "lost"; readonly word: string }
  | { readonly kind: "failed"; readonly word: string }
  | { readonly kind: "spoken"; readonly word: string }
  | { readonly kind: "waiting"; readonly word: string };

/** How a seat stands in the pass of a scene, in a word or two. */
export function standingOf(view: SessionView, seat: string, scene: Scene | null): Standing {
  const mine = turnsIn(view, seat, scene);
  const open = mine.find((turn) => turn.status === "open");
  if (open) return { kind: "speaking", word: purposeOf(open.purpose) };
  const spoken = mine.filter((turn) => !ELSEWHERE.has(turn.purpose));
  const last = spoken.at(-1);
  if (last?.status === "failed") {
    const lost = view.lost.includes(seat);
    return { kind: lost ? "lost" : "failed", word: "gave no answer" };
  }
  if (view.lost.includes(seat)) return { kind: "lost", word: "cannot answer" };
  if (last?.status === "interrupted") return { kind: "waiting", word: "broken off" };
  if (last) return { kind: "spoken", word: "has spoken" };
  if (isPast(view, scene)) return { kind: "waiting", word: "did not speak" };
  return { kind: "waiting", word: waitingWord(passOf(view, scene), seat) };
}

/** Whether nobody will be asked any more in the pass of a scene. */
function isPast(view: SessionView, scene: Scene | null): boolean {
  if (view.outcome !== null) return true;
  const round = roundOf(view, scene);
  if (round && (round.outcome !== null || !round.counts)) return true;
  const pass = passOf(view, scene);
  return pass !== null && pass.iteration < (passesOf(view, pass).at(-1)?.iteration ?? 0);
}

function passesOf(view: SessionView, { round, attempt }: PassView): PassView[] {
  return view.passes.filter((pass) => pass.round === round && pass.attempt === attempt);
}

function turnsIn(view: SessionView, seat: string, scene: Scene | null): TurnView[] {
  return view.turns.filter(
    (turn) =>
      turn.seat === seat &&
      turn.purpose !== "chat" &&
      turn.round === scene?.round &&
      turn.attempt === scene.attempt &&
      turn.iteration === scene.iteration,
  );
}

function waitingWord(pass: PassView | null, seat: string): string {
  if (pass === null) return "waits";
  const place = pass.order.indexOf(seat);
  if (place < 0) return "is not asked";
  return pass.blind ? "speaks at once" : `speaks ${ordinal(place + 1)}`;
}

/** What an empty lane says instead of nothing. */
export function emptyWords(view: SessionView, seat: string, scene: Scene | null): string {
  if (view.lost.includes(seat)) return "It cannot answer until somebody acts.";
  const pass = passOf(view, scene);
  if (isPast(view, scene)) {
    return roundOf(view, scene)?.outcome === "clean" || pass === null
      ? "Nobody had to speak here."
      : "It did not speak here.";
  }
  if (pass === null) return "It waits for its turn.";
  const place = pass.order.indexOf(seat);
  if (place < 0) return "It is not asked in this pass.";
  if (pass.blind) return "All speak at once here, and nobody sees another.";
  return `It speaks ${ordinal(place + 1)}.`;
}

export type Tone = "plain" | "doubt" | "danger";

/** What is to be told of a turn beside its words; the worst first. */
export interface Remark {
  readonly tone: Tone;
  readonly text: string;
}

export function remarksOf(turn: TurnView): Remark[] {
  return [...statusRemarks(turn), ...readingRemarks(turn)];
}

function statusRemarks(turn: TurnView): Remark[] {
  const remarks: Remark[] = [];
  const scripted = isScripted(turn);
  const detail = turn.detail ? ` (${turn.detail})` : "";
  if (turn.status === "failed") {
    const after = isLasting(turn.error) ? " It cannot answer until somebody acts." : "";
    const why = failureOf(turn.error, turn.adapter);
    remarks.push({ tone: "danger", text: `It gave no answer: ${why}${detail}.${after}` });
    if (turn.text && !scripted) {
      remarks.push({ tone: "doubt", text: "What it had said by then may have been billed." });
    }
  }
  if (turn.status === "interrupted") {
    const billed = scripted ? "" : "; it may have been billed";
    remarks.push({ tone: "doubt", text: `It was broken off here${billed}.` });
  } else if (turn.maybe_billed > 0) {
    const asks = plural(turn.maybe_billed, "earlier ask");
    const billed = scripted ? "" : " and may have been billed";
    remarks.push({ tone: "doubt", text: `${asks} broke off${billed}.` });
  }
  return remarks;
}

function readingRemarks(turn: TurnView): Remark[] {
  const remarks: Remark[] = [];
  if (turn.unreadable) {
    remarks.push({ tone: "doubt", text: `It could not be read: ${turn.unreadable}.` });
  }
  for (const reason of turn.rejected) {
    remarks.push({ tone: "doubt", text: `Not taken: ${reason}` });
  }
  return remarks.map((remark) => ({ ...remark, text: remark.text.replace(/\.\.$/, ".") }));
}

/** What a seat did to the ledger in a round. */
export interface ClaimsDone {
  readonly raised: number;
  readonly answered: number;
  readonly conceded: number;
}

export function claimsOf(view: SessionView, seat: string, scene: Scene | null): ClaimsDone {
  const claims = roundOf(view, scene)?.claims ?? [];
  return {
    raised: claims.filter((claim) => claim.by === seat).length,
    answered: claims.filter((claim) => claim.answers.some(([by]) => by === seat)).length,
    conceded: claims.filter((claim) => claim.status === "conceded" && claim.closed_by === seat)
      .length,
  };
}

/** The claims that a speech raised; answers are counted by round, for the ledger keeps no more. */
export function raisedIn(view: SessionView, turn: TurnView): number {
  if (turn.purpose !== "speak") return 0;
  const round = roundOf(view, turn);
  if (round === null) return 0;
  return round.claims.filter(
    (claim) => claim.by === turn.seat && claim.iteration === turn.iteration,
  ).length;
}

/** Which part of its pass a turn is about, such as a chunk of a review; mostly empty. */
export function partOf(turn: TurnView): string {
  const head = `${turn.round}.${turn.attempt}.${turn.iteration}.${turn.seat}`;
  const rest = turn.key.startsWith(head) ? turn.key.slice(head.length) : "";
  const parts = rest.split("/").filter((part) => part !== "" && part !== turn.purpose);
  return parts
    .join(" ")
    .replace(/^chunk-?0$/, "the borders")
    .replace(/^chunk-?(\d+)$/, "chunk $1");
}

/** A turn's words without the block that its foot tells, and that block as it was written. */
export function partedText(text: string): { words: string; block: string } {
  const found = /\n?(`{3,}|~{3,})json[^\n]*\n(?<body>(?:(?!\n\1).)*)\n\1[ \t]*\s*$/s.exec(text);
  const body = found?.groups?.["body"] ?? "";
  const words = text.slice(0, found?.index).trimEnd();
  // A file of the project may well be JSON and stand last: it is said, and no block.
  if (!found || /(^|\n)[#*\s]*FILE:[^\n]*$/i.test(words)) return { words: text, block: "" };
  return { words, block: body };
}
