// The commands to a table: stop, resume, hold a round anew, mark as complete.
import {
  CircleCheckBig,
  Ellipsis,
  MessageCircleQuestion,
  Play,
  RotateCcw,
  Square,
} from "lucide-react";
import { useId, useState } from "react";
import type { SessionView } from "@/fold";
import { announce } from "@/design/announcer";
import { Button } from "@/design/button";
import { FocusKept } from "@/design/focus-kept";
import { IconButton } from "@/design/icon-button";
import { Menu, type MenuItem } from "@/design/menu";
import type { Trigger } from "@/design/popover";
import { useShortcuts } from "@/design/shortcuts";
import { Tooltip } from "@/design/tooltip";
import { isAtWork } from "@/session/at-work";
import { type Commanding, commands } from "./commands";
import { CompleteDialog, ResumeDialog } from "./dialogs";
import { KEYS } from "./keys";
import { isAnswering } from "./stages";
import { useTable } from "./table-context";

type Asked = "" | "resume" | "complete";

export interface ControlsProps {
  /** The command under way, whose refusal the screen shows. */
  command: Commanding;
  onChat: () => void;
  onRetry: () => void;
}

export function Controls({ command, onChat, onRetry }: ControlsProps) {
  const { view } = useTable();
  const [asked, setAsked] = useState<Asked>("");
  const close = () => setAsked("");
  const stop = () => void stopTable(view.session, command);
  const answering = !isAtWork(view) && isAnswering(view);
  useShortcuts("This table", isAtWork(view) || answering ? [{ ...KEYS.stop, run: stop }] : []);
  return (
    <div className="flex items-center gap-1">
      {(isAtWork(view) || canResume(view)) && (
        <FocusKept>
          <StopOrResume command={command} onStop={stop} onCaps={() => setAsked("resume")} />
        </FocusKept>
      )}
      {answering && (
        <FocusKept>
          <Button kind="danger" size="sm" busy={command.busy} icon={STOP_SIGN} onClick={stop}>
            Stop the answer
          </Button>
        </FocusKept>
      )}
      <Menu
        label="More commands"
        align="end"
        trigger={moreButton}
        items={menuItems(view, setAsked, onChat, onRetry)}
      />
      <ResumeDialog open={asked === "resume"} onClose={close} />
      <CompleteDialog open={asked === "complete"} onClose={close} />
    </div>
  );
}

/** At once, in the middle of a word; it can be taken up again, unlike a session that was ended. */
async function stopTable(session: string, command: Commanding): Promise<void> {
  announce("Stopping.");
  await command.run(() => commands.stop(session));
}

function moreButton(props: Trigger) {
  return (
    <IconButton {...props} label="More commands" side="bottom-end" icon={<Ellipsis size={18} />} />
  );
}

function menuItems(
  view: SessionView,
  ask: (what: Asked) => void,
  onChat: () => void,
  onRetry: () => void,
): MenuItem[] {
  return [
    {
      label: "Ask the judge",
      icon: <MessageCircleQuestion size={15} aria-hidden />,
      run: onChat,
    },
    {
      label: "Hold a round anew …",
      icon: <RotateCcw size={15} aria-hidden />,
      run: onRetry,
      disabled: view.rounds.length === 0,
    },
    {
      label: "Resume with other caps …",
      icon: <Play size={15} aria-hidden />,
      run: () => ask("resume"),
      disabled: !canResume(view),
    },
    {
      label: "Mark as complete …",
      icon: <CircleCheckBig size={15} aria-hidden />,
      run: () => ask("complete"),
      disabled: view.outcome !== null,
    },
  ];
}

function canResume(view: SessionView): boolean {
  return view.paused !== null && view.outcome === null && view.question === null;
}

interface StopOrResumeProps {
  command: Commanding;
  onStop: () => void;
  onCaps: () => void;
}

/** Stop and pause are one thing here, and both are said: a table that was stopped waits. */
const STOP_HINT = "Pauses it at once; it can be resumed";

/** The same button, whatever it is for now: who has pressed it stays at it. */
function StopOrResume({ command, onStop, onCaps }: StopOrResumeProps) {
  const { view } = useTable();
  const id = useId();
  const atWork = isAtWork(view);
  const overBudget = view.paused?.reason === "budget";
  const hint = atWork
    ? STOP_HINT
    : isAnswering(view)
      ? "The judge is answering you; it goes on when that is done"
      : "Goes on from where it was paused";
  const resume = () => {
    if (overBudget) onCaps();
    else void command.run(() => commands.resume(view.session, {}));
  };
  return (
    <Tooltip text={hint} side="bottom-end">
      <Button
        kind={atWork ? "danger" : "primary"}
        size="sm"
        busy={command.busy}
        aria-describedby={id}
        icon={atWork ? STOP_SIGN : <Play {...SIGN} size={13} />}
        onClick={atWork ? onStop : resume}
      >
        {atWork ? "Stop" : overBudget ? "Resume …" : "Resume"}
      </Button>
      <span id={id} className="sr-only">
        {hint}
      </span>
    </Tooltip>
  );
}

const SIGN = { "aria-hidden": true, fill: "currentColor" } as const;
const STOP_SIGN = <Square {...SIGN} size={11} />;
