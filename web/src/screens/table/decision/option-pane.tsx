// The chosen option in full: the position it takes, the evidence on it, and the words it needs.
import type { ChangeView, SessionView } from "@/fold";
import { Field } from "@/design/field";
import { NumberField } from "@/design/number-field";
import { TextArea } from "@/design/text-area";
import { RichText } from "@/live";
import { SeatName } from "../seat-name";
import { PathList } from "../stance";
import { currentRound } from "../stages";
import { useTable } from "../table-context";
import { roundName } from "../words";
import {
  changeAsked,
  DEFAULT_ROUNDS,
  fieldLabel,
  firstDirectives,
  inputOf,
  type Option,
  type Question,
  seatOfPick,
} from "./answering";
import { composed, type Directives, read } from "./directives";
import { DirectivesEditor } from "./directives-editor";
import { EvidenceTold } from "./evidence-card";
import { Parley } from "./parley";
import { picksOf, Positions } from "./positions";

export interface Draft {
  readonly text: string;
  readonly rounds: number | null;
}

export const NO_DRAFT: Draft = { text: "", rounds: DEFAULT_ROUNDS };

/** What the fields of an option begin with. */
export function firstDraft(view: SessionView, question: Question, option: Option): Draft {
  const input = inputOf(view, question, option);
  if (input === "file") {
    const change = changeAsked(view, question);
    return { ...NO_DRAFT, text: change?.proposed.change.text ?? "" };
  }
  if (input === "directives") {
    const first = firstDirectives(view, option);
    return { ...NO_DRAFT, text: first ? composed(first) : option.detail };
  }
  return NO_DRAFT;
}

export interface OptionPaneProps {
  question: Question;
  option: Option | null;
  change: ChangeView | null;
  draft: Draft;
  /** Whether the field of a chosen answer takes the focus. */
  focus: boolean;
  onDraft: (draft: Draft) => void;
  onHunks: (text: string) => void;
}

export function OptionPane(props: OptionPaneProps) {
  const { question, option, change, draft, focus, onDraft, onHunks } = props;
  const { view } = useTable();
  const input = option ? inputOf(view, question, option) : "nothing";
  const picks = picksOf(question);
  return (
    <>
      {change && (
        <Parley
          change={change}
          editing={input === "file"}
          text={draft.text}
          onText={(text) => onDraft({ ...draft, text })}
          onHunks={onHunks}
        />
      )}
      {option && (
        <>
          <Position option={option} />
          <Inputs key={option.id} {...{ option, input, draft, focus, onDraft }} />
        </>
      )}
      {question.kind === "kings_choice" && <Decision />}
      {question.kind === "confirm" && <CameTo />}
      {!seatOfPick(option) && picks.length > 0 && <Positions picks={picks} />}
      {option === null && !change && question.kind !== "kings_choice" && <Hint />}
    </>
  );
}

/** What is to be decided about stays in sight whatever one has chosen. */
function Decision() {
  const { view } = useTable();
  const { decision } = view;
  if (decision === null) return null;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm text-ink-soft">
        The decision, which <SeatName name={decision.lead} /> would carry out
      </p>
      <RichText text={decision.text} />
      {decision.files_to_modify.length > 0 && (
        <p className="text-xs break-words text-ink-soft">
          in <PathList paths={decision.files_to_modify} />
        </p>
      )}
    </div>
  );
}

/** What the round came to that one agrees to, or not: it stays in sight whatever one has chosen. */
function CameTo() {
  const { view } = useTable();
  const round = currentRound(view);
  if (!round?.summary) return null;
  return (
    <div>
      <p className="text-sm text-ink-soft">What {roundName(round.key)} came to</p>
      <RichText text={round.summary} />
    </div>
  );
}

function Hint() {
  return (
    <p className="text-sm text-ink-soft">
      Choose an answer. Nothing is decided before you confirm it.
    </p>
  );
}

function Position({ option }: { option: Option }) {
  const seat = seatOfPick(option);
  if (!seat) return null;
  return (
    <div className="flex flex-col gap-3">
      {option.detail && (
        <div>
          <p className="text-sm text-ink-soft">
            What <SeatName name={seat} /> holds
          </p>
          <RichText text={option.detail} />
        </div>
      )}
      <EvidenceTold seat={seat} />
    </div>
  );
}

/** The chips of what would be sent. Those of the merge itself may hold what their text cannot say. */
function chipsOf(view: SessionView, option: Option, text: string): Directives | null {
  const first = firstDirectives(view, option);
  if (first && composed(first) === text) return first;
  const names = view.seats.map((seat) => seat.name);
  return read(text, names);
}

interface InputsProps {
  option: Option;
  input: ReturnType<typeof inputOf>;
  draft: Draft;
  focus: boolean;
  onDraft: (draft: Draft) => void;
}

function Inputs({ option, input, draft, focus, onDraft }: InputsProps) {
  const { view } = useTable();
  if (input === "nothing" || input === "file") return null;
  if (input === "directives") {
    return (
      <DirectivesEditor
        first={chipsOf(view, option, draft.text)}
        text={draft.text}
        onChange={(text) => onDraft({ ...draft, text })}
      />
    );
  }
  return (
    <>
      {input === "rounds" && (
        <Field label={view.agenda.length > 0 ? "Further iterations" : "Further rounds"}>
          <NumberField
            value={draft.rounds}
            onChange={(rounds) => onDraft({ ...draft, rounds })}
            min={1}
            max={20}
            unit="rounds"
            className="max-w-40"
          />
        </Field>
      )}
      <Field
        label={fieldLabel(option)}
        hint={option.needs === "optional_text" ? "It may stay empty." : undefined}
        required={option.needs === "text"}
      >
        <TextArea
          // One has just chosen to write something; the field is where that is done.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={focus}
          minRows={2}
          value={draft.text}
          onChange={(event) => onDraft({ ...draft, text: event.target.value })}
        />
      </Field>
    </>
  );
}
