// A report in an order and a size for reading: failed first, found by name, long output bounded.
import type { Schemas } from "@/api/client";

export type Report = Schemas["CheckReport"];
export type Check = Report["checks"][number];

export interface Test {
  readonly name: string;
  readonly passed: boolean;
}

export type Wanted = "all" | "failed" | "passed";

/** Failed first; those whose name holds every word of the search. */
export function testsOf(report: Report, wanted: Wanted, search: string): Test[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = (name: string) => words.every((word) => name.toLowerCase().includes(word));
  const failed = report.failed.map((name) => ({ name, passed: false }));
  const passed = report.passed.map((name) => ({ name, passed: true }));
  const all = [...(wanted === "passed" ? [] : failed), ...(wanted === "failed" ? [] : passed)];
  return all.filter(({ name }) => isFound(name));
}

/** In one sentence; a test that was not run has not passed. */
export function verdictOf(report: Report): string {
  const of = (kind: Check["kind"]) => report.checks.find((check) => check.kind === kind);
  if (of("parse")?.status === "failed") return "The code does not parse.";
  const all = report.passed.length + report.failed.length;
  if (all === 0) {
    const tests = of("tests");
    if (tests?.status === "failed") return "The tests could not be run to their end.";
    return "No test was run.";
  }
  if (report.failed.length > 0) return `${report.failed.length} of ${all} tests fail.`;
  return all === 1 ? "The one test passes." : `All ${all} tests pass.`;
}

/** The figures alone, for beside the button. */
export function inShort(report: Report): string {
  const { passed, failed } = report;
  if (passed.length + failed.length === 0) return "no test came to an end";
  const told = [failed.length > 0 ? `${failed.length} failed` : "", `${passed.length} passed`];
  return told.filter(Boolean).join(", ");
}

export type Standing = "good" | "bad" | "open";

export function standingOf(report: Report): Standing {
  if (report.failed.length > 0 || report.checks.some((check) => check.status === "failed")) {
    return "bad";
  }
  return report.passed.length > 0 ? "good" : "open";
}

export interface Bounded {
  readonly head: string;
  /** How many lines are left out between the two. */
  readonly left: number;
  readonly tail: string;
}

/** The first and the last lines of a long text; what is left out is counted. */
export function bounded(text: string, most = 400): Bounded {
  const lines = text.split("\n");
  if (lines.length <= most) return { head: text, left: 0, tail: "" };
  const half = Math.floor(most / 2);
  return {
    head: lines.slice(0, half).join("\n"),
    left: lines.length - 2 * half,
    tail: lines.slice(-half).join("\n"),
  };
}

/** Tenths while it is short: a run of 0.1 s took some time. */
export function seconds(value: number): string {
  if (value < 0.05) return "under 0.1 s";
  if (value < 10) return `${value.toFixed(1)} s`;
  const whole = Math.round(value);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} m ${whole % 60} s`;
}
