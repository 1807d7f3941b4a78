// Whether the window is wide enough for something, and a choice that this browser remembers.
import { useCallback, useState, useSyncExternalStore } from "react";

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (tell: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", tell);
      return () => list.removeEventListener("change", tell);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** From tablets up, where the tree stands beside the file. */
export const BESIDE = "(min-width: 48rem)";
/** Where there is room for the evidence beside both. */
export const ROOMY = "(min-width: 80rem)";

export function useRemembered<T extends string>(
  name: string,
  allowed: readonly T[],
  otherwise: T,
): [T, (next: T) => void] {
  const key = `roundtable.files.${name}`;
  const [value, setValue] = useState<T>(() => {
    const found = stored(key);
    return allowed.find((each) => each === found) ?? otherwise;
  });
  const choose = (next: T) => {
    setValue(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // Where nothing can be kept, the choice holds for this page.
    }
  };
  return [value, choose];
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
