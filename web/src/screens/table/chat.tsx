// Questions to the judge about the session, beside the table. They change nothing.
import { useEffect, useState } from "react";
import { announce } from "@/design/announcer";
import { Button } from "@/design/button";
import { Dialog } from "@/design/dialog";
import { EmptyState } from "@/design/empty-state";
import { Field } from "@/design/field";
import { KingMark } from "@/design/seat-mark";
import { Spinner } from "@/design/spinner";
import { TextArea } from "@/design/text-area";
import { Follow } from "@/live";
import type { SessionView } from "@/fold";
import { isAtWork } from "@/session/at-work";
import { commands, useCommand } from "./commands";
import { Refusal } from "./dialogs";
import { remarksOf } from "./lanes";
import { SeatName } from "./seat-name";
import { currentRound, isAnswering } from "./stages";
import { useTable } from "./table-context";
import { RemarkTold, Words } from "./turn";

/** Who answers: the judge of the last round, or the first seat where nobody judges. */
export function judgeOf(view: SessionView): string {
  return currentRound(view)?.judge || (view.seats[0]?.name ?? "the judge");
}

export function ChatDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Ask the judge">
      <Conversation />
    </Dialog>
  );
}

function Conversation() {
  const { view } = useTable();
  const judge = judgeOf(view);
  return (
    <div className="table-side flex flex-col gap-3">
      <p className="text-sm text-ink-soft">
        <SeatName name={judge} /> answers from the session&apos;s record. Nothing changes by it, and{" "}
        {view.seats.some((seat) => seat.name === judge && seat.scripted)
          ? "nothing is paid: a script answers."
          : "it is paid as a turn."}
      </p>
      {view.chats.length === 0 ? (
        <EmptyState title="Nothing asked yet" className="flex-1 py-6">
          Ask why something was decided, who held what, or where it stands in the files.
        </EmptyState>
      ) : (
        <Follow label="Questions and answers" className="max-h-[60dvh] min-h-0 flex-1">
          <Exchange />
        </Follow>
      )}
      <Question />
    </div>
  );
}

function Exchange() {
  const { view, live } = useTable();
  return view.chats.map((chat) => {
    const turn = view.turns.findLast((each) => each.key === chat.turn_key);
    return (
      <div
        key={chat.number}
        className="flex flex-col gap-2 border-b border-line py-3 last:border-b-0"
      >
        <p className="flex gap-2 rounded-md bg-king-soft px-3 py-2 break-words whitespace-pre-wrap">
          <span className="mt-1">
            <KingMark size={14} label="You" />
          </span>
          {chat.question}
        </p>
        {turn ? (
          <div className="pl-1">
            <p className="text-sm">
              <SeatName name={turn.seat} />
            </p>
            <Words session={view.session} turn={turn} live={live} />
            {remarksOf(turn).map((remark) => (
              <RemarkTold key={remark.text} remark={remark} />
            ))}
          </div>
        ) : (
          <Unanswered newest={chat.number === view.chats.length} />
        )}
      </div>
    );
  });
}

/** For so long a judge may take to begin; by then a question that a cap forbids was refused. */
const BEGINS_WITHIN = 20_000;

function Unanswered({ newest }: { newest: boolean }) {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), BEGINS_WITHIN);
    return () => clearTimeout(timer);
  }, []);
  if (!newest || waited) return <p className="pl-1 text-sm text-ink-soft">It was not answered.</p>;
  return (
    <p className="flex items-center gap-2 pl-1 text-sm text-ink-faint">
      <Spinner size={13} /> is being asked …
    </p>
  );
}

/** The browser's dialog gives its focus to what asks for it, else to the button that shuts it. */
function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector("textarea")?.setAttribute("autofocus", "");
}

function Question() {
  const { view } = useTable();
  const [text, setText] = useState("");
  const { busy, problem, run } = useCommand();
  const send = async () => {
    if (text.trim() === "" || !(await run(() => commands.chat(view.session, text)))) return;
    // The next question may have been begun meanwhile.
    setText((now) => (now === text ? "" : now));
  };
  if (isAtWork(view)) {
    return (
      <p className="text-sm text-doubt">
        The table is at work, and the judge with it. Stop it first, or wait until it rests.
      </p>
    );
  }
  return (
    <form
      ref={focusFirst}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      className="flex flex-col gap-2"
    >
      <Field label="Your question" hideLabel>
        <TextArea
          minRows={2}
          maxRows={8}
          value={text}
          placeholder="Your question"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              void send();
            }
          }}
        />
      </Field>
      <Refusal problem={problem} />
      <div className="flex flex-wrap items-center justify-end gap-3">
        {isAnswering(view) && <StopAnswer />}
        <Button type="submit" kind="primary" busy={busy} disabled={text.trim() === ""}>
          Ask
        </Button>
      </div>
    </form>
  );
}

/** The next question can be put when this one is answered, or not wanted any more. */
function StopAnswer() {
  const { view } = useTable();
  const { busy, problem, run } = useCommand();
  const stop = async () => {
    announce("Stopping.");
    await run(() => commands.stop(view.session));
  };
  return (
    <>
      <span className="min-w-0 flex-1 text-sm text-ink-soft">
        {problem ? problem.detail : "The judge is answering."}
      </span>
      <Button kind="danger" busy={busy} onClick={() => void stop()}>
        Stop the answer
      </Button>
    </>
  );
}
