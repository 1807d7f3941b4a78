// Which hunks the developer has looked at and accepted: their names, and how many of a file's they are.
import type { Tree } from "@/fold";
import { sha256Hex } from "@/fold/digest";
import { compare, type Comparison, contentOf, hunksOf } from "./diffing";

export interface Share {
  readonly accepted: number;
  readonly of: number;
}

const known = new WeakMap<Comparison, readonly string[]>();

/** The names of a comparison's hunks: by content, so that they hold while lines move around them. */
export function hunkNames(path: string, comparison: Comparison): readonly string[] {
  const named = known.get(comparison);
  if (named) return named;
  const seen = new Map<string, number>();
  const names = hunksOf(comparison).map((hunk) => {
    const name = `${path}\n${sha256Hex(contentOf(comparison, hunk))}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    // The same change at two places is accepted at each of them.
    return times === 1 ? name : `${name} ${times}`;
  });
  known.set(comparison, names);
  return names;
}

/** How much of each file is accepted, of those files of which something is. */
export function sharesOf(
  before: Tree,
  after: Tree,
  accepted: ReadonlySet<string>,
): ReadonlyMap<string, Share> {
  const paths = new Set([...accepted].map((name) => name.slice(0, name.lastIndexOf("\n"))));
  const shares = new Map<string, Share>();
  for (const path of paths) {
    const [old, now] = [before[path], after[path]];
    if (old?.binary || now?.binary) continue;
    const names = hunkNames(path, compare(old?.text ?? "", now?.text ?? ""));
    const count = names.filter((name) => accepted.has(name)).length;
    if (count > 0) shares.set(path, { accepted: count, of: names.length });
  }
  return shares;
}
