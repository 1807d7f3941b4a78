// The colours of a whole text, line by line, as far as the worker has come.
import { useEffect, useMemo, useSyncExternalStore } from "react";
import "@/live/highlight.css";
import type { TokenLine } from "@/live/classes";
import { highlights } from "@/live/highlight";
import { languageOf } from "@/live/languages";

export interface Coloured {
  readonly lines: readonly TokenLine[];
  /** How many of them are there; the first ones always. */
  readonly count: number;
}

const NONE: readonly TokenLine[] = [];
const never = () => () => undefined;
const zero = () => 0;

/** `lines` without their ends; the same value as long as they are the same. */
export function useColours(lines: readonly string[], path: string): Coloured {
  const language = languageOf("", path);
  const colours = useMemo(
    () => (language === null || lines.length === 0 ? null : highlights.of(language, lines)),
    [lines, language],
  );
  const count = useSyncExternalStore(colours?.watch ?? never, colours?.count ?? zero);
  useEffect(() => {
    if (colours === null) return;
    colours.show(lines.length, false);
    return colours.close;
  }, [colours, lines]);
  return { lines: colours?.lines ?? NONE, count };
}
