// What the fold makes of a session's events: the view that the server knows as well, and beside it
// the texts and the timeline that the screens need and the view leaves out.
import type { components } from "../api/schema";

type Schemas = components["schemas"];

export type Event = Schemas["Event"];
export type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>;

export type SessionView = Schemas["SessionView"];
export type SeatView = SessionView["seats"][number];
export type TurnView = SessionView["turns"][number];
export type RoundView = SessionView["rounds"][number];
export type PassView = SessionView["passes"][number];
export type ClaimView = RoundView["claims"][number];
export type SynthesisView = NonNullable<RoundView["synthesis"]>;
export type ApplyView = NonNullable<SessionView["apply"]>;
export type ChangeView = ApplyView["changes"][number];
export type RunView = SessionView["runs"][number];
export type FileView = SessionView["files"][number];
export type Usage = SessionView["spent"];
export type ProjectFile = EventOf<"files_given">["files"][number];

/** Files by path. */
export type Tree = Readonly<Record<string, ProjectFile>>;

/** What a turn would make of the project. In an apply a path may end in `#` and a unit's name. */
export interface TurnTexts {
  readonly files: Readonly<Record<string, string>>;
  readonly deleted: readonly string[];
}

/** The files that differ from the tree before, and those that are gone. */
export interface TreeChange {
  readonly files: readonly ProjectFile[];
  readonly deleted: readonly string[];
}

/** The project around a round; it stands at the same place as the round in `view.rounds`. */
export interface RoundTexts {
  readonly round: string;
  readonly attempt: number;
  readonly before: Tree;
  /** As the round leaves it; the same value as `before` while nothing has shipped. */
  readonly after: Tree;
  /** What shipped; null: nothing yet. */
  readonly made: TreeChange | null;
  /** What the developer has edited since, one after the other. */
  readonly edits: readonly TreeChange[];
}

/** A piece of what a run wrote; it may end in mid-line. */
export interface RunPiece {
  /** The event that it came with. */
  readonly seq: number;
  readonly service: string;
  readonly stream: EventOf<"exec_output">["stream"];
  /** When its first byte came. */
  readonly written: string;
  readonly text: string;
}

export interface RunBlock {
  readonly pieces: readonly RunPiece[];
  /** Of all its texts. */
  readonly length: number;
}

/** What is kept of a run's output; `piecesOf` gives it in order. A block that is full stays as it is. */
export interface RunText {
  readonly head: readonly RunBlock[];
  /** What came after the head was full, without what was dropped of it. */
  readonly tail: readonly RunBlock[];
  readonly headLength: number;
  readonly tailLength: number;
  /** Characters that are left out between the two. */
  readonly dropped: number;
}

export interface Texts {
  /** The files that the work started from. */
  readonly given: Tree;
  /** What has changed in them, where the table is about that alone. */
  readonly patch: string;
  /** The files as the last round that counts left them; in an apply, as they are now. */
  readonly project: Tree;
  readonly byRound: readonly RoundTexts[];
  readonly byTurn: Readonly<Record<string, TurnTexts>>;
  /** What the runs have written, by their numbers. */
  readonly byRun: Readonly<Record<number, RunText>>;
  /** In an apply: the files as they were taken; null: there was none of that name. */
  readonly bases: Readonly<Record<string, ProjectFile | null>>;
}

/** One event for the timeline and the scrubber. With a seat, the title goes on from its name. */
export interface TimelineEntry {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  /** The round it happened in; empty before the first. */
  readonly round: string;
  readonly attempt: number;
  readonly seat?: string;
  readonly title: string;
}

/** What the fold must remember and nobody looks at. */
export interface Memory {
  /** The round that began last, whatever the workflow. */
  readonly round: string;
  readonly attempt: number;
  /** The worst case of each turn that is not done, by its key. */
  readonly reserved: Readonly<Record<string, Usage>>;
  /** Digests of changes that the King approved, and declined. */
  readonly approved: ReadonlySet<string>;
  readonly declined: ReadonlySet<string>;
  /** Objections that the King has been told. */
  readonly told: ReadonlySet<string>;
}

export interface Session {
  readonly view: SessionView;
  /** The session's own start, with its rules and its errand; null before it is there. */
  readonly opening: EventOf<"session_start"> | null;
  readonly context: EventOf<"context_built"> | null;
  readonly filesRead: readonly EventOf<"files_read">[];
  readonly texts: Texts;
  readonly timeline: readonly TimelineEntry[];
  readonly memory: Memory;
}

/** Takes an event in where it is its concern; else returns the very same session. */
export type Concern = (session: Session, event: Event) => Session;
