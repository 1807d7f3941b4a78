// The list's filters in the address, so that Back brings the same list.
import { EVERYTHING, STATUSES, type Wanted, WORKFLOW_NAMES } from "@/screens/projects/listing";

export function wantedFrom(query: string): Wanted {
  const given = new URLSearchParams(query);
  const workflow = given.get("workflow") ?? "";
  return {
    words: given.get("q") ?? "",
    status: STATUSES.find((status) => status === given.get("status")) ?? EVERYTHING.status,
    workflow: Object.hasOwn(WORKFLOW_NAMES, workflow)
      ? (workflow as Wanted["workflow"])
      : EVERYTHING.workflow,
  };
}

export function addressOf(wanted: Wanted): string {
  const query = new URLSearchParams();
  if (wanted.words.trim() !== "") query.set("q", wanted.words);
  if (wanted.status !== "all") query.set("status", wanted.status);
  if (wanted.workflow !== "all") query.set("workflow", wanted.workflow);
  const text = query.toString();
  return text === "" ? "/projects" : `/projects?${text}`;
}
