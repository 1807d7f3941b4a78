// The question that the table puts to you: what can be answered, what follows, and on what evidence.
// It stands under the lanes and never over them; nothing is decided before it is confirmed.
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { problemOf } from "@/api/client";
import { announce } from "@/design/announcer";
import { Button } from "@/design/button";
import { classes } from "@/design/classes";
import { FoldButton } from "@/design/fold-button";
import { Kbd } from "@/design/kbd";
import { KingMark, SeatMark } from "@/design/seat-mark";
import { seatAt } from "@/design/seats";
import { useShortcuts } from "@/design/shortcuts";
import { useWide } from "../board";
import { commands, isAnsweredElsewhere, useCommand } from "../commands";
import { Refusal } from "../dialogs";
import { isAnswering } from "../stages";
import { seatIndex, useTable } from "../table-context";
import {
  answerOf,
  changeAsked,
  consequenceOf,
  inputOf,
  isReady,
  keyOf,
  type Option,
  type Question,
  seatOfPick,
  shortLabel,
} from "./answering";
import { EvidenceLine } from "./evidence-card";
import { type Draft, firstDraft, NO_DRAFT, OptionPane } from "./option-pane";

export interface BannerProps {
  question: Question;
  /** Told where somebody else has answered in the meantime. */
  onElsewhere: (words: string) => void;
}

export const QUESTION_ID = "the-question";
const ELSEWHERE = "This question was answered elsewhere in the meantime; the table has gone on.";
const STILL_ANSWERING = "The judge is answering you: wait for it, or stop it above.";

export function DecisionBanner({ question, onElsewhere }: BannerProps) {
  const { view } = useTable();
  const [chosen, setChosen] = useState<string>("");
  const [arrows, setArrows] = useState(false);
  const [folded, setFolded] = useState(false);
  const { draft, begin, write } = useDrafts(chosen);
  const { busy, problem, run, clear } = useCommand();
  const wide = useWide();
  const radios = useRef<HTMLDivElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  const putOff = useRef(false);
  const option = question.options.find((each) => each.id === chosen) ?? null;
  const choose = (next: Option, byArrow = false) => {
    setFolded(false);
    setArrows(byArrow);
    if (next.id === chosen) return;
    setChosen(next.id);
    begin(next.id, firstDraft(view, question, next));
    clear();
    announce(`${shortLabel(next)}. ${consequenceOf(next)}`);
  };
  useShortcuts(
    "The question",
    question.options.slice(0, 9).map((each, place) => ({
      keys: keyOf(place),
      label: shortLabel(each),
      run: () => choose(each),
    })),
  );
  useEffect(() => {
    if (option === null) {
      // The button that was pressed has gone with the answer.
      if (putOff.current) radios.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
      putOff.current = false;
      return;
    }
    const card = radios.current?.querySelector<HTMLElement>("[aria-checked=true]");
    // A number may choose what is scrolled out of sight.
    card?.scrollIntoView({ block: "nearest" });
    // Who goes by arrows stays among the answers; else Enter confirms what a number has chosen.
    if (arrows) card?.focus();
    else if (option.needs === "nothing") confirm.current?.focus({ preventScroll: wide });
  }, [option, arrows, wide]);
  const send = async (answered: Option, words: string) => {
    const body = answerOf(question, answered, words, draft.rounds);
    await run(() =>
      commands.answer(view.session, body).catch((thrown: unknown) => {
        // By now the log may have closed the question, and this banner with it.
        if (isAnsweredElsewhere(problemOf(thrown))) onElsewhere(ELSEWHERE);
        throw thrown;
      }),
    );
  };
  const notYet = () => {
    putOff.current = true;
    setChosen("");
  };
  const input = option ? inputOf(view, question, option) : "nothing";
  const edit = question.options.find((each) => each.id === "edit");
  return (
    <section
      id={QUESTION_ID}
      aria-labelledby={`${QUESTION_ID}-prompt`}
      data-room={question.kind === "parley" ? "much" : input === "directives" ? "some" : undefined}
      className="flex min-h-0 flex-col border-t-2 border-king bg-surface shadow-lg"
    >
      <header className="flex items-start gap-3 px-4 py-2 sm:px-5">
        <span className="mt-0.5">
          <KingMark size={20} />
        </span>
        <div className="min-w-0 flex-1">
          <p className="text-xs font-medium text-king">The table asks you</p>
          <h2 id={`${QUESTION_ID}-prompt`} className="break-words">
            {question.prompt}
          </h2>
        </div>
        <FoldButton
          folded={folded}
          show="Show the options"
          hide="Fold the question away"
          onFold={setFolded}
        />
      </header>
      {!folded && (
        <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-3 overflow-y-auto px-4 pb-3 sm:px-5 lg:grid-cols-[minmax(18rem,9fr)_minmax(0,11fr)] lg:grid-rows-[minmax(0,1fr)] lg:overflow-hidden">
          <div
            ref={radios}
            role="radiogroup"
            aria-labelledby={`${QUESTION_ID}-prompt`}
            tabIndex={-1}
            onKeyDown={(event) => {
              const next = walked(event, question.options, chosen);
              if (next) choose(next, true);
            }}
            className="flex min-h-0 flex-col gap-1.5 p-0.5 lg:overflow-y-auto"
          >
            {question.options.map((each, place) => (
              <OptionCard
                key={each.id}
                option={each}
                place={place}
                chosen={each.id === chosen}
                inTabs={each.id === chosen || (chosen === "" && place === 0)}
                isDefault={each.id === question.unattended}
                onChoose={() => choose(each)}
              />
            ))}
          </div>
          <div
            role="group"
            aria-label="The answer in full"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
            tabIndex={0}
            className="flex min-h-0 flex-col gap-3 p-0.5 lg:overflow-y-auto"
          >
            <OptionPane
              question={question}
              option={option}
              change={changeAsked(view, question)}
              draft={draft}
              focus={!arrows}
              onDraft={write}
              onHunks={(text) => edit && void send(edit, text)}
            />
            {problem && !isAnsweredElsewhere(problem) && <Refusal problem={problem} />}
            {option && (
              <div className="sticky -bottom-0.5 mt-auto flex flex-wrap items-center justify-end gap-3 border-t border-line bg-surface py-2 pr-1">
                <span className="min-w-0 flex-1 text-sm text-ink-soft max-sm:basis-full">
                  What follows: {consequenceOf(option)}
                  {isAnswering(view) && <span className="block text-doubt">{STILL_ANSWERING}</span>}
                </span>
                <Button onClick={notYet}>Not yet</Button>
                <Button
                  ref={confirm}
                  kind="primary"
                  busy={busy}
                  disabled={!isReady(option, input, draft.text)}
                  onClick={() => void send(option, draft.text)}
                >
                  Decide: {shortLabel(option)}
                </Button>
              </div>
            )}
          </div>
        </div>
      )}
    </section>
  );
}

/** What was written for each answer: a glance at another one costs nobody a word. */
function useDrafts(chosen: string) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  return {
    draft: drafts[chosen] ?? NO_DRAFT,
    begin: (id: string, first: Draft) =>
      setDrafts((before) => (id in before ? before : { ...before, [id]: first })),
    write: (draft: Draft) => setDrafts((before) => ({ ...before, [chosen]: draft })),
  };
}

/** The answer that an arrow goes to, as among radio buttons. */
function walked(
  event: KeyboardEvent<HTMLElement>,
  options: readonly Option[],
  chosen: string,
): Option | undefined {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return undefined;
  event.preventDefault();
  const here = options.findIndex((each) => each.id === chosen);
  return options.at(here < 0 ? 0 : (here + by) % options.length);
}

interface OptionCardProps {
  option: Option;
  place: number;
  chosen: boolean;
  /** The one that Tab stops at. */
  inTabs: boolean;
  isDefault: boolean;
  onChoose: () => void;
}

function OptionCard({ option, place, chosen, inTabs, isDefault, onChoose }: OptionCardProps) {
  const { view } = useTable();
  const seat = seatOfPick(option);
  const index = seat ? seatIndex(view, seat) : -1;
  const key = keyOf(place);
  return (
    <button
      type="button"
      role="radio"
      aria-checked={chosen}
      tabIndex={inTabs ? 0 : -1}
      data-seat={index < 0 ? undefined : seatAt(index).number}
      onClick={onChoose}
      className={classes(
        "flex w-full items-start gap-3 rounded-md border px-3 py-1.5 text-start lg:py-1 transition-colors duration-100",
        chosen ? "border-king bg-king-soft" : "border-line bg-raised hover:border-line-strong",
      )}
    >
      <span className="mt-0.5 w-6 shrink-0 text-center">{key && <Kbd keys={key} />}</span>
      {index >= 0 && <SeatMark index={index} size={22} className="mt-0.5" />}
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
        <span className="font-medium break-words">{shortLabel(option)}</span>
        {/* What taking a position means is plain, and told before it is confirmed. */}
        <span className={classes("text-sm break-words text-ink-soft", seat && "lg:sr-only")}>
          {consequenceOf(option)}
          {isDefault && <span className="text-ink-faint"> (taken when nobody is there)</span>}
        </span>
        {seat && <EvidenceLine seat={seat} />}
      </span>
    </button>
  );
}
