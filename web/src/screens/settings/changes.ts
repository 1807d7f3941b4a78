// What has been changed and not saved, in words.
import type { Draft, KnightDraft } from "@/screens/settings/draft";

const KNIGHT_WORDS: Record<Exclude<keyof KnightDraft, "id">, string> = {
  name: "name",
  adapter: "adapter",
  model: "model",
  fallback: "fallback",
  capabilities: "capabilities",
  priority: "priority",
  script: "script",
};

export const RULE_WORDS: Record<keyof Draft["rules"], string> = {
  max_rounds: "rounds at most",
  consensus_threshold: "score that counts as agreeing",
  timeout_per_turn_seconds: "seconds for a turn",
  escalate_to_user_after: "rounds before you may step in",
  auto_execute: "automatic execution",
  ignore: "ignored paths",
};

/** One entry for each thing that differs; empty where nothing does. */
export function changesOf(base: Draft, draft: Draft): string[] {
  const found: string[] = [];
  if (base.project !== draft.project) found.push("project name");
  if (base.language !== draft.language) found.push("language");
  found.push(...knightChanges(base.knights, draft.knights));
  const rules = (Object.keys(RULE_WORDS) as (keyof Draft["rules"])[]).filter((rule) =>
    differs(base.rules[rule], draft.rules[rule]),
  );
  if (rules.length > 0) found.push(`rules (${rules.map((rule) => RULE_WORDS[rule]).join(", ")})`);
  return found;
}

function knightChanges(base: readonly KnightDraft[], draft: readonly KnightDraft[]): string[] {
  const found: string[] = [];
  const before = new Map(base.map((knight) => [knight.id, knight]));
  const after = new Set(draft.map(({ id }) => id));
  for (const knight of draft) {
    const old = before.get(knight.id);
    if (old === undefined) {
      found.push(`${knight.name || "a knight"} added`);
      continue;
    }
    const fields = (Object.keys(KNIGHT_WORDS) as (keyof typeof KNIGHT_WORDS)[]).filter((field) =>
      differs(old[field], knight[field]),
    );
    if (fields.length > 0) {
      found.push(`${old.name} (${fields.map((field) => KNIGHT_WORDS[field]).join(", ")})`);
    }
  }
  found.push(...base.filter(({ id }) => !after.has(id)).map(({ name }) => `${name} removed`));
  const stayed = base.map(({ id }) => id).filter((id) => after.has(id));
  const now = draft.map(({ id }) => id).filter((id) => before.has(id));
  if (differs(stayed, now)) found.push("order of the knights");
  return found;
}

function differs(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}
