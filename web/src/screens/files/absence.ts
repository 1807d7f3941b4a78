// Why a session has no files (yet), and which round brings them.
import type { SessionView } from "@/fold";
import { roundName, workflowOf } from "@/screens/table/words";

export interface Absence {
  readonly title: string;
  readonly words: string;
}

export function whyNoFiles(view: SessionView): Absence {
  if (view.workflow !== "build") {
    return {
      title: "This session makes no files of its own",
      words: `${workflowOf(view.workflow)}: what comes of it is a decision. When it is carried out, you are asked about each file of your repository that it would change.`,
    };
  }
  const plan = view.agenda.find((round) => round.kind === "code");
  if (!plan) {
    const held = view.agenda.map((round) => roundName(round.key)).join(", ");
    return {
      title: "No round of this build writes code",
      words: `Its rounds are ${held}. A build with the round Development brings files.`,
    };
  }
  if (view.outcome !== null) {
    return { title: "The build ended without files", words: view.summary };
  }
  const current = view.rounds.findLast((round) => round.counts);
  const now = current
    ? `The round ${roundName(current.key)} is being held.`
    : "No round has begun.";
  return {
    title: "No files yet",
    words: `They come with the round ${roundName(plan.key)}, when what the knights wrote has been merged. ${now}`,
  };
}
