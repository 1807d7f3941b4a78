// The project's settings while they are being changed, and what they become when they are saved.
// The draft lives outside the screen: whoever goes elsewhere and comes back finds it as it was.
import { create } from "zustand";
import type { Schemas } from "@/api/client";

export type SettingsTold = Schemas["SettingsTold"];
export type Settings = Schemas["Settings"];
export type KnightConfig = Schemas["KnightConfig"];
export type RulesConfig = Schemas["RulesConfig"];

/** A knight with an identity that outlasts a new name and another place. */
export interface KnightDraft {
  id: string;
  name: string;
  adapter: string;
  model: string;
  fallback: string;
  capabilities: readonly string[];
  priority: number;
  script: string;
}

export interface Draft {
  project: string;
  language: string;
  knights: readonly KnightDraft[];
  rules: RulesConfig;
  /** Of the file as it was read: what is changed is changed in that one. */
  digest: string;
}

export const SCRIPT = "builtin:rehearsal";

let made = 0;
const identity = () => `k${(made += 1)}`;

export function draftOf(told: SettingsTold): Draft {
  return {
    project: told.project,
    language: told.language,
    knights: told.knights.map((knight) => ({
      id: identity(),
      name: knight.name,
      adapter: knight.adapter,
      model: knight.model ?? "",
      fallback: knight.fallback ?? "",
      capabilities: knight.capabilities,
      priority: knight.priority,
      script: knight.script ?? "",
    })),
    rules: told.rules,
    digest: told.digest,
  };
}

/** What the server has now that `sent` is saved, and the draft as it has been changed since: what was
    left alone is as the server has it. The knights stay who they are. */
export function saved(told: SettingsTold, sent: Draft, now: Draft): { base: Draft; draft: Draft } {
  const fresh = draftOf(told);
  const knights = fresh.knights.map((knight) => {
    const old = sent.knights.find(({ name }) => name.trim() === knight.name);
    return { ...knight, id: old?.id ?? knight.id };
  });
  const base = { ...fresh, knights };
  const before = new Map(sent.knights.map((knight) => [knight.id, knight]));
  const after = new Map(knights.map((knight) => [knight.id, knight]));
  const draft = {
    ...base,
    project: now.project === sent.project ? base.project : now.project,
    language: now.language === sent.language ? base.language : now.language,
    rules: { ...base.rules, ...changedSince(sent.rules, now.rules) },
    knights: now.knights.map((knight) => {
      const found = after.get(knight.id);
      return found ? { ...found, ...changedSince(before.get(knight.id) ?? found, knight) } : knight;
    }),
  };
  return { base, draft };
}

/** The fields of `now` that are not as they were. */
function changedSince<T extends object>(was: T, now: T): Partial<T> {
  const names = Object.keys(was) as (keyof T)[];
  const fields = names.filter((name) => was[name] !== now[name]).map((name) => [name, now[name]]);
  return Object.fromEntries(fields) as Partial<T>;
}

/** A new one, after the others, with a name that nobody has. */
export function newKnight(draft: Draft, adapter: string): KnightDraft {
  const names = new Set(draft.knights.map(({ name }) => name));
  let number = draft.knights.length + 1;
  while (names.has(`Knight ${number}`)) number += 1;
  return {
    id: identity(),
    name: `Knight ${number}`,
    adapter,
    model: "",
    fallback: "",
    capabilities: [],
    priority: Math.max(0, ...draft.knights.map(({ priority }) => priority)) + 1,
    script: adapter === "scripted" ? SCRIPT : "",
  };
}

/** What is sent: the whole config, with null for all that is left to its default. */
export function settingsOf(draft: Draft): Settings {
  return {
    project: draft.project.trim(),
    language: draft.language.trim(),
    knights: draft.knights.map((knight) => ({
      name: knight.name.trim(),
      adapter: knight.adapter,
      capabilities: knight.capabilities.map((word) => word.trim()).filter(Boolean),
      priority: knight.priority,
      fallback: knight.fallback || null,
      model: knight.model.trim() || null,
      script: knight.adapter === "scripted" ? knight.script.trim() || null : null,
    })),
    rules: {
      ...draft.rules,
      ignore: draft.rules.ignore.map((pattern) => pattern.trim()).filter(Boolean),
    },
    digest: draft.digest,
  };
}

interface Kept {
  /** As the server had it last; null: not loaded yet. */
  base: Draft | null;
  draft: Draft | null;
  /** Raised when the draft is set from outside, so that fields take the new text over. */
  version: number;
  load: (draft: Draft) => void;
  /** This draft has been saved; what was typed since stays, and so do its fields. */
  settle: (told: SettingsTold, sent: Draft) => void;
  change: (changes: Partial<Draft>) => void;
  discard: () => void;
}

export const useSettingsDraft = create<Kept>((set) => ({
  base: null,
  draft: null,
  version: 0,
  load: (draft) => set(({ version }) => ({ base: draft, draft, version: version + 1 })),
  settle: (told, sent) =>
    set(({ draft, version }) => {
      if (draft !== null && draft !== sent) return saved(told, sent, draft);
      const fresh = draftOf(told);
      return { base: fresh, draft: fresh, version: version + 1 };
    }),
  change: (changes) => set(({ draft }) => (draft ? { draft: { ...draft, ...changes } } : {})),
  discard: () => set(({ base, version }) => ({ draft: base, version: version + 1 })),
}));
