// What is shown, as the address holds it: the file, the view of it, and what it is compared with.
import { useLocation, useSearch } from "wouter";
import { type Against, read, written } from "./comparing";

export type View = "file" | "diff" | "edit";

export interface Shown {
  readonly file: string | null;
  readonly view: View | null;
  readonly against: Against;
}

export function useShown(): [Shown, (changes: Partial<Shown>) => void] {
  const search = useSearch();
  const [path, go] = useLocation();
  const params = new URLSearchParams(search);
  const shown: Shown = {
    file: params.get("file"),
    view: viewOf(params.get("view")),
    against: read(params.get("against")),
  };
  const show = (changes: Partial<Shown>) => {
    const next = { ...shown, ...changes };
    const query = new URLSearchParams();
    if (next.file !== null) query.set("file", next.file);
    if (next.view !== null) query.set("view", next.view);
    if (next.against.kind !== "base") query.set("against", written(next.against));
    go(`${path}?${query}`, { replace: changes.file === undefined });
  };
  return [shown, show];
}

function viewOf(text: string | null): View | null {
  return text === "file" || text === "diff" || text === "edit" ? text : null;
}
