// One change of an apply before the King: what would become of the file, and what speaks against it.
import { lazy, Suspense, useMemo, useState } from "react";
import type { ChangeView, ProjectFile } from "@/fold";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { Skeleton } from "@/design/skeleton";
import { TextArea } from "@/design/text-area";
import type { Change } from "@/screens/files/diffing";
import { revert } from "@/screens/files/diffing";
import type { HunkAt } from "@/screens/files/diff";
import { doubtsOf } from "../rail/changes";
import { Points } from "../stance";
import { useTable } from "../table-context";

const DiffView = lazy(async () => ({ default: (await import("@/screens/files/diff")).DiffView }));

/** What the file is now; null: there is none. */
export function baseOf(bases: Readonly<Record<string, ProjectFile | null>>, path: string) {
  const base = bases[path] ?? null;
  return base === null || base.binary ? null : base.text;
}

export interface ParleyProps {
  change: ChangeView;
  /** True: the King writes his own version. */
  editing: boolean;
  text: string;
  onText: (text: string) => void;
  /** Some hunks were left out: what is left is an edit. */
  onHunks: (text: string) => void;
}

export function Parley({ change, editing, text, onText, onHunks }: ParleyProps) {
  const { session } = useTable();
  const { path, text: after = null } = change.proposed.change;
  const before = baseOf(session.texts.bases, path);
  const doubts = doubtsOf(change.proposed);
  const binary = session.texts.bases[path]?.binary ?? false;
  return (
    <div className="flex flex-col gap-3">
      {doubts.length > 0 && (
        <div className="border-l-2 border-doubt pl-3 text-sm text-doubt">
          <p className="font-medium">What speaks against it</p>
          <Points points={doubts} />
        </div>
      )}
      {change.proposed.units.length > 0 && (
        <p className="text-sm break-words text-ink-soft">{change.proposed.units.join("; ")}</p>
      )}
      {editing ? (
        <Field
          label={`Your version of ${path}`}
          hint="It is checked, and shown again before anything is written."
        >
          <TextArea
            value={text}
            spellCheck={false}
            minRows={8}
            maxRows={24}
            className="font-mono text-xs"
            onChange={(event) => onText(event.target.value)}
          />
        </Field>
      ) : binary ? (
        <p className="text-ink-soft">It is a binary file.</p>
      ) : (
        <Suspense fallback={<Skeleton lines={6} />}>
          <Hunks key={change.digest} path={path} before={before} after={after} onHunks={onHunks} />
        </Suspense>
      )}
    </div>
  );
}

interface HunksProps {
  path: string;
  before: string | null;
  after: string | null;
  onHunks: (text: string) => void;
}

/** The diff, of which hunks can be left out; the rest then goes back as the King's own version. */
function Hunks({ path, before, after, onHunks }: HunksProps) {
  const [left, setLeft] = useState<readonly HunkAt[]>([]);
  const isLeft = (at: HunkAt) => left.some((each) => each.index === at.index);
  const partial = useMemo(() => without(left), [left]);
  const canLeave = before !== null && after !== null;
  const toggle = (at: HunkAt) =>
    setLeft(isLeft(at) ? left.filter((each) => each.index !== at.index) : [...left, at]);
  const actions = (at: HunkAt) => (
    <Button size="sm" onClick={() => toggle(at)}>
      {isLeft(at) ? "Take it after all" : "Leave this out"}
    </Button>
  );
  return (
    <div className="flex flex-col gap-2">
      <div className="max-h-96 overflow-auto rounded-md border border-line bg-raised">
        <DiffView
          before={before}
          after={after}
          path={path}
          mode="unified"
          isFolded={isLeft}
          actions={canLeave ? actions : undefined}
        />
      </div>
      {left.length > 0 && partial !== null && (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <span className="text-ink-soft">
            Left out: {left.length}. The rest is sent as your own version and shown once more.
          </span>
          <Button size="sm" kind="primary" onClick={() => onHunks(partial)}>
            Send what is left
          </Button>
        </div>
      )}
    </div>
  );
}

function without(left: readonly HunkAt[]): string | null {
  const first = left[0];
  if (!first) return null;
  const changes = left.flatMap((at): readonly Change[] => at.hunk.changes);
  return revert(first.comparison, changes);
}
