// A run's output as lines: pieces of a place become its lines, whoever wrote in between. It is read
// on from where it was left, so that a piece more costs what it brings and not what is there.
import { piecesOf, type RunPiece, type RunText } from "@/fold";

export interface LogLine {
  readonly service: string;
  readonly stream: RunPiece["stream"];
  /** When its first piece came. */
  readonly written: string;
  readonly text: string;
}

/** Longer lines are shown so far; Copy has them whole. */
export const LONGEST = 4_000;

/** What a terminal is told, and means nothing here: colours, cursors, titles. */
// oxlint-disable-next-line no-control-regex -- it is what a terminal is told
const TERMINAL = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

export class LogBook {
  #lines: LogLine[] = [];
  /** Where the line of a place is that has no end yet. */
  #open = new Map<string, number>();
  /** Characters taken in. */
  #taken = 0;
  #dropped = 0;

  /** All lines so far; a new list whenever there is more, so that a change is seen. */
  read(text: RunText): readonly LogLine[] {
    const whole = text.headLength + text.tailLength + text.dropped;
    if (whole === this.#taken && text.dropped === this.#dropped) return this.#lines;
    if (text.dropped !== this.#dropped || whole < this.#taken) {
      // What lies between beginning and end has changed, which happens to giants alone.
      this.#begin(text.dropped);
      for (const piece of piecesOf(text)) this.#take(piece);
    } else {
      this.#lines = this.#lines.slice();
      for (const piece of newest(text, whole - this.#taken)) this.#take(piece);
    }
    this.#taken = whole;
    return this.#lines;
  }

  #begin(dropped: number): void {
    this.#lines = [];
    this.#open = new Map();
    this.#dropped = dropped;
  }

  #take({ service, stream, written, text }: RunPiece): void {
    const place = `${stream} ${service}`;
    const parts = text.split("\n");
    parts.forEach((part, at) => {
      const last = at === parts.length - 1;
      const open = this.#open.get(place);
      const before = open === undefined ? undefined : this.#lines[open];
      if (before !== undefined && open !== undefined) {
        this.#lines[open] = { ...before, text: before.text + part };
      } else if (!last || part !== "") {
        this.#lines.push({ service, stream, written, text: part });
      }
      if (!last) this.#open.delete(place);
      else if (part !== "" && open === undefined) this.#open.set(place, this.#lines.length - 1);
    });
  }
}

/** The last pieces that hold so many characters, in their order. */
function newest({ head, tail }: RunText, characters: number): RunPiece[] {
  const found: RunPiece[] = [];
  let left = characters;
  for (const blocks of [tail, head]) {
    for (let place = blocks.length - 1; place >= 0 && left > 0; place -= 1) {
      const pieces = blocks[place]?.pieces ?? [];
      for (let at = pieces.length - 1; at >= 0 && left > 0; at -= 1) {
        const piece = pieces[at];
        if (piece === undefined) continue;
        found.push(piece);
        left -= piece.text.length;
      }
    }
  }
  return found.toReversed();
}

/** A line as it is shown: what was written over is gone, and so is what only a terminal reads. */
export function shownText(text: string): string {
  const plain = text.includes("\u001b") ? text.replace(TERMINAL, "") : text;
  const kept = plain.endsWith("\r") ? plain.slice(0, -1) : plain;
  return kept.slice(kept.lastIndexOf("\r") + 1);
}

export interface Sought {
  /** Empty: of all. */
  readonly service: string;
  readonly search: string;
}

/** The lines of a service that hold the words; the very same list where all are wanted. */
export function sought(lines: readonly LogLine[], { service, search }: Sought): readonly LogLine[] {
  const words = search.trim().toLowerCase();
  if (service === "" && words === "") return lines;
  return lines.filter(
    (line) =>
      (service === "" || line.service === service || line.service === "") &&
      (words === "" || line.text.toLowerCase().includes(words)),
  );
}

/** The whole log as plain text, each line with where it is from. */
export function wholeText(lines: readonly LogLine[], several: boolean): string {
  return lines
    .map(({ service, stream, text }) => {
      const from = [several ? service : "", MARKS[stream]].filter(Boolean).join(" ");
      return from === "" ? shownText(text) : `${from} | ${shownText(text)}`;
    })
    .join("\n");
}

/** The word beside a line; what is written to the standard output has none. */
export const MARKS: Readonly<Record<LogLine["stream"], string>> = {
  build: "build",
  stdout: "",
  stderr: "err",
  notice: "note",
};
