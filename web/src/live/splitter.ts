// Cuts a growing text into blocks, so that only its last block ever changes.
//
// State moves on with whole lines only. A line that is still being written is tried on a copy of
// that state, or held back while it can yet become something else; so how a text was cut into
// tokens cannot matter, and a block that was shown as closed stays as it is.
import {
  closes,
  dedent,
  delimits,
  type Fence,
  indentOf,
  interrupts,
  isUndecided,
  kindOf,
  type LineKind,
  mayClose,
  readFence,
  readTitle,
  underlines,
} from "./lines";

export type ProseKind = "paragraph" | "heading" | "list" | "table" | "quote" | "rule";

export interface ProseBlock {
  readonly kind: ProseKind;
  readonly id: number;
  readonly text: string;
  readonly open: boolean;
}

export interface CodeFence {
  readonly kind: "code";
  readonly id: number;
  /** What stands behind the fence, as it was written. */
  readonly info: string;
  /** The path of the FILE line above, if there was one. */
  readonly title: string;
  /** Whole lines. While the block is open this list goes on growing behind `count`. */
  readonly lines: readonly string[];
  readonly count: number;
  /** The line that is being written. */
  readonly tail: string;
  readonly open: boolean;
}

export type Block = ProseBlock | CodeFence;

/** Past so many characters a block of prose is cut at its next line, so that no frame is long. */
export const LONG = 6_000;
/** Past so many it is cut wherever it is: an item that never ends, a table of one row. */
const TOO_LONG = 4 * LONG;

interface ProseDraft {
  readonly kind: ProseKind;
  readonly text: string;
  /** Empty lines at the end: within a list they may still be inside. */
  readonly blanks: number;
  /** The two lines that every part of a long table needs. */
  readonly head: string;
}

interface CodeDraft {
  readonly kind: "code";
  readonly fence: Fence;
  readonly title: string;
  readonly lines: string[];
}

interface State {
  readonly draft: ProseDraft | CodeDraft | null;
  /** A FILE line that waits for its fence. */
  readonly named: { readonly line: string; readonly title: string } | null;
  /** Inside an item that a fence has cut in two: how far its text is indented. */
  readonly inset: number;
}

const FRESH: State = { draft: null, named: null, inset: 0 };

export class Splitter {
  /** Blocks that will never change again. */
  readonly closed: Block[] = [];
  #state: State = FRESH;
  #partial = "";
  /** The beginning of the present line was too long to wait for its end, and is told. */
  #within = false;
  #return = false;
  #provisional: readonly Block[] = [];

  /** Reads on. A carriage return at the end waits for what follows it. */
  feed(text: string): void {
    let all = this.#return ? `\r${text}` : text;
    this.#return = all.endsWith("\r");
    if (this.#return) all = all.slice(0, -1);
    if (all.includes("\r")) all = all.replace(/\r\n?/g, "\n");
    let from = 0;
    for (let end = all.indexOf("\n"); end >= 0; end = all.indexOf("\n", from)) {
      this.#partial += all.slice(from, end);
      this.#shorten();
      this.#endLine();
      from = end + 1;
    }
    this.#partial += all.slice(from);
    this.#shorten();
  }

  /** The text is over: what is held back is told, and what is open is closed. */
  end(): void {
    if (this.#return || this.#partial !== "") this.#endLine();
    this.#return = false;
    this.#refuseName();
    this.#close();
  }

  /** What stands behind the closed blocks now; only the last of these is open. */
  tail(): readonly Block[] {
    const { draft } = this.#state;
    if (draft?.kind === "code") return [this.#codeBlock(draft, true)];
    const shown = this.#within || !isUndecided(this.#partial);
    if (!shown || this.#partial === "") return this.#openBlocks();
    const [state, count] = [this.#state, this.closed.length];
    this.#line(this.#partial);
    const open = this.#openBlocks();
    const tried = [...this.closed.splice(count), ...open];
    this.#state = state;
    const last = tried.pop();
    this.#provisional = tried;
    return last === undefined ? tried : [...tried, { ...last, open: true }];
  }

  #openBlocks(): readonly Block[] {
    const { draft, named } = this.#state;
    const id = this.closed.length;
    if (draft?.kind === "code") return [this.#codeBlock(draft, true)];
    if (draft !== null) return [{ kind: draft.kind, id, text: draft.text, open: true }];
    if (named === null) return [];
    const nothing = { info: "", lines: [], count: 0, tail: "" };
    return [{ kind: "code", id, title: named.title, ...nothing, open: true }];
  }

  #codeBlock({ fence, title, lines }: CodeDraft, open: boolean): CodeFence {
    const held = !open || mayClose(this.#partial, fence);
    return {
      kind: "code",
      id: this.closed.length,
      info: fence.info,
      title,
      lines,
      count: lines.length,
      tail: held ? "" : dedent(this.#partial, fence.indent),
      open,
    };
  }

  #endLine(): void {
    const line = this.#partial;
    this.#partial = "";
    this.#line(line);
    this.#within = false;
  }

  /** Tells the beginning of a line of prose that is too long to wait for its end. */
  #shorten(): void {
    while (this.#partial.length > LONG && this.#state.draft?.kind !== "code") {
      const space = this.#partial.lastIndexOf(" ", LONG - 1) + 1;
      let cut = space > LONG / 2 ? space : LONG;
      // Half of a pair would be no letter.
      if (/[\uD800-\uDBFF]/.test(this.#partial.charAt(cut - 1))) cut -= 1;
      const rest = this.#partial.slice(cut);
      this.#line(this.#partial.slice(0, cut));
      this.#partial = rest;
      this.#within = true;
    }
  }

  #line(line: string): void {
    const { draft, named } = this.#state;
    if (this.#within) {
      this.#close();
      this.#begin("paragraph", line);
    } else if (draft?.kind === "code") {
      if (closes(line, draft.fence)) this.#close();
      else draft.lines.push(dedent(line, draft.fence.indent));
    } else if (named === null) {
      this.#prose(line);
    } else if (line.trim() !== "") {
      if (readFence(line) === null) this.#refuseName();
      this.#prose(line);
    }
  }

  #prose(whole: string): void {
    const line = this.#inset(whole);
    const draft = this.#state.draft as ProseDraft | null;
    const kind = kindOf(line);
    const fence = readFence(line);
    const title = readTitle(line);
    if (kind === "blank") {
      if (draft?.kind === "list") this.#set({ draft: { ...draft, blanks: draft.blanks + 1 } });
      else this.#close();
    } else if (fence !== null && (fence.margin <= 3 || this.#inList())) {
      this.#fence(fence);
    } else if (title !== null) {
      this.#close();
      this.#set({ named: { line, title } });
    } else if (draft === null || !this.#goesOn(draft, line, kind)) {
      this.#close();
      this.#start(line, kind);
    }
  }

  /** The line as it stands within an item that goes on behind a fence. */
  #inset(line: string): string {
    const { inset } = this.#state;
    if (inset === 0 || line.trim() === "") return line;
    const indent = Math.min(indentOf(line), inset);
    const rest = dedent(line, indent);
    if (indent < inset) {
      // The next item ends what was said within the one before.
      if (kindOf(rest) === "list") this.#close();
      this.#set({ inset: indent });
    }
    return rest;
  }

  #inList(): boolean {
    return this.#state.draft?.kind === "list" || this.#state.inset > 0;
  }

  #fence(fence: Fence): void {
    const indent = this.#state.inset + fence.indent;
    const inset = this.#inList() ? indent : 0;
    const title = this.#state.named?.title ?? "";
    this.#close();
    const draft: CodeDraft = { kind: "code", fence: { ...fence, indent }, title, lines: [] };
    this.#state = { draft, named: null, inset };
  }

  /** Adds a line to the open block, if it belongs there. */
  #goesOn(draft: ProseDraft, line: string, kind: LineKind): boolean {
    if (draft.kind === "paragraph") {
      if (underlines(line)) return this.#underline(draft, line);
      if (this.#tabulate(draft, line)) return true;
      return (kind === "text" || (kind === "list" && !interrupts(line))) && this.#add(draft, line);
    }
    if (draft.kind === "quote") {
      return (kind === "quote" || kind === "text") && this.#add(draft, line);
    }
    if (draft.kind === "table") return kind === "text" && this.#add(draft, line);
    const inside = indentOf(line) >= 2;
    const lazy = kind === "text" && draft.blanks === 0;
    return (inside || lazy || kind === "list") && this.#add(draft, line);
  }

  #underline(draft: ProseDraft, line: string): boolean {
    this.#set({ draft: { ...draft, kind: "heading", text: `${draft.text}\n${line}` } });
    this.#close();
    return true;
  }

  #tabulate(draft: ProseDraft, line: string): boolean {
    const at = draft.text.lastIndexOf("\n");
    const head = draft.text.slice(at + 1);
    if (!delimits(line, head)) return false;
    if (at >= 0) {
      this.#set({ draft: { ...draft, text: draft.text.slice(0, at) } });
      this.#close();
    }
    this.#begin("table", `${head}\n${line}`);
    return true;
  }

  /** Adds a line, or refuses it where the block has become long and can be cut. */
  #add(draft: ProseDraft, line: string): boolean {
    const text = `${draft.text}${"\n".repeat(draft.blanks + 1)}${line}`;
    if (text.length > LONG) {
      if (draft.kind === "table") {
        this.#close();
        this.#begin("table", `${draft.head}\n${line}`, draft.head);
        return true;
      }
      const within = draft.kind === "list" && (kindOf(line) !== "list" || indentOf(line) > 1);
      if (!within || text.length > TOO_LONG) return false;
    }
    this.#set({ draft: { ...draft, text, blanks: 0 } });
    return true;
  }

  #start(line: string, kind: LineKind): void {
    if (kind === "heading" || kind === "rule") {
      this.#begin(kind, line);
      this.#close();
    } else if (kind === "quote" || kind === "list") {
      this.#begin(kind, line);
    } else {
      this.#begin("paragraph", line);
    }
  }

  #begin(kind: ProseKind, text: string, head = text): void {
    this.#set({ draft: { kind, text, blanks: 0, head } });
  }

  /** No fence came: the FILE line was a sentence. */
  #refuseName(): void {
    const { named } = this.#state;
    if (named === null) return;
    this.#set({ named: null });
    this.#begin("paragraph", named.line);
    this.#close();
  }

  #close(): void {
    const { draft } = this.#state;
    if (draft === null) return;
    const id = this.closed.length;
    const block: Block =
      draft.kind === "code"
        ? this.#codeBlock(draft, false)
        : { kind: draft.kind, id, text: draft.text, open: false };
    this.closed.push(this.#known(block));
    this.#set({ draft: null });
  }

  /** The very block that was shown already, if it is the same. */
  #known(block: Block): Block {
    const shown = this.#provisional.find((other) => other.id === block.id);
    return shown !== undefined && isSame(shown, block) ? shown : block;
  }

  #set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
  }
}

export function isSame(one: Block, other: Block): boolean {
  if (one.kind !== other.kind || one.id !== other.id || one.open !== other.open) return false;
  if (one.kind !== "code" || other.kind !== "code") {
    return one.kind !== "code" && other.kind !== "code" && one.text === other.text;
  }
  return (
    one.info === other.info &&
    one.title === other.title &&
    one.tail === other.tail &&
    one.count === other.count &&
    one.lines.slice(0, one.count).every((line, index) => line === other.lines[index])
  );
}

/** All blocks of a whole text. */
export function split(text: string): readonly Block[] {
  const splitter = new Splitter();
  splitter.feed(text);
  splitter.end();
  return splitter.closed;
}
