// A session's project as a map of texts, which is what a run in the browser is given.
import type { Session } from "@/fold";

export function textsOf(project: Session["texts"]["project"]): Record<string, string> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const file of Object.values(project)) if (!file.binary) found[file.path] = file.text;
  return found;
}
