// What the developer tells a session, one function a command, and how one of them is under way.
import { useCallback, useRef, useState } from "react";
import { api, ask, type Problem, problemOf, type Schemas } from "@/api/client";

const at = (session: string) => ({ path: { session } });

export const commands = {
  note: (session: string, text: string) =>
    ask(
      api.POST("/api/session/{session}/developer-input", { params: at(session), body: { text } }),
    ),
  answer: (session: string, body: Schemas["Answer"]) =>
    ask(api.POST("/api/session/{session}/answer", { params: at(session), body })),
  retry: (session: string, body: Schemas["Retry"]) =>
    ask(api.POST("/api/session/{session}/retry", { params: at(session), body })),
  stop: (session: string) => ask(api.POST("/api/session/{session}/stop", { params: at(session) })),
  resume: (session: string, caps: Schemas["Caps"]) =>
    ask(api.POST("/api/session/{session}/resume", { params: at(session), body: { caps } })),
  complete: (session: string) =>
    ask(api.POST("/api/session/{session}/complete", { params: at(session) })),
  chat: (session: string, message: string) =>
    ask(api.POST("/api/session/{session}/chat", { params: at(session), body: { message } })),
  apply: (session: string, body: Schemas["Apply"]) =>
    ask(api.POST("/api/session/{session}/apply", { params: at(session), body })),
  undo: (session: string) => ask(api.POST("/api/session/{session}/undo", { params: at(session) })),
};

export interface Commanding {
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** What came of it, or null where it was refused; a second press while it is under way is none. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T | null>;
  readonly clear: () => void;
}

export function useCommand(): Commanding {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const under = useRef(false);
  const run = useCallback(async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (under.current) return null;
    under.current = true;
    setBusy(true);
    setProblem(null);
    try {
      return await work();
    } catch (thrown) {
      setProblem(problemOf(thrown));
      return null;
    } finally {
      under.current = false;
      setBusy(false);
    }
  }, []);
  const clear = useCallback(() => setProblem(null), []);
  return { busy, problem, run, clear };
}

/** Whether a refusal only says that somebody else was faster. */
export function isAnsweredElsewhere(problem: Problem): boolean {
  return (
    problem.status === 409 && /answered elsewhere|no open question|has ended/.test(problem.detail)
  );
}
