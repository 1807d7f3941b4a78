// Where a refusal belongs: at the field that it is about, and in the summary beside the button.
import type { Problem } from "@/api/client";
import { sentence } from "@/design/sentence";
import {
  FEWEST_SEATS,
  type Form,
  isRehearsal,
  MOST_TOPIC,
  roundsOn,
  type SeatOffered,
  seated,
  type Start,
} from "@/screens/setup/form";

export interface Trouble {
  /** The field as the form names it, such as `caps.max_tokens` or `rounds.qa.iterations`. */
  field: string;
  message: string;
  remedy: string;
}

/** What can be seen to be wrong without asking, in the order of the page: an empty list would mean
    "all" to the server. */
export function check(form: Form, seats: readonly SeatOffered[]): Trouble[] {
  const found: Trouble[] = [];
  const tell = (field: string, message: string, remedy: string) =>
    found.push({ field, message, remedy });
  const rehearsal = isRehearsal(form);
  const diagnosed = form.workflow === "code-red" && form.log.trim() !== "";
  if (form.topic.trim() === "" && !rehearsal && !diagnosed) {
    const [message, remedy] = EMPTY[form.workflow];
    tell("topic", message, remedy);
  }
  if (form.topic.length > MOST_TOPIC) {
    tell("topic", `It is longer than ${MOST_TOPIC.toLocaleString()} characters.`, "Shorten it.");
  }
  const build = form.workflow === "build";
  if (build && roundsOn(form).length === 0) {
    tell("rounds", "No round is to be held.", "Switch at least one on.");
  }
  const taking = seated(form, seats).length;
  if (!rehearsal && taking < FEWEST_SEATS) {
    const message = taking === 0 ? "Nobody is seated." : "One knight alone is no table.";
    tell("seats", message, "Seat at least two, or rehearse with a script.");
  } else if (build && !rehearsal && form.judges > taking) {
    tell("judges", `Only ${taking} are seated.`, "Ask for fewer judges.");
  }
  return found;
}

const EMPTY: Record<Form["workflow"], readonly [string, string]> = {
  build: ["The task is empty.", "Say what is to be built."],
  discuss: ["The question is empty.", "Say what is to be discussed."],
  "code-red": ["There is neither a symptom nor a log.", "Say what is wrong, or paste the log."],
};

/** The server's refusal of a request, at the place in the form from which that part of it came. */
export function troubleOf(problem: Problem, sent: Start): Trouble {
  return {
    field: placed(problem.field, sent),
    message: sentence(withoutField(problem.detail, problem.field)),
    remedy: sentence(problem.remedy),
  };
}

/** `rounds.1.iterations` was the second round of the request; the form knows it by its name. */
function placed(field: string, sent: Start): string {
  const [list, index, ...rest] = field.split(".");
  const at = Number(index);
  if (list === "rounds" && sent.rounds[at])
    return ["rounds", sent.rounds[at].key, ...rest].join(".");
  if (list === "seats" && sent.seats[at]) return ["seats", sent.seats[at].name, ...rest].join(".");
  return field;
}

/** The field stands beside the words already. */
export function withoutField(detail: string, field: string): string {
  return field !== "" && detail.startsWith(`${field}:`)
    ? detail.slice(field.length + 1).trim()
    : detail;
}

/** What stands at a field: its own troubles, with what to do about them. */
export function told(troubles: readonly Trouble[], field: string): string | undefined {
  const found = troubles.filter((trouble) => trouble.field === field);
  const words = found.map(({ message, remedy }) => `${message} ${remedy}`.trim());
  return words.join(" ") || undefined;
}

/** Whether something inside this part of the form is in trouble, so that it must be open. */
export function within(troubles: readonly Trouble[], part: string): boolean {
  return troubles.some(({ field }) => field === part || field.startsWith(`${part}.`));
}
