// The text of turns that are being spoken. It stays outside of React: tokens are appended here,
// and once a frame those who look at a buffer are given its blocks, of which only the last is new.
import { type Frame, nextFrame } from "./frame";
import { type Block, isSame, Splitter } from "./splitter";

export interface Snapshot {
  /** The blocks in order, in groups; all but the last group keep their identity. */
  readonly groups: readonly (readonly Block[])[];
  readonly finished: boolean;
}

const GROUP = 32;
const NOTHING: Snapshot = { groups: [], finished: false };

class Buffer {
  snapshot: Snapshot = NOTHING;
  #splitter = new Splitter();
  #heard = "";
  #waiting: string[] = [];
  #full: (readonly Block[])[] = [];
  #before: readonly Block[] = [];
  #finished = false;
  /** The splitter has heard that the text is over. */
  #ended = false;

  append(text: string): boolean {
    // A late token of a turn that has ended is in the full text already.
    if (this.#finished || text === "") return false;
    this.#waiting.push(text);
    return true;
  }

  replace(text: string): void {
    this.#hear();
    this.#finished = false;
    if (!this.#ended && text.startsWith(this.#heard)) {
      this.#waiting.push(text.slice(this.#heard.length));
      return;
    }
    this.#before = this.snapshot.groups.flat();
    this.#splitter = new Splitter();
    this.#ended = false;
    this.#full = [];
    this.#heard = "";
    this.#waiting = [text];
  }

  finish(text: string): void {
    if (this.#finished && this.#heard === text) return;
    this.replace(text);
    this.#finished = true;
  }

  flush(): void {
    this.#hear();
    if (this.#finished && !this.#ended) {
      this.#splitter.end();
      this.#ended = true;
    }
    const { closed } = this.#splitter;
    while (closed.length >= (this.#full.length + 1) * GROUP) {
      const from = this.#full.length * GROUP;
      this.#full.push(this.#kept(closed.slice(from, from + GROUP)));
    }
    const rest = closed.slice(this.#full.length * GROUP);
    const last = [...this.#kept(rest), ...(this.#ended ? [] : this.#splitter.tail())];
    this.snapshot = { groups: regroup(this.#full, last), finished: this.#finished };
    if (this.#ended) this.#before = [];
  }

  #hear(): void {
    if (this.#waiting.length === 0) return;
    const text = this.#waiting.join("");
    this.#waiting = [];
    this.#heard += text;
    this.#splitter.feed(text);
  }

  /** The blocks, each as the one it replaces where nothing differs. */
  #kept(blocks: readonly Block[]): readonly Block[] {
    if (this.#before.length === 0) return blocks;
    return blocks.map((block) => {
      const old = this.#before[block.id];
      return old !== undefined && isSame(old, block) ? old : block;
    });
  }
}

/** Whole groups, and what follows them; a tail of several blocks may run over into the next. */
function regroup(full: readonly (readonly Block[])[], last: readonly Block[]): Snapshot["groups"] {
  if (last.length === 0) return [...full];
  return last.length > GROUP ? [...full, last.slice(0, GROUP), last.slice(GROUP)] : [...full, last];
}

export class Buffers {
  readonly #buffers = new Map<string, Buffer>();
  readonly #watchers = new Map<string, Set<() => void>>();
  readonly #changed = new Set<string>();
  readonly #frame: Frame;

  constructor(frame: Frame = nextFrame) {
    this.#frame = frame;
  }

  append(key: string, text: string): void {
    if (this.#of(key).append(text)) this.#touch(key);
  }

  /** The text is this now, as after a reconnection; what stands unchanged is not drawn anew. */
  replaceAll(key: string, text: string): void {
    this.#of(key).replace(text);
    this.#touch(key);
  }

  /** The turn has ended with this text. */
  finish(key: string, fullText: string): void {
    this.#of(key).finish(fullText);
    this.#touch(key);
  }

  drop(key: string): void {
    if (this.#buffers.delete(key)) this.#touch(key);
  }

  clear(): void {
    for (const key of this.#buffers.keys()) this.drop(key);
  }

  read(key: string): Snapshot {
    return this.#buffers.get(key)?.snapshot ?? NOTHING;
  }

  watch(key: string, changed: () => void): () => void {
    const watchers = this.#watchers.get(key) ?? new Set();
    this.#watchers.set(key, watchers.add(changed));
    return () => {
      watchers.delete(changed);
      if (watchers.size === 0 && this.#watchers.get(key) === watchers) this.#watchers.delete(key);
    };
  }

  #of(key: string): Buffer {
    const known = this.#buffers.get(key);
    if (known !== undefined) return known;
    const fresh = new Buffer();
    this.#buffers.set(key, fresh);
    return fresh;
  }

  #touch(key: string): void {
    this.#changed.add(key);
    this.#frame(this.#flush);
  }

  readonly #flush = (): void => {
    const keys = [...this.#changed];
    this.#changed.clear();
    for (const key of keys) this.#buffers.get(key)?.flush();
    for (const key of keys) for (const changed of this.#watchers.get(key) ?? []) changed();
  };
}

/** The buffers of this page. */
export const buffers = new Buffers();
