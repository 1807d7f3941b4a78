// The live table: lanes, rail, timeline, the dock where the table turns to you, and the keys.
import { Info, X } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { Session } from "@/fold";
import { announce } from "@/design/announcer";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { ErrorState } from "@/design/error-state";
import { FocusKept } from "@/design/focus-kept";
import { IconButton } from "@/design/icon-button";
import { useTitle } from "@/design/page";
import { HeaderSlot } from "@/design/shell";
import { useShortcuts } from "@/design/shortcuts";
import { SessionWays } from "@/session/session-ways";
import type { Connection } from "@/session/wire";
import { isAtWork } from "@/session/at-work";
import { Board, useWide } from "./board";
import { ChatDialog } from "./chat";
import { commands, useCommand } from "./commands";
import { Controls } from "./controls";
import { DecisionBanner, QUESTION_ID } from "./decision/banner";
import { RetryDialog } from "./dialogs";
import { ConnectionState, TableHeader } from "./header";
import { KEYS } from "./keys";
import { NoteComposer } from "./notes";
import { Outcome } from "./outcome";
import { spokenSince } from "./spoken";
import { type Scene, sceneNow } from "./stages";
import { ShownTable } from "./table-context";

export interface TableScreenProps {
  session: Session;
  connection: Connection;
}

export function TableScreen({ session, connection }: TableScreenProps) {
  const { view } = session;
  const [, go] = useLocation();
  const [looked, setLooked] = useState<Scene | null>(null);
  const [chatting, setChatting] = useState(false);
  const [retrying, setRetrying] = useState<string | null>(null);
  const [notice, setNotice] = useState("");
  const command = useCommand();
  const now = sceneNow(view);
  const scene = looked ?? now;
  const here = `/s/${encodeURIComponent(view.session)}`;
  const shown = useMemo(
    () => ({ session, view: session.view, scene, live: true }),
    [session, scene],
  );
  const title = view.topic || view.session;
  useTitle(view.question ? `Your turn: ${title}` : title);
  useSpoken(session);
  useKeys(here, go, () => setChatting(true));
  const wide = useWide();
  const onElsewhere = useCallback((words: string) => setNotice(words), []);
  const chat = useCallback(() => setChatting(true), []);
  // By their keys they only change places where the window grows or shrinks: an answer that is being
  // written stays.
  const dock = <Dock key="dock" session={session} onElsewhere={onElsewhere} onChat={chat} />;
  const board = <Board key="board" onPick={(seq) => go(`${here}/replay?at=${seq}`)} />;
  return (
    <ShownTable value={shown}>
      <div
        data-stage={wide || undefined}
        className="flex w-full min-w-0 flex-1 flex-col lg:h-(--stage) lg:flex-none lg:overflow-hidden"
      >
        <HeaderSlot>
          <ConnectionState connection={connection} />
        </HeaderSlot>
        <TableHeader
          onShow={setLooked}
          onRetry={setRetrying}
          onNow={looked === null ? undefined : () => setLooked(null)}
          actions={
            <>
              <SessionWays session={view.session} here="table" />
              <Controls
                command={command}
                onChat={chat}
                onRetry={() => setRetrying(scene?.round ?? "")}
              />
            </>
          }
        />
        <Notices {...{ session, connection, notice, command }} onNotice={setNotice} />
        {wide ? [board, dock] : [dock, board]}
        {view.outcome === null && (
          <FocusKept>
            <div className="sticky bottom-0 border-t border-line bg-surface lg:static">
              {!wide && view.question && <ToQuestion key={view.question.id} />}
              <NoteComposer />
            </div>
          </FocusKept>
        )}
      </div>
      <ChatDialog open={chatting} onClose={() => setChatting(false)} />
      <RetryDialog
        open={retrying !== null}
        onClose={() => setRetrying(null)}
        round={retrying ?? ""}
      />
    </ShownTable>
  );
}

interface DockProps {
  session: Session;
  onElsewhere: (words: string) => void;
  onChat: () => void;
}

/** Where the table turns to you: with a question, or with what it has come to. */
function Dock({ session, onElsewhere, onChat }: DockProps) {
  const { view } = session;
  const isOpen = view.question !== null || view.outcome !== null;
  if (!isOpen) return null;
  return (
    <div className="flex min-h-0 shrink-0 flex-col lg:max-h-[42%] lg:has-[[data-room=some]]:max-h-[48%] lg:has-[[data-room=much]]:max-h-[58%]">
      <FocusKept key={view.question?.id ?? view.outcome}>
        {view.question ? (
          <DecisionBanner question={view.question} onElsewhere={onElsewhere} />
        ) : (
          <Outcome onChat={onChat} />
        )}
      </FocusKept>
    </div>
  );
}

/** The way to a question that has been scrolled out of sight. */
function ToQuestion() {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const banner = document.getElementById(QUESTION_ID);
    if (banner === null || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(([entry]) =>
      setHidden(entry?.isIntersecting === false),
    );
    observer.observe(banner);
    return () => observer.disconnect();
  }, []);
  if (!hidden) return null;
  return (
    <a
      href={`#${QUESTION_ID}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(QUESTION_ID)?.scrollIntoView({ block: "start" });
      }}
      className="block bg-king-soft px-4 py-2 text-center font-medium text-king"
    >
      The table waits for your answer
    </a>
  );
}

interface NoticesProps {
  session: Session;
  connection: Connection;
  notice: string;
  onNotice: (words: string) => void;
  command: ReturnType<typeof useCommand>;
}

function Notices({ session, connection, notice, onNotice, command }: NoticesProps) {
  const { paused } = session.view;
  return (
    <>
      {connection === "retrying" && (
        <p className="border-b border-line bg-doubt-soft px-5 py-1.5 text-sm text-doubt">
          The server does not answer. What you see is how it stood; it goes on by itself when the
          server is back.
        </p>
      )}
      {paused && (
        <p className="flex items-baseline gap-2.5 border-b border-line bg-sunken px-5 py-1.5 text-sm">
          <Badge tone="doubt">Paused</Badge>
          <span className="min-w-0 break-words">
            <span className="font-medium">{PAUSES[paused.reason]}</span>
            {paused.detail && <span className="text-ink-soft"> {paused.detail}</span>}
          </span>
        </p>
      )}
      {notice && (
        <p className="flex items-center gap-2 border-b border-line bg-king-soft px-5 py-0.5 text-sm text-king">
          <Info size={15} aria-hidden className="shrink-0" />
          <span className="min-w-0 flex-1">{notice}</span>
          <IconButton
            label="Close this notice"
            side="bottom-end"
            icon={<X size={14} />}
            onClick={() => onNotice("")}
            className="size-7"
          />
        </p>
      )}
      <Silence session={session} command={command} />
      {command.problem && (
        <ErrorState
          className="m-3"
          message={command.problem.detail}
          remedy={command.problem.remedy}
        />
      )}
    </>
  );
}

const LONG_SILENCE = 45_000;

/** A table that broke off where it was led looks as if it worked: after a while this is said. */
function Silence({ session, command }: Pick<NoticesProps, "session" | "command">) {
  const { view } = session;
  const [silentAt, setSilentAt] = useState(0);
  const waits = isAtWork(view);
  const speaking = view.turns.some((turn) => turn.status === "open");
  const patience = LONG_SILENCE + (speaking ? turnLasts(session) : 0);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setSilentAt(view.seq), patience);
    return () => clearTimeout(timer);
  }, [waits, patience, view.seq]);
  if (!waits || silentAt !== view.seq) return null;
  return (
    <p className="flex flex-wrap items-center gap-3 border-b border-line bg-sunken px-5 py-1.5 text-sm">
      {speaking
        ? "Nothing has come for longer than a turn may take."
        : "Nothing has come for a while. Checks and merges take their time."}{" "}
      If it has broken off, it can be taken up again.
      <Button
        size="sm"
        busy={command.busy}
        onClick={() => void command.run(() => commands.resume(view.session, {}))}
      >
        Take it up again
      </Button>
    </p>
  );
}

/** The server breaks a turn off after so many milliseconds, if it is there. */
function turnLasts({ opening }: Session): number {
  return (opening?.rules.timeout_per_turn_seconds ?? 120) * 1000;
}

const PAUSES = {
  user: "The table rests, paused by you; nothing that was completed is lost, and it can be resumed.",
  budget: "The table rests: the next turn could break a cap.",
  failure: "The table rests: it could not go on.",
};

/** Boundaries are spoken as they come; what was there before the page came is not. */
function useSpoken(session: Session): void {
  const since = useRef(session.view.seq);
  useEffect(() => {
    const words = spokenSince(session, since.current);
    since.current = session.view.seq;
    for (const each of words) announce(each);
  }, [session]);
}

function useKeys(here: string, go: (to: string) => void, chat: () => void): void {
  useShortcuts("This table", [
    { ...KEYS.files, run: () => go(`${here}/files`) },
    { ...KEYS.replay, run: () => go(`${here}/replay`) },
    { ...KEYS.chat, run: chat },
  ]);
}
