// A run in a container: asked for, and ended. What comes of it is on the stream, not here.
import { useCallback, useState } from "react";
import { api, ask, type Problem, type Schemas } from "@/api/client";
import { useCommand } from "@/screens/table/commands";
import type { Network } from "./networks";

export interface Wish {
  network: Network;
  seconds: number | null;
  memory: number | null;
  /** NAME=VALUE, one a line. */
  variables: string;
  settle: boolean;
  analyse: boolean;
}

export const BOUNDS = {
  seconds: { min: 1, max: 3600, usual: 120 },
  memory: { min: 16, max: 65_536, usual: 512 },
} as const;

export const USUAL: Wish = {
  network: "none",
  seconds: BOUNDS.seconds.usual,
  memory: BOUNDS.memory.usual,
  variables: "",
  settle: false,
  analyse: true,
};

export function executeBody(wish: Wish): Schemas["Execute"] {
  return {
    way: "container",
    network: wish.network,
    seconds: wish.seconds ?? BOUNDS.seconds.usual,
    memory_mb: wish.memory ?? BOUNDS.memory.usual,
    cpus: 1,
    variables: wish.variables,
    settle: wish.settle,
    analyse: wish.analyse,
  };
}

export interface Starting {
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly start: (wish: Wish) => Promise<number | null>;
}

export function useStarting(session: string): Starting {
  const { busy, problem, run } = useCommand();
  const start = useCallback(
    (wish: Wish) =>
      run(async () => {
        const params = { path: { session } };
        const body = executeBody(wish);
        const told = await ask(api.POST("/api/session/{session}/execute", { params, body }));
        return "run" in told ? told.run : 0;
      }),
    [run, session],
  );
  return { busy, problem, start };
}

export interface Stopping {
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly stop: () => void;
}

export function useStopping(session: string): Stopping {
  const { busy, problem, run } = useCommand();
  const stop = useCallback(() => {
    const params = { path: { session } };
    void run(() => ask(api.POST("/api/session/{session}/execute/stop", { params })));
  }, [run, session]);
  return { busy, problem, stop };
}

/** What was last asked for, for as long as the page is open. */
export function useWish(): [Wish, (changes: Partial<Wish>) => void] {
  const [wish, setWish] = useState(USUAL);
  return [wish, (changes) => setWish((before) => ({ ...before, ...changes }))];
}
