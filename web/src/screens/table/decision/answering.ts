// How an option is answered: by which key, with which words, and what is sent.
import type { Schemas } from "@/api/client";
import type { RoundView, SessionView } from "@/fold";
import { currentRound } from "../stages";
import { behind, isOver } from "../table-context";
import { type Directives, NOTHING, ofVerdict, read } from "./directives";

export type Question = Schemas["Question"];
export type Option = Schemas["Option"];

/** 1 to 9 for the first nine; the others are pressed. */
export function keyOf(place: number): string {
  return place < 9 ? String(place + 1) : "";
}

/** The seat whose position an option takes; empty for any other option. */
export function seatOfPick(option: Option | null): string {
  return option?.id.startsWith("pick:") ? option.id.slice("pick:".length) : "";
}

export type Input = "nothing" | "words" | "directives" | "rounds" | "file" | "hunks";

/** What the King is asked for beside the choice itself. */
export function inputOf(view: SessionView, question: Question, option: Option): Input {
  if (question.kind === "parley" && option.id === "edit") return "file";
  if (option.id === "send_back") return "rounds";
  if (option.id === "remerge" || (option.id === "decree" && isCodeRound(view))) return "directives";
  return option.needs === "nothing" ? "nothing" : "words";
}

function isCodeRound(view: SessionView): boolean {
  const round = currentRound(view);
  return view.agenda.some((plan) => plan.key === round?.key && plan.kind === "code");
}

/** Whether it can be sent as it stands. */
export function isReady(option: Option, input: Input, text: string): boolean {
  return option.needs !== "text" || input === "file" || text.trim() !== "";
}

/** What the words are for, over the field. */
export function fieldLabel(option: Option): string {
  if (option.id === "decree") return "Your decree";
  if (option.id === "ask") return "What the knight shall change";
  if (option.id === "send_back") return "A word to the table";
  if (option.id === "retry" || option.id.startsWith("reopen:")) return "Instructions";
  return "Your words";
}

/** The directives that the chips begin with: those of the merge, else those of the last verdict. */
export function firstDirectives(view: SessionView, option: Option): Directives | null {
  const names = view.seats.map((seat) => seat.name);
  if (option.detail) return read(option.detail, names);
  const round = currentRound(view);
  const verdict = round?.judgements.findLast(({ verdict: said }) => said.kind === "code")?.verdict;
  if (!round || verdict?.kind !== "code") return { ...NOTHING, base: bestOf(round) };
  const drawn = ofVerdict(verdict, (label) => named(round, label));
  return drawn.base ? drawn : { ...drawn, base: bestOf(round) };
}

/** The letters are the judge's; the King who decides himself sees who is behind them. */
function named(round: RoundView, label: string): string {
  const who = behind(isOver(round) ? round : { ...round, outcome: "developer" }, label);
  return "seat" in who ? who.seat : label;
}

/** The candidate that passes most tests; nobody without evidence. */
function bestOf(round: RoundView | null): string {
  const ranked = (round?.candidates ?? []).toSorted(
    (one, other) => other.report.passed.length - one.report.passed.length,
  );
  const [first, second] = ranked;
  if (!first || first.report.passed.length === second?.report.passed.length) return "";
  return first.seat;
}

export const DEFAULT_ROUNDS = 2;

export function answerOf(
  question: Question,
  option: Option,
  text: string,
  rounds: number | null,
): Schemas["Answer"] {
  return {
    question: question.id,
    option: option.id,
    text: option.needs === "nothing" ? "" : text,
    rounds: rounds ?? DEFAULT_ROUNDS,
  };
}

/** The change that a parley's question is about: the question's id ends with its digest. */
export function changeAsked(view: SessionView, question: Question) {
  const digest = question.id.slice(question.id.lastIndexOf("-") + 1);
  return view.apply?.changes.find((change) => change.digest === digest) ?? null;
}

/** What comes of it. Words that one may add stand at their field, and the form of directives at theirs. */
export function consequenceOf({ effect }: Option): string {
  const bare = effect
    .replace(/(?::\s*)?BASE=NAME.*$/, "")
    .replace(/(?:^|, )with (?:instructions|a word) from you(?: if you like)?(?:; |$)/, "");
  return bare || "the merge is made as you say";
}

/** An option's label without the word that the seat is scripted, which its mark tells. */
export function shortLabel(option: Option): string {
  return option.label.replace(" (scripted rehearsal)", "");
}
