// The keyboard of the tree: where a key leads, and what it opens or shuts.
import type { Row } from "./tree";

export type Move =
  { readonly to: number } | { readonly toggle: string } | { readonly show: string } | null;

/** What a key does at a row. `typed` is what was typed in one go so far, this key included. */
export function moveOf(rows: readonly Row[], at: number, key: string, typed: string): Move {
  const row = rows[at];
  const last = rows.length - 1;
  if (!row) return rows.length > 0 ? { to: 0 } : null;
  switch (key) {
    case "ArrowDown":
      return { to: Math.min(at + 1, last) };
    case "ArrowUp":
      return { to: Math.max(at - 1, 0) };
    case "Home":
      return { to: 0 };
    case "End":
      return { to: last };
    case "ArrowRight":
      if (row.node.kind === "file") return null;
      return row.open ? { to: Math.min(at + 1, last) } : { toggle: row.node.path };
    case "ArrowLeft":
      if (row.open) return { toggle: row.node.path };
      return { to: parentOf(rows, at) };
    case "Enter":
    case " ":
      return row.node.kind === "file" ? { show: row.node.path } : { toggle: row.node.path };
    default:
      return key.length === 1 ? ahead(rows, at, typed) : null;
  }
}

function parentOf(rows: readonly Row[], at: number): number {
  const level = rows[at]?.level ?? 1;
  const parent = rows.slice(0, at).findLastIndex((row) => row.level < level);
  return parent < 0 ? at : parent;
}

/** The next row whose name begins as typed; one letter again and again goes from one to the next. */
function ahead(rows: readonly Row[], at: number, typed: string): Move {
  const letters = new Set(typed.toLowerCase());
  const wanted = letters.size === 1 ? typed.charAt(0).toLowerCase() : typed.toLowerCase();
  const from = wanted.length === 1 ? at + 1 : at;
  for (let step = 0; step < rows.length; step += 1) {
    const place = (from + step) % rows.length;
    if (rows[place]?.node.name.toLowerCase().startsWith(wanted)) return { to: place };
  }
  return null;
}
