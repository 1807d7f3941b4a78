// The diff of one file: against what, in which form, and each hunk accepted or taken back.
import { Check, Columns2, Pilcrow, Rows2, Undo2, UnfoldVertical } from "lucide-react";
import { type ReactNode, useRef } from "react";
import type { ProjectFile } from "@/fold";
import { announce } from "@/design/announcer";
import { Button } from "@/design/button";
import { IconButton } from "@/design/icon-button";
import { Select, type SelectProps } from "@/design/select";
import { Tooltip } from "@/design/tooltip";
import { hunkNames } from "./accepting";
import type { Trees } from "./comparing";
import { DiffView, type HunkAt } from "./diff";
import type { Mode } from "./diff-rows";
import { revert } from "./diffing";
import { useMedia, useRemembered } from "./media";

export interface DiffPaneProps {
  path: string;
  trees: Trees;
  choices: SelectProps["choices"];
  chosen: string;
  onChoose: (value: string) => void;
  /** Why nothing can be taken back now; null: it can. */
  whyNot: string | null;
  /** Hunks of this comparison can be accepted; one that is, is folded. */
  accepting: boolean;
  accepted: ReadonlySet<string>;
  onAccept: (hunk: string) => void;
  /** The file as it shall be; null: gone. */
  onRevert: (text: string | null, told: string) => void;
}

export function DiffPane(props: DiffPaneProps) {
  const { path, trees } = props;
  const [before, after] = [trees.before[path], trees.after[path]];
  const [mode, setMode] = useRemembered<Mode>("mode", ["split", "unified"], "unified");
  const [space, setSpace] = useRemembered("space", ["shown", "ignored"], "shown");
  const [rest, setRest] = useRemembered("rest", ["collapsed", "shown"], "collapsed");
  const roomy = useMedia("(min-width: 64rem)");
  const drawn = roomy ? mode : "unified";
  const scroller = useRef<HTMLDivElement>(null);
  /** The hunk that has been taken back is gone: the next one in its place has the focus. */
  const goOn = (text: string | null, told: string, index: number) => {
    props.onRevert(text, told);
    announce(`${told}; it is not kept yet.`);
    requestAnimationFrame(() => {
      const hunks = scroller.current?.querySelectorAll<HTMLElement>("[data-hunk]");
      const next = hunks?.[Math.min(index, hunks.length - 1)] ?? scroller.current;
      next?.focus({ preventScroll: true });
    });
  };
  const actions = (at: HunkAt) => <HunkActions {...props} at={at} onTakeBack={goOn} />;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-1.5">
        <Select
          aria-label="Compare"
          value={props.chosen}
          choices={props.choices}
          onChoose={props.onChoose}
          className="min-w-0 flex-1 basis-56 text-sm sm:max-w-96"
        />
        <span className="flex items-center gap-0.5">
          {roomy && (
            <IconButton
              label={drawn === "split" ? "One below the other" : "Side by side"}
              icon={drawn === "split" ? <Rows2 size={16} /> : <Columns2 size={16} />}
              onClick={() => setMode(drawn === "split" ? "unified" : "split")}
            />
          )}
          <IconButton
            label="Ignore white space"
            pressed={space === "ignored"}
            icon={<Pilcrow size={16} />}
            onClick={() => setSpace(space === "ignored" ? "shown" : "ignored")}
          />
          <IconButton
            label="Show unchanged lines"
            pressed={rest === "shown"}
            side="bottom-end"
            icon={<UnfoldVertical size={16} />}
            onClick={() => setRest(rest === "shown" ? "collapsed" : "shown")}
          />
        </span>
        <span className="ml-auto">
          <RevertFile {...props} before={before} after={after} onTakeBack={goOn} />
        </span>
      </div>
      <div
        ref={scroller}
        role="group"
        aria-label={`Diff of ${path}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto bg-surface -outline-offset-2"
      >
        <Names trees={trees} split={drawn === "split"} whyNot={props.whyNot} />
        {before?.binary || after?.binary ? (
          <Binary before={before} after={after} />
        ) : (
          <DiffView
            keys
            path={path}
            mode={drawn}
            before={before?.text ?? null}
            after={after?.text ?? null}
            ignoreWhitespace={space === "ignored"}
            whole={rest === "shown"}
            folded="accepted"
            isFolded={props.accepting ? (at) => props.accepted.has(nameOf(path, at)) : undefined}
            actions={trees.isNow ? actions : undefined}
          />
        )}
      </div>
    </div>
  );
}

interface NamesProps {
  trees: Trees;
  split: boolean;
  whyNot: string | null;
}

function Names({ trees, split, whyNot }: NamesProps) {
  return (
    <p className="flex flex-wrap gap-x-2 px-4 pt-2 text-sm text-ink-soft">
      <span>
        <span aria-hidden className="font-mono text-danger">
          −{" "}
        </span>
        {trees.beforeName}
        {split && " (left)"}
      </span>
      <span aria-hidden>→</span>
      <span>
        <span aria-hidden className="font-mono text-agree">
          +{" "}
        </span>
        {trees.afterName}
        {split && " (right)"}
      </span>
      {trees.isNow && whyNot !== null && <span className="text-doubt">· {whyNot}</span>}
    </p>
  );
}

function nameOf(path: string, { comparison, index }: HunkAt): string {
  return hunkNames(path, comparison)[index] ?? "";
}

type TakeBack = (text: string | null, told: string, index: number) => void;

interface HunkActionsProps extends DiffPaneProps {
  at: HunkAt;
  onTakeBack: TakeBack;
}

function HunkActions({ at, onTakeBack, ...props }: HunkActionsProps) {
  const { path, trees, accepted } = props;
  const name = nameOf(path, at);
  const isAccepted = accepted.has(name);
  const takeBack = () => {
    const before = trees.before[path]?.text ?? null;
    const text = revert(at.comparison, at.hunk.changes);
    // All of a file that was not there taken back is no empty file, but none.
    onTakeBack(text === (before ?? "") ? before : text, "a hunk reverted", at.index);
  };
  return (
    <>
      {props.accepting && (
        <Button
          size="sm"
          kind="bare"
          aria-pressed={isAccepted}
          icon={<Check size={14} aria-hidden className={isAccepted ? "text-agree" : ""} />}
          onClick={() => props.onAccept(name)}
        >
          {isAccepted ? "Accepted" : "Accept"}
        </Button>
      )}
      <Possible whyNot={props.whyNot}>
        <Button
          size="sm"
          icon={<Undo2 size={14} aria-hidden />}
          disabled={props.whyNot !== null}
          onClick={takeBack}
        >
          Revert this hunk
        </Button>
      </Possible>
    </>
  );
}

/** Around a button that cannot be pressed now: why. */
function Possible({ whyNot, children }: { whyNot: string | null; children: ReactNode }) {
  if (whyNot === null) return children;
  return (
    <Tooltip text={whyNot} side="bottom-end">
      {children}
    </Tooltip>
  );
}

interface Files {
  before: ProjectFile | undefined;
  after: ProjectFile | undefined;
}

function RevertFile(props: DiffPaneProps & Files & { onTakeBack: TakeBack }) {
  const { before, after, trees } = props;
  if (!trees.isNow || before?.text === after?.text) return null;
  const whyNot = before?.binary
    ? "A binary file can only be removed here, not written."
    : props.whyNot;
  return (
    <Possible whyNot={whyNot}>
      <Button
        size="sm"
        icon={<Undo2 size={14} aria-hidden />}
        disabled={whyNot !== null}
        onClick={() => props.onTakeBack(before?.text ?? null, "the whole file reverted", 0)}
      >
        {before ? "Revert the file" : "Remove the file"}
      </Button>
    </Possible>
  );
}

function Binary({ before, after }: Files) {
  const words = !before
    ? "It is new."
    : !after
      ? "It is gone."
      : before.text === after.text
        ? "The two are the same."
        : "The two are not the same.";
  return <p className="p-4 text-ink-soft">A binary file is not shown as text. {words}</p>;
}
