// Whether the files can be edited now, and if not, why: the server's own rule, told before a press.
import type { SessionView } from "@/fold";
import { listed, roundName } from "@/screens/table/words";

/** Why nothing can be edited now, as a sentence; null: it can be. */
export function whyNotEditable(view: SessionView): string | null {
  if (view.workflow !== "build") {
    return "Only the files of a build can be edited here; edit the files of your repository themselves.";
  }
  const round = view.rounds.findLast((each) => each.counts);
  if (!round) return "No round has been held yet. Files can be edited when a round has ended.";
  const speaking = view.turns.filter((turn) => turn.status === "open").map((turn) => turn.seat);
  if (speaking.length > 0) {
    const who = [...new Set(speaking)];
    const verb = who.length === 1 ? "is" : "are";
    return `${listed(who)} ${verb} at work. Files can be edited when the round has ended, or stop the table first.`;
  }
  if (round.outcome === null) {
    return `The round ${roundName(round.key)} is under way. Files can be edited when it has ended.`;
  }
  return null;
}
