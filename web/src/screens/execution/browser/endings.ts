// How a run has ended, in a sentence and in a tone.
import type { Tone } from "@/design/badge";
import { plural } from "@/design/figures";
import type { Ending } from "@/runtime/run";

export function wordsOf(ending: Ending): string {
  switch (ending.kind) {
    case "exited":
      return `It ended with exit code ${ending.code}.`;
    case "stopped":
      return "You stopped it.";
    case "timed-out":
      return `It was ended after ${plural(ending.seconds, "second")}, the time it was given.`;
    case "failed":
      return "It could not be run.";
  }
}

export function toneOf(ending: Ending): Tone {
  if (ending.kind === "exited") return ending.code === 0 ? "agree" : "danger";
  return ending.kind === "stopped" ? "plain" : "danger";
}

export function badgeOf(ending: Ending): string {
  switch (ending.kind) {
    case "exited":
      return `exit code ${ending.code}`;
    case "stopped":
      return "stopped";
    case "timed-out":
      return "out of time";
    case "failed":
      return "failed";
  }
}
