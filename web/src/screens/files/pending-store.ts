// Where changes that are not kept yet are kept meanwhile, and which hunks were accepted: per session,
// over reloads of this tab.
import { create } from "zustand";
import { NOTHING, type Pending } from "./pending";

interface Store {
  bySession: Readonly<Record<string, Pending>>;
  /** Names of hunks that the developer has looked at and accepted. */
  accepted: Readonly<Record<string, ReadonlySet<string>>>;
}

const WRITTEN_AFTER = 400;
const unwritten = new Map<string, Pending>();
let timer: ReturnType<typeof setTimeout> | undefined;

const useStore = create<Store>(() => ({ bySession: {}, accepted: {} }));

/** What comes next, or how it comes from what is there by then. */
export type Next = Pending | ((now: Pending) => Pending);

export function usePending(session: string): [Pending, (next: Next) => void] {
  const pending = useStore((store) => store.bySession[session]) ?? recalled(session);
  return [pending, (next) => remember(session, next)];
}

export function useAccepted(session: string): [ReadonlySet<string>, (hunk: string) => void] {
  const accepted = useStore((store) => store.accepted[session]) ?? recalledAccepted(session);
  const toggle = (hunk: string) => {
    const next = new Set(accepted);
    if (!next.delete(hunk)) next.add(hunk);
    useStore.setState((store) => ({ accepted: { ...store.accepted, [session]: next } }));
    write(acceptedKey(session), next.size === 0 ? null : [...next]);
  };
  return [accepted, toggle];
}

/** What an earlier load of this page left; the same value until something changes. */
const read = new Map<string, Pending>();
const readAccepted = new Map<string, ReadonlySet<string>>();

function recalled(session: string): Pending {
  const known = read.get(session);
  if (known) return known;
  const left = stored(pendingKey(session));
  const found = isPending(left) ? left : NOTHING;
  read.set(session, found);
  return found;
}

function recalledAccepted(session: string): ReadonlySet<string> {
  const known = readAccepted.get(session);
  if (known) return known;
  const left = stored(acceptedKey(session));
  const names: unknown[] = Array.isArray(left) ? left : [];
  const found = new Set(names.filter((name) => typeof name === "string"));
  readAccepted.set(session, found);
  return found;
}

function remember(session: string, next: Next): void {
  const now = () => useStore.getState().bySession[session] ?? recalled(session);
  const pending = typeof next === "function" ? next(now()) : next;
  useStore.setState((store) => ({ bySession: { ...store.bySession, [session]: pending } }));
  // With every letter it would be written anew; but who leaves the page takes the last one along.
  unwritten.set(session, pending);
  clearTimeout(timer);
  timer = setTimeout(writeAll, WRITTEN_AFTER);
}

function writeAll(): void {
  for (const [session, pending] of unwritten) {
    write(pendingKey(session), pending.steps.length === 0 ? null : pending);
  }
  unwritten.clear();
}

window.addEventListener("pagehide", writeAll);

function pendingKey(session: string): string {
  return `roundtable.pending.${session}`;
}

function acceptedKey(session: string): string {
  return `roundtable.accepted.${session}`;
}

/** Null: there is nothing to keep (any more). */
function write(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Where nothing can be stored, it holds as long as the page.
  }
}

function stored(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function isPending(found: unknown): found is Pending {
  return typeof found === "object" && found !== null && "drafts" in found && "steps" in found;
}
