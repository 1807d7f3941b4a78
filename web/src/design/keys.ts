// Names of keys, and whether a press is the one that a name means.

const APPLE = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);

const SHOWN: Record<string, string> = {
  mod: APPLE ? "⌘" : "Ctrl",
  ctrl: APPLE ? "⌃" : "Ctrl",
  alt: APPLE ? "⌥" : "Alt",
  shift: APPLE ? "⇧" : "Shift",
  enter: "Enter",
  escape: "Esc",
  space: "Space",
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
};

/** `mod+enter` as the reader's keyboard has it. */
export function keyNames(press: string): string {
  const names = press
    .split("+")
    .map((key) => SHOWN[key] ?? (key.length === 1 ? key.toUpperCase() : key));
  return names.join(APPLE ? " " : "+");
}

export type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Letters mind Shift; signs do not, for on some keyboards they need it and on others not. */
export function matches(press: Press, name: string): boolean {
  const parts = name.toLowerCase().split("+");
  const wanted = parts.at(-1) ?? "";
  const has = (part: string) => parts.slice(0, -1).includes(part);
  const key = press.key === " " ? "space" : press.key.toLowerCase();
  if (key !== wanted || press.altKey !== has("alt")) return false;
  if (press.ctrlKey || press.metaKey ? !(has("mod") || has("ctrl")) : has("mod") || has("ctrl")) {
    return false;
  }
  const sign = wanted.length === 1 && wanted.toUpperCase() === wanted;
  return sign || press.shiftKey === has("shift");
}

/** A shortcut of plain characters, which a reader may switch off (speech input presses them unasked). */
export function isPlain(keys: string): boolean {
  return keys.split(" ").some((press) => [...press].length === 1);
}
