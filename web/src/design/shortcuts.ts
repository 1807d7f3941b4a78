// The keyboard map: what a screen can do by key, known to the one listener and to the help.
import { useEffect, useRef } from "react";
import { create } from "zustand";
import { isPlain, matches } from "@/design/keys";

export interface Shortcut {
  /** `mod+enter`, `?`, or two presses: `g p`. */
  keys: string;
  label: string;
  run: (event: KeyboardEvent) => void;
  /** Also while one types into a field; only for presses that write nothing. */
  whileTyping?: boolean;
}

interface Group {
  name: string;
  list: () => readonly Shortcut[];
}

const groups: Group[] = [];
const SECOND_PRESS_WITHIN = 1200;
const STORED = "roundtable.plain-keys";

/** Whether shortcuts of bare characters are on; kept for this browser. */
export const usePlainKeys = create<{ on: boolean; set: (on: boolean) => void }>((set) => ({
  on: read() !== "off",
  set: (on) => {
    try {
      localStorage.setItem(STORED, on ? "on" : "off");
    } catch {
      // Where nothing can be kept, the choice holds for this page.
    }
    set({ on });
  },
}));

function read(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

/** All that can be done by key right now; what was added last stands first. */
export function knownShortcuts(): { name: string; shortcuts: readonly Shortcut[] }[] {
  return groups
    .map((group) => ({ name: group.name, shortcuts: group.list() }))
    .filter((group) => group.shortcuts.length > 0)
    .toReversed();
}

/** Offers these keys under this name for as long as the component is there. */
export function useShortcuts(name: string, shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const group = { name, list: () => latest.current };
    groups.push(group);
    if (groups.length === 1) window.addEventListener("keydown", listen);
    return () => {
      groups.splice(groups.indexOf(group), 1);
      if (groups.length === 0) window.removeEventListener("keydown", listen);
    };
  }, [name]);
}

let first: { event: KeyboardEvent; at: number } | null = null;

function listen(event: KeyboardEvent): void {
  const held = ["Shift", "Control", "Alt", "Meta"].includes(event.key);
  if (held || event.defaultPrevented || event.isComposing || isShut()) return;
  const before = first !== null && event.timeStamp - first.at < SECOND_PRESS_WITHIN ? first : null;
  first = null;
  const offered = knownShortcuts()
    .flatMap((group) => group.shortcuts)
    .filter((shortcut) => isOpen(shortcut, event));
  const meant =
    (before && offered.find((shortcut) => isMeant(shortcut, [before.event, event]))) ??
    offered.find((shortcut) => isMeant(shortcut, [event]));
  if (meant) {
    event.preventDefault();
    meant.run(event);
  } else if (offered.some(({ keys }) => keys.includes(" ") && begins(keys, event))) {
    first = { event, at: event.timeStamp };
  }
}

/** Behind an open dialog nothing is pressed. */
function isShut(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

function isOpen(shortcut: Shortcut, event: KeyboardEvent): boolean {
  if (isTyping(event.target)) return shortcut.whileTyping === true;
  return usePlainKeys.getState().on || !isPlain(shortcut.keys);
}

function isMeant(shortcut: Shortcut, presses: readonly KeyboardEvent[]): boolean {
  const names = shortcut.keys.split(" ");
  return (
    names.length === presses.length &&
    names.every((name, place) => {
      const press = presses[place];
      return press !== undefined && matches(press, name);
    })
  );
}

function begins(keys: string, event: KeyboardEvent): boolean {
  return matches(event, keys.split(" ")[0] ?? "");
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest("textarea, select, [role=menu]") !== null)
    return true;
  const buttons = ["button", "checkbox", "radio", "range", "submit", "reset", "file"];
  return target instanceof HTMLInputElement && !buttons.includes(target.type);
}
