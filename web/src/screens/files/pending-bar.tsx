// Changes that are not kept yet: what they are, the way back, and the press that sends them.
import { Check, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import { type Problem, api, ask, problemOf } from "@/api/client";
import type { Tree } from "@/fold";
import { announce } from "@/design/announcer";
import { Button } from "@/design/button";
import { Dialog } from "@/design/dialog";
import { ErrorState } from "@/design/error-state";
import { plural } from "@/design/figures";
import { FocusKept } from "@/design/focus-kept";
import { TextInput } from "@/design/text-input";
import {
  clashes,
  discarded,
  editsOf,
  NOTHING,
  type Pending,
  rebased,
  sending,
  undone,
  unsent,
} from "./pending";
import type { Next } from "./pending-store";

export interface PendingBarProps {
  session: string;
  pending: Pending;
  project: Tree;
  /** Why nothing can be kept now; null: it can. */
  whyNot: string | null;
  onChange: (next: Next) => void;
  onShow: (path: string) => void;
}

export function PendingBar(props: PendingBarProps) {
  if (props.pending.steps.length === 0) return null;
  return (
    <FocusKept>
      <Bar {...props} />
    </FocusKept>
  );
}

function Bar(props: PendingBarProps) {
  const { session, pending, project, whyNot, onChange } = props;
  const [note, setNote] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [givingUp, setGivingUp] = useState<Pending | null>(null);
  const changes = Object.keys(pending.drafts).length;
  const clashing = clashes(pending, project);
  const last = pending.steps.at(-1);
  const keep = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const body = { ...editsOf(pending), note };
      onChange(sending);
      await ask(api.PUT("/api/session/{session}/files", { params: { path: { session } }, body }));
      // The next reason may have been begun meanwhile.
      setNote((now) => (now === note ? "" : now));
      announce("Your changes are kept.");
    } catch (thrown) {
      onChange(unsent);
      setProblem(problemOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  const reason =
    clashing.length > 0 ? "Settle the files first that have changed meanwhile." : whyNot;
  return (
    <section
      aria-label="Your changes, not kept yet"
      className="sticky bottom-0 z-10 flex max-h-[60dvh] flex-col gap-2 overflow-y-auto border-t-2 border-king bg-raised px-4 py-2.5 shadow-lg"
    >
      {problem && (
        <ErrorState
          message={problem.detail}
          remedy={[problem.remedy, "nothing of yours is lost"].filter(Boolean).join("; ")}
          onRetry={() => void keep()}
          busy={busy}
        />
      )}
      {clashing.map((path) => (
        <Clash key={path} {...props} path={path} />
      ))}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Files {...props} changes={changes} onGiveUp={setGivingUp} />
        <Button
          size="sm"
          kind="bare"
          icon={<Undo2 size={14} aria-hidden />}
          disabled={!last}
          title={last && `${last.path}: ${last.told}`}
          onClick={() => onChange(undone(pending))}
        >
          Undo the last
        </Button>
        <Button
          size="sm"
          kind="bare"
          icon={<Trash2 size={14} aria-hidden />}
          onClick={() => setGivingUp(NOTHING)}
        >
          Discard all
        </Button>
        <span className="flex min-w-0 flex-1 basis-72 items-center justify-end gap-2">
          <TextInput
            aria-label="Why you change it, for the record"
            placeholder="Why? (optional, for the record)"
            value={note}
            maxLength={20_000}
            onChange={(event) => setNote(event.target.value)}
            className="max-w-80 text-sm"
          />
          <Button
            kind="primary"
            size="sm"
            busy={busy}
            disabled={reason !== null || changes === 0}
            icon={<Check size={14} aria-hidden />}
            onClick={() => void keep()}
          >
            Keep these changes
          </Button>
        </span>
      </div>
      {reason !== null && <p className="text-sm text-doubt">{reason}</p>}
      <GiveUp
        after={givingUp}
        pending={pending}
        onClose={() => setGivingUp(null)}
        onGiveUp={onChange}
      />
    </section>
  );
}

interface GiveUpProps {
  /** What would be left; null: nobody has asked. */
  after: Pending | null;
  pending: Pending;
  onClose: () => void;
  onGiveUp: (after: Pending) => void;
}

function GiveUp({ after, pending, onClose, onGiveUp }: GiveUpProps) {
  const lost = Object.keys(pending.drafts).filter((path) => !(path in (after?.drafts ?? {})));
  return (
    <Dialog
      open={after !== null}
      onClose={onClose}
      title={`Give up your changes to ${lost.length === 1 ? lost[0] : plural(lost.length, "file")}?`}
      actions={
        <>
          <Button onClick={onClose}>Go on editing</Button>
          <Button
            kind="danger"
            onClick={() => {
              onClose();
              if (after) onGiveUp(after);
            }}
          >
            Give them up
          </Button>
        </>
      }
    >
      <p>What you typed and reverted there is then gone; what was kept before stays.</p>
    </Dialog>
  );
}

interface FilesProps extends PendingBarProps {
  changes: number;
  onGiveUp: (after: Pending) => void;
}

function Files({ pending, changes, onShow, onGiveUp }: FilesProps) {
  if (changes === 0) return <p className="text-sm">All is as it was.</p>;
  return (
    <details className="text-sm open:basis-full">
      <summary className="w-fit rounded-sm font-medium">
        {plural(pending.steps.length, "change")} in {plural(changes, "file")}, not kept yet
      </summary>
      <ul className="flex flex-col gap-1 pt-2">
        {Object.entries(pending.drafts).map(([path, draft]) => (
          <li key={path} className="flex flex-wrap items-center gap-x-3">
            <button
              type="button"
              className="rounded-sm font-mono text-xs break-all text-accent underline"
              onClick={() => onShow(path)}
            >
              {path}
            </button>
            <span className="text-ink-soft">
              {draft.text === null ? "will be gone" : stepsOf(pending, path)}
            </span>
            <Button size="sm" kind="bare" onClick={() => onGiveUp(discarded(pending, path))}>
              Discard
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function stepsOf(pending: Pending, path: string): string {
  const told = pending.steps.filter((step) => step.path === path).map((step) => step.told);
  return [...new Set(told)].join(", ");
}

function Clash({ path, pending, project, onChange }: PendingBarProps & { path: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md bg-doubt-soft px-3 py-1.5 text-sm">
      <span className="min-w-0 flex-1 basis-60">
        <code className="break-all">{path}</code> has changed since you began; your text is still
        here.
      </span>
      <Button
        size="sm"
        onClick={() => onChange(rebased(pending, path, project[path]?.text ?? null))}
      >
        Mine in its place
      </Button>
      <Button size="sm" onClick={() => onChange(discarded(pending, path))}>
        Leave it as it is now
      </Button>
    </div>
  );
}
