// Something that is loaded once and can be loaded again: its value, or why it is not there.
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { type Problem, problemOf } from "@/api/client";

export interface Loaded<T> {
  /** The last value that came for this key, kept while it is loaded anew. */
  value: T | null;
  problem: Problem | null;
  loading: boolean;
  reload: () => void;
}

interface Found<T> {
  key: string;
  time: number;
  value: T | null;
  problem: Problem | null;
}

/** Loads when `key` changes, and every `pollMs` while the page is seen, if that is given. */
export function useLoaded<T>(key: string, load: () => Promise<T>, pollMs?: number): Loaded<T> {
  const [time, setTime] = useState(0);
  const [found, setFound] = useState<Found<T> | null>(null);
  const reload = useCallback(() => setTime((n) => n + 1), []);
  const begin = useEffectEvent(load);
  const awaited = useRef(false);

  useEffect(() => {
    let wanted = true;
    awaited.current = true;
    const keep = (value: T | null, problem: Problem | null) => {
      if (!wanted) return;
      awaited.current = false;
      setFound((last) => ({
        key,
        time,
        value: value ?? (last?.key === key ? last.value : null),
        problem,
      }));
    };
    begin().then(
      (value) => keep(value, null),
      (thrown: unknown) => keep(null, problemOf(thrown)),
    );
    return () => {
      wanted = false;
    };
  }, [key, time]);

  useEffect(() => {
    if (pollMs === undefined) return;
    const timer = setInterval(() => {
      // An answer slower than the interval would be thrown away for the next question, each time.
      if (document.visibilityState === "visible" && !awaited.current) reload();
    }, pollMs);
    return () => clearInterval(timer);
  }, [pollMs, reload]);

  const current = found?.key === key ? found : null;
  return {
    value: current?.value ?? null,
    problem: current?.problem ?? null,
    loading: current?.time !== time,
    reload,
  };
}
