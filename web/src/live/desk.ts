// The worker's desk: fences come in line by line, and each in its turn is coloured a little, so
// that a long file keeps nobody waiting who is reading along.
import type { TokenLine } from "./classes";
import { type Colouring, openColouring } from "./tokeniser";

export type Order =
  | { readonly kind: "open"; readonly id: number; readonly language: string }
  | { readonly kind: "lines"; readonly id: number; readonly lines: readonly string[] }
  | { readonly kind: "close"; readonly id: number };

export type Answer =
  | { readonly kind: "coloured"; readonly id: number; readonly lines: readonly TokenLine[] }
  | { readonly kind: "plain"; readonly id: number };

const SLICE = 60;

interface Job {
  readonly id: number;
  colouring: Colouring | null;
  readonly lines: string[];
}

export class Desk {
  readonly #jobs = new Map<number, Job>();
  readonly #answer: (answer: Answer) => void;
  #working = false;

  constructor(answer: (answer: Answer) => void) {
    this.#answer = answer;
  }

  take(order: Order): void {
    if (order.kind === "open") void this.#open(order.id, order.language);
    else if (order.kind === "close") this.#jobs.delete(order.id);
    else this.#jobs.get(order.id)?.lines.push(...order.lines);
    void this.#work();
  }

  async #open(id: number, language: string): Promise<void> {
    const job: Job = { id, colouring: null, lines: [] };
    this.#jobs.set(id, job);
    job.colouring = await openColouring(language);
    if (!this.#jobs.has(id)) return;
    if (job.colouring === null) {
      this.#jobs.delete(id);
      this.#answer({ kind: "plain", id });
    }
    void this.#work();
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    for (let due = this.#due(); due.length > 0; due = this.#due()) {
      for (const job of due) {
        if (!this.#jobs.has(job.id)) continue;
        const lines = job.colouring?.colour(job.lines.splice(0, SLICE)) ?? [];
        this.#answer({ kind: "coloured", id: job.id, lines });
        await pause();
      }
    }
    this.#working = false;
  }

  #due(): Job[] {
    return [...this.#jobs.values()].filter((job) => job.colouring && job.lines.length > 0);
  }
}

/** Lets orders in that have come meanwhile. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
