// The form as it was left, kept for this tab: a way to the settings and back costs nobody a word.
import type { Schemas } from "@/api/client";
import type { Form } from "@/screens/setup/form";

const STORED = "roundtable.setup-draft";
const VERSION = 1;

/** Files that the server has, and since when. */
export interface KeptUpload {
  readonly uploaded: Schemas["Uploaded"];
  /** Folders that were not even sent. */
  readonly left: readonly string[];
  readonly at: number;
}

export interface KeptDraft {
  readonly form: Form;
  readonly upload: KeptUpload | null;
}

/** Keeps it; where it cannot be kept (no room, no storage), the form lives on in the page alone. */
export function keepDraft(draft: KeptDraft): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify({ version: VERSION, ...draft }));
  } catch {
    forgetDraft();
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(STORED);
  } catch {
    // Nothing was kept.
  }
}

/** The draft laid over a form, so that a field which the draft does not know has its usual value. */
export function recallDraft(over: Form): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "null");
    if (!isDraft(kept)) return null;
    const rounds = { ...over.rounds, ...kept.form.rounds };
    return { form: { ...over, ...kept.form, rounds }, upload: kept.upload ?? null };
  } catch {
    return null;
  }
}

function isDraft(kept: unknown): kept is { version: number; form: Form; upload?: KeptUpload } {
  return (
    typeof kept === "object" &&
    kept !== null &&
    "version" in kept &&
    kept.version === VERSION &&
    "form" in kept &&
    typeof kept.form === "object" &&
    kept.form !== null
  );
}
