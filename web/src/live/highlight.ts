// The page's side of the colours: lines go to the one worker, and what comes back is kept by the
// block that asked. Without a worker, or when it is stuck, code is plain and nothing else changes.
import type { TokenLine } from "./classes";
import type { Answer, Order } from "./desk";
import { type Frame, nextFrame } from "./frame";
import type { Language } from "./languages";

/** A longer file stays plain; a fence that grows longer is coloured up to here. */
export const MOST_LINES = 5_000;
/** A grammar may hang on a line made for it; then the worker is given up, with its colours. */
const PATIENCE_MS = 15_000;
const MOST_FAILURES = 3;
const REMEMBERED_LETTERS = 1_000_000;

/** The worker, or what stands for it. */
export interface Port {
  send(order: Order): void;
  stop(): void;
}

export type Connect = (hear: (answer: Answer) => void, failed: () => void) => Port;

export class Highlights {
  readonly #connect: Connect;
  readonly #frame: Frame;
  readonly #blocks = new Map<number, Colours>();
  readonly #memory = new Map<string, readonly TokenLine[]>();
  #letters = 0;
  #port: Port | null = null;
  #failures = 0;
  #next = 0;
  #alarm: ReturnType<typeof setTimeout> | undefined;

  constructor(connect: Connect = connectWorker, frame: Frame = nextFrame) {
    this.#connect = connect;
    this.#frame = frame;
  }

  /** The colours of lines, which may go on growing; nothing is sent until they are shown. */
  of(language: Language, lines: readonly string[]): Colours {
    return new Colours(this, language, lines);
  }

  recall(language: Language, code: string): readonly TokenLine[] | undefined {
    return this.#memory.get(`${language}\n${code}`);
  }

  remember(language: Language, code: string, lines: readonly TokenLine[]): void {
    const key = `${language}\n${code}`;
    if (this.#memory.has(key) || key.length > REMEMBERED_LETTERS) return;
    this.#memory.set(key, lines);
    this.#letters += key.length;
    for (const oldest of this.#memory.keys()) {
      if (this.#letters <= REMEMBERED_LETTERS) break;
      this.#memory.delete(oldest);
      this.#letters -= oldest.length;
    }
  }

  /** A number for a block at the worker's desk, or nothing where there is no worker. */
  enter(block: Colours): number | null {
    if (this.#failures >= MOST_FAILURES) return null;
    try {
      this.#port ??= this.#connect(this.#hear, this.#fail);
    } catch {
      this.#fail();
      return null;
    }
    this.#next += 1;
    this.#blocks.set(this.#next, block);
    return this.#next;
  }

  send(order: Order): void {
    // A block that a stuck worker took with it stays plain; the next worker knows nothing of it.
    if (!this.#blocks.has(order.id)) return;
    if (order.kind === "lines") this.#wait();
    this.#port?.send(order);
  }

  leave(id: number): void {
    if (this.#blocks.delete(id)) this.#port?.send({ kind: "close", id });
    if (this.#blocks.size === 0) clearTimeout(this.#alarm);
  }

  redraw(block: Colours): void {
    this.#frame(block.changed);
  }

  readonly #hear = (answer: Answer): void => {
    const block = this.#blocks.get(answer.id);
    if (answer.kind === "plain") this.#blocks.delete(answer.id);
    else block?.take(answer.lines);
    clearTimeout(this.#alarm);
    if ([...this.#blocks.values()].some((other) => other.waits)) this.#wait();
  };

  #wait(): void {
    clearTimeout(this.#alarm);
    this.#alarm = setTimeout(this.#fail, PATIENCE_MS);
  }

  readonly #fail = (): void => {
    clearTimeout(this.#alarm);
    this.#failures += 1;
    this.#port?.stop();
    this.#port = null;
    this.#blocks.clear();
  };
}

/** The colours of one block, as far as they are known: always its first `count` lines. */
export class Colours {
  readonly lines: TokenLine[] = [];
  readonly #highlights: Highlights;
  readonly #language: Language;
  readonly #text: readonly string[];
  readonly #watchers = new Set<() => void>();
  #count = 0;
  #drawn = 0;
  #id: number | null = null;
  #sent = 0;
  #come = 0;
  #open = true;

  constructor(highlights: Highlights, language: Language, text: readonly string[]) {
    this.#highlights = highlights;
    this.#language = language;
    this.#text = text;
    // An equal block may have had its colours before: then there is nothing to wait for.
    const known = text.length > 0 ? highlights.recall(language, text.join("\n")) : undefined;
    if (known === undefined) return;
    this.lines.push(...known);
    this.#count = known.length;
    this.#drawn = known.length;
  }

  get waits(): boolean {
    return this.#come < this.#sent;
  }

  /** How many lines have colours, as of the last frame. */
  readonly count = (): number => this.#drawn;

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  };

  /** Asks for the colours of what is new among the first `count` lines. */
  show(count: number, open: boolean): void {
    this.#open = open;
    if (!open && count > MOST_LINES && this.#sent === 0) return;
    if (!open && this.#count >= count) return this.#settle();
    const most = Math.min(count, MOST_LINES);
    if (this.#sent >= most) return;
    if (this.#id === null) {
      this.#id = this.#highlights.enter(this);
      if (this.#id === null) return;
      this.#highlights.send({ kind: "open", id: this.#id, language: this.#language });
    }
    const lines = this.#text.slice(this.#sent, most);
    this.#sent = most;
    this.#highlights.send({ kind: "lines", id: this.#id, lines });
  }

  take(lines: readonly TokenLine[]): void {
    for (const line of lines) {
      this.lines[this.#come] = line;
      this.#come += 1;
    }
    this.#count = Math.max(this.#count, this.#come);
    this.#highlights.redraw(this);
    if (this.#come === this.#sent) this.#settle();
  }

  /** When the whole block has its colours, the worker can forget it. */
  #settle(): void {
    if (this.#open || this.#id === null || this.#text.length > this.#count) return;
    this.#highlights.remember(this.#language, this.#text.join("\n"), this.lines);
    this.close();
  }

  /** Nobody looks any more, or all is known. What is known stays known. */
  readonly close = (): void => {
    if (this.#id !== null) this.#highlights.leave(this.#id);
    this.#id = null;
    this.#sent = 0;
    this.#come = 0;
  };

  readonly changed = (): void => {
    this.#drawn = this.#count;
    for (const watcher of this.#watchers) watcher();
  };
}

function connectWorker(hear: (answer: Answer) => void, failed: () => void): Port {
  const worker = new Worker(new URL("./highlight.worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => hear(data));
  worker.addEventListener("error", failed);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a worker
  return { send: (order) => worker.postMessage(order), stop: () => worker.terminate() };
}

/** The colours of this page. */
export const highlights = new Highlights();
