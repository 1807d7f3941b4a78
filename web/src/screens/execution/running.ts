// The tests, run at a press: under way since when, what came of it, or why nothing did.
import { useCallback, useEffect, useRef, useState } from "react";
import { api, ask, type Problem, problemOf, type Schemas } from "@/api/client";
import { announce } from "@/design/announcer";
import { type Report, verdictOf } from "./outcomes";

export interface Running {
  readonly busy: boolean;
  /** Whole seconds since it began. */
  readonly elapsed: number;
  readonly report: Report | null;
  readonly problem: Problem | null;
  readonly run: () => void;
}

export function useRunning(session: string): Running {
  const [since, setSince] = useState<number | null>(null);
  const [elapsed, setElapsed] = useState(0);
  const [report, setReport] = useState<Report | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const under = useRef(false);
  useEffect(() => {
    if (since === null) return;
    const timer = setInterval(() => setElapsed(Math.floor((Date.now() - since) / 1000)), 250);
    return () => clearInterval(timer);
  }, [since]);
  const run = useCallback(() => {
    if (under.current) return;
    under.current = true;
    setSince(Date.now());
    setElapsed(0);
    setProblem(null);
    announce("The tests are being run.");
    const params = { path: { session } };
    // The sandbox has bounds of its own: no other field goes with it.
    const body = { way: "sandbox" } as Schemas["Execute"];
    ask(api.POST("/api/session/{session}/execute", { params, body }))
      .then(
        (answer) => {
          if (!("report" in answer)) return;
          setReport(answer.report);
          announce(verdictOf(answer.report));
        },
        (thrown: unknown) => setProblem(problemOf(thrown)),
      )
      .finally(() => {
        under.current = false;
        setSince(null);
      });
  }, [session]);
  return { busy: since !== null, elapsed, report, problem, run };
}
