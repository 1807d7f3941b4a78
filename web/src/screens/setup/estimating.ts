// The most that a set-up could cost, asked for a moment after it has last changed.
import { useCallback, useEffect, useRef, useState } from "react";
import { api, ask, type Problem, problemOf, type Schemas } from "@/api/client";
import type { Start } from "@/screens/setup/form";

export type Estimate = Schemas["Estimate"];

export interface Estimated {
  estimate: Estimate | null;
  problem: Problem | null;
  /** True: what is shown is of an earlier state of the form. */
  stale: boolean;
  again: () => void;
}

const QUIET_MS = 600;

/** Null: there is nothing to be estimated yet. */
export function useEstimate(form: Start | null): Estimated {
  const wanted = form === null ? null : JSON.stringify(form);
  const [answer, setAnswer] = useState<{
    of: string;
    estimate: Estimate | null;
    problem: Problem | null;
  } | null>(null);

  const running = useRef<AbortController | null>(null);
  const run = useCallback((of: string) => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    const body = JSON.parse(of) as Start;
    ask(api.POST("/api/estimate", { body, signal: stop.signal })).then(
      (estimate) => setAnswer({ of, estimate, problem: null }),
      (thrown: unknown) => {
        if (!stop.signal.aborted) setAnswer({ of, estimate: null, problem: problemOf(thrown) });
      },
    );
  }, []);

  useEffect(() => {
    if (wanted === null) return;
    const timer = setTimeout(() => run(wanted), QUIET_MS);
    return () => {
      clearTimeout(timer);
      running.current?.abort();
    };
  }, [wanted, run]);

  const again = () => {
    setAnswer((before) => before && { ...before, of: "" });
    if (wanted !== null) run(wanted);
  };

  return {
    estimate: wanted === null ? null : (answer?.estimate ?? null),
    problem: wanted === null ? null : (answer?.problem ?? null),
    stale: wanted !== null && answer?.of !== wanted,
    again,
  };
}
