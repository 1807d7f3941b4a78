// The developer's changes that are not kept yet: gathered, shown, undone step by step, then sent.
import type { ProjectFile, Tree } from "@/fold";
import { put } from "./comparing";

export interface Draft {
  /** The file when it was first touched; null: there was none. */
  readonly base: string | null;
  /** The file as it shall be; null: it shall be gone. */
  readonly text: string | null;
  /** What is on its way to the server, as long as it is. */
  readonly sent?: string | null;
}

export interface Step {
  readonly path: string;
  /** The draft before this step; null: there was none. */
  readonly before: Draft | null;
  readonly told: string;
}

export interface Pending {
  readonly drafts: Readonly<Record<string, Draft>>;
  readonly steps: readonly Step[];
}

export const NOTHING: Pending = { drafts: {}, steps: [] };
export const TYPED = "edited by hand";

/** One more change of a file; what is typed in one go is one step. */
export function changed(
  pending: Pending,
  path: string,
  now: string | null,
  text: string | null,
  told: string,
): Pending {
  const before = pending.drafts[path] ?? null;
  const draft: Draft = { ...(before ?? { base: now }), text };
  const last = pending.steps.at(-1);
  const goesOn = told === TYPED && last?.path === path && last.told === TYPED;
  const steps = goesOn ? pending.steps : [...pending.steps, { path, before, told }];
  return { drafts: withDraft(pending.drafts, path, draft), steps };
}

/** The last step taken back. */
export function undone(pending: Pending): Pending {
  const last = pending.steps.at(-1);
  if (!last) return pending;
  const { sent } = pending.drafts[last.path] ?? {};
  const before = last.before && sent !== undefined ? { ...last.before, sent } : last.before;
  const drafts = withDraft(pending.drafts, last.path, before);
  return { drafts, steps: pending.steps.slice(0, -1) };
}

/** All changes of one file given up. */
export function discarded(pending: Pending, path: string): Pending {
  return {
    drafts: withDraft(pending.drafts, path, null),
    steps: pending.steps.filter((step) => step.path !== path),
  };
}

/** The file was changed elsewhere meanwhile, and the draft shall hold all the same. */
export function rebased(pending: Pending, path: string, now: string | null): Pending {
  const draft = pending.drafts[path];
  if (!draft) return pending;
  return { ...pending, drafts: withDraft(pending.drafts, path, { base: now, text: draft.text }) };
}

/** All of it is on its way: what is typed from now on is typed over that. */
export function sending(pending: Pending): Pending {
  return mapped(pending, (draft) => ({ ...draft, sent: draft.text }));
}

/** It did not arrive. */
export function unsent(pending: Pending): Pending {
  return mapped(pending, ({ base, text }) => ({ base, text }));
}

function mapped(pending: Pending, change: (draft: Draft) => Draft): Pending {
  const drafts = Object.entries(pending.drafts).reduce(
    (all, [path, draft]) => withDraft(all, path, change(draft)),
    pending.drafts,
  );
  return { ...pending, drafts };
}

/** Without what the project holds already: what was sent has arrived, and what was typed since is
    a change of that. */
export function settled(pending: Pending, project: Tree): Pending {
  return Object.entries(pending.drafts).reduce((left, [path, draft]) => {
    const now = textOf(project[path]);
    if (now === draft.text && draft.base !== draft.text) return discarded(left, path);
    return now === draft.sent && now !== draft.base ? overSent(left, path, now) : left;
  }, pending);
}

/** The draft and its earlier states as changes of what was sent. */
function overSent(pending: Pending, path: string, sent: string | null): Pending {
  const over = (draft: Draft): Draft => ({ base: sent, text: draft.text });
  const steps = pending.steps.map((step) =>
    step.path === path && step.before ? { ...step, before: over(step.before) } : step,
  );
  const draft = pending.drafts[path];
  return { drafts: withDraft(pending.drafts, path, draft ? over(draft) : null), steps };
}

function withDraft(
  drafts: Readonly<Record<string, Draft>>,
  path: string,
  draft: Draft | null,
): Readonly<Record<string, Draft>> {
  const after = new Map(Object.entries(drafts));
  // What is as it was is a change all the same while something else is on its way.
  const onItsWay = draft?.sent !== undefined && draft.sent !== draft.text;
  if (draft && (draft.text !== draft.base || onItsWay)) after.set(path, draft);
  else after.delete(path);
  return Object.fromEntries(after);
}

function textOf(file: ProjectFile | undefined): string | null {
  return file?.text ?? null;
}

/** Paths whose file is no longer what the draft was made from, nor what it shall become. */
export function clashes(pending: Pending, project: Tree): string[] {
  return Object.entries(pending.drafts)
    .filter(([path, { base, text, sent }]) => ![base, text, sent].includes(textOf(project[path])))
    .map(([path]) => path);
}

/** The project with all drafts in it; the very same tree where there are none. */
export function drafted(project: Tree, pending: Pending): Tree {
  const { files, deleted } = editsOf(pending);
  if (files.length === 0 && deleted.length === 0) return project;
  const written = files.map((file) => ({ ...file, binary: false }));
  return put(project, written, deleted);
}

/** What is sent to the server. */
export function editsOf(pending: Pending): {
  files: { path: string; text: string }[];
  deleted: string[];
} {
  const files: { path: string; text: string }[] = [];
  const deleted: string[] = [];
  for (const [path, { text }] of Object.entries(pending.drafts)) {
    if (text === null) deleted.push(path);
    else files.push({ path, text });
  }
  return { files, deleted };
}
