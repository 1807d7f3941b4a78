// What is wrong with the settings, by field: seen before they are sent, or told by the server.
import type { Problem } from "@/api/client";
import { sentence } from "@/design/sentence";
import type { Draft, KnightDraft } from "@/screens/settings/draft";

/** By `project`, `language`, `knights`, `rules.ignore` and so on; of a knight by `k3.name`. */
export type Wrong = Readonly<Record<string, string>>;

export const MOST_KNIGHTS = 26;

const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_ .-]*$/u;
const MODEL = /^[A-Za-z0-9](\.?[A-Za-z0-9_:/@+[\]-])*$/;
const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

/** Of two names that are too much alike, the one that was changed since `base` is wrong. */
export function check(draft: Draft, base: Draft | null = null): Wrong {
  const wrong: Record<string, string> = {};
  if (draft.project.trim() === "") wrong["project"] = "Give the project a name.";
  if (!LANGUAGE.test(draft.language.trim())) {
    wrong["language"] = "Write the language as a code, such as en, de or pt-BR.";
  }
  const { knights } = draft;
  if (knights.length === 0) wrong["knights"] = "A table has at least one knight.";
  if (knights.length > MOST_KNIGHTS) {
    wrong["knights"] = `A table has at most ${MOST_KNIGHTS} knights.`;
  }
  for (const knight of knights) Object.assign(wrong, checkKnight(knight));
  Object.assign(wrong, checkNames(knights, base?.knights ?? []));
  const long = draft.rules.ignore.find((pattern) => pattern.length > 200);
  if (long !== undefined) {
    wrong["rules.ignore"] = `A pattern is too long: ${long.slice(0, 40)}…`;
  }
  return wrong;
}

function checkNames(knights: readonly KnightDraft[], base: readonly KnightDraft[]) {
  const wrong: Record<string, string> = {};
  const before = new Map(base.map(({ id, name }) => [id, name]));
  // Those that stayed as they were have the better right to their name; among equals, the first.
  const stayed = knights.filter(({ id, name }) => before.get(id) === name);
  const names = new Map<string, string>();
  for (const knight of new Set([...stayed, ...knights])) {
    const folded = knight.name.normalize("NFKC").toLowerCase().replace(/[ .]/g, "");
    const other = names.get(folded);
    if (other !== undefined && folded !== "") {
      wrong[`${knight.id}.name`] = `It is too much like ${other}: give each a name of its own.`;
    } else names.set(folded, knight.name);
  }
  return wrong;
}

function checkKnight(knight: KnightDraft): Record<string, string> {
  const wrong: Record<string, string> = {};
  const tell = (field: string, words: string) => (wrong[`${knight.id}.${field}`] = words);
  const name = knight.name.trim();
  if (name === "") tell("name", "Give it a name.");
  else if (name.length > 40) tell("name", "At most 40 characters.");
  else if (!NAME.test(name)) tell("name", "Letters, digits, spaces, dots and hyphens alone.");
  if (knight.model.trim() !== "" && !MODEL.test(knight.model.trim())) {
    tell("model", "This cannot be a model's name.");
  }
  if (knight.fallback !== "" && knight.fallback === knight.adapter) {
    tell("fallback", "It is the adapter itself: choose another, or none.");
  }
  if (knight.adapter === "scripted" && knight.script.trim() === "") {
    tell("script", "A scripted knight needs one, for example builtin:rehearsal.");
  }
  const long = knight.capabilities.find((word) => word.length > 60);
  if (long !== undefined) tell("capabilities", "Each has at most 60 characters.");
  return wrong;
}

const TOLD = /^(project|language|knights|rules)((?:\.\w+)*): (.*)$/;

/** The server's refusal by field; it may name several, a line each. What names none stands under "". */
export function wrongOf(problem: Problem, sent: readonly KnightDraft[]): Wrong {
  const wrong: Record<string, string> = {};
  for (const line of problem.detail.split("\n")) {
    const [, head, rest = "", words] = TOLD.exec(line) ?? [];
    const field = head === undefined ? problem.field : head + rest;
    wrong[placed(field, sent)] ??= sentence(words ?? line);
  }
  return wrong;
}

/** `knights.1.name` was the second of those sent; the page knows it by its identity. */
function placed(field: string, sent: readonly KnightDraft[]): string {
  const [list, index, name] = field.split(".");
  const knight = list === "knights" && index !== undefined ? sent[Number(index)] : undefined;
  if (knight !== undefined) return `${knight.id}.${name ?? "name"}`;
  return list === "rules" ? field.split(".").slice(0, 2).join(".") : (list ?? "");
}
