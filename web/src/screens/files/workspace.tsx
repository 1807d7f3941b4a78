// The files of a session: tree, file and evidence side by side, and the changes that are not kept yet.
import { FolderDown, Scale } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import type { Loaded } from "@/api/loaded";
import type { Schemas } from "@/api/client";
import type { Session } from "@/fold";
import { Button } from "@/design/button";
import { Dialog } from "@/design/dialog";
import { EmptyState } from "@/design/empty-state";
import { Page } from "@/design/page";
import { sharesOf } from "./accepting";
import { useShown, type View } from "./address";
import { choicesOf, read, treesOf, written } from "./comparing";
import { whyNotEditable } from "./editing";
import { FilePane } from "./file-pane";
import { BESIDE, ROOMY, useMedia } from "./media";
import { changed, drafted, type Pending, settled, TYPED } from "./pending";
import { PendingBar } from "./pending-bar";
import { type Next, useAccepted, usePending } from "./pending-store";
import { SessionBar } from "./session-bar";
import { filesOf } from "./tree";
import { TreeView } from "./tree-view";

/** Loaded when one asks for it: the files come first. */
const Panel = lazy(async () => ({ default: (await import("./evidence-panel")).Evidence }));

export interface WorkspaceProps {
  id: string;
  session: Session;
  told: Loaded<Schemas["FilesTold"]>;
}

export function Workspace({ id, session, told }: WorkspaceProps) {
  const { project } = session.texts;
  const [shown, show] = useShown();
  const [pending, setPending] = useSettledPending(id, session);
  const [accepted, accept] = useAccepted(id);
  const beside = useMedia(BESIDE);
  const [treeOpen, setTreeOpen] = useState(false);
  const [evidence, setEvidence] = useState(false);
  const now = useMemo(() => drafted(project, pending), [project, pending]);
  const trees = useMemo(
    () => treesOf(session, now, shown.against) ?? baseOf(session, now),
    // The two are new with every event; what they hold is not.
    // oxlint-disable-next-line react/exhaustive-deps
    [session.texts, session.view.turns.length, now, written(shown.against)],
  );
  // What is not kept yet is kept or discarded, all at once, below.
  const accepting = trees.isNow && shown.against.kind !== "pending";
  const files = useMemo(() => {
    const edited = new Set(
      session.view.rounds.filter((round) => round.counts).flatMap((round) => round.edited),
    );
    const shares = accepting ? sharesOf(trees.before, trees.after, accepted) : new Map();
    const touched = { edited, pending: new Set(Object.keys(pending.drafts)), accepted: shares };
    return filesOf(trees.before, trees.after, touched);
  }, [trees, session.view.rounds, pending, accepting, accepted]);
  const path =
    shown.file ?? files.find((file) => file.mark !== null)?.path ?? files[0]?.path ?? null;
  const node = files.find((file) => file.path === path);
  const view: View =
    shown.view ?? (node?.mark === "changed" || node?.mark === "deleted" ? "diff" : "file");
  const choices = useMemo(
    () => choicesOf(session, Object.keys(pending.drafts).length),
    // oxlint-disable-next-line react/exhaustive-deps -- as above
    [session.texts, session.view.rounds, session.view.turns.length, pending],
  );
  const whyNot = whyNotEditable(session.view);
  const change = (text: string | null, what: string) => {
    if (path !== null) setPending(changed(pending, path, project[path]?.text ?? null, text, what));
  };
  const tree = (
    <TreeView
      files={files}
      selected={path}
      against={trees.beforeName}
      onSelect={(file) => {
        show({ file });
        setTreeOpen(false);
      }}
    />
  );
  return (
    <Page title={`Files: ${session.view.topic}`} hideTitle width="stage">
      <SessionBar
        id={id}
        view={session.view}
        at="files"
        actions={
          <>
            <Button
              size="sm"
              aria-expanded={evidence}
              icon={<Scale size={15} aria-hidden />}
              onClick={() => setEvidence(!evidence)}
            >
              <span className="max-sm:sr-only">Evidence</span>
            </Button>
            <Downloads id={id} />
          </>
        }
      />
      <div className="flex min-h-0 flex-1">
        {beside && (
          <aside
            aria-label="All files"
            className="flex w-72 shrink-0 flex-col border-r border-line bg-canvas"
          >
            {tree}
          </aside>
        )}
        {path === null ? (
          <EmptyState title="No file is left" className="flex-1">
            All that the session started from is gone.
          </EmptyState>
        ) : (
          <FilePane
            key={path}
            {...{ path, node, trees, view, choices, whyNot, accepting, accepted }}
            file={now[path]}
            kept={project[path]}
            seats={session.view.seats}
            provenance={told.value?.provenance ?? null}
            provenanceProblem={told.problem?.detail ?? ""}
            chosen={written(shown.against)}
            onChoose={(value) => show({ against: read(value), view: "diff" })}
            onView={(next) => show({ view: next })}
            onAccept={accept}
            onRevert={change}
            onType={(text) => change(text, TYPED)}
            onTree={beside ? undefined : () => setTreeOpen(true)}
          />
        )}
        <EvidenceBeside session={session} open={evidence} onClose={() => setEvidence(false)} />
      </div>
      <PendingBar
        session={id}
        {...{ pending, project, whyNot }}
        onChange={setPending}
        onShow={(file) => show({ file, view: "diff", against: { kind: "pending" } })}
      />
      {!beside && (
        <Dialog open={treeOpen} onClose={() => setTreeOpen(false)} title="All files">
          <div className="-mx-5 -mb-5 flex h-[70dvh] flex-col">{tree}</div>
        </Dialog>
      )}
    </Page>
  );
}

function baseOf(session: Session, now: Session["texts"]["project"]) {
  return {
    before: session.texts.given,
    after: now,
    beforeName: "the start",
    afterName: "now",
    isNow: true,
  };
}

/** What was sent is dropped here when the log has it, and a page with changes is not left unasked. */
function useSettledPending(id: string, session: Session): [Pending, (next: Next) => void] {
  const [pending, setPending] = usePending(id);
  const { project } = session.texts;
  useEffect(() => {
    const left = settled(pending, project);
    if (left !== pending) setPending(left);
    // Only when the log has moved on: while one types, equal texts are no arrival.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [project]);
  const unsent = Object.keys(pending.drafts).length > 0;
  useEffect(() => {
    if (!unsent) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", stay);
    return () => window.removeEventListener("beforeunload", stay);
  }, [unsent]);
  return [pending, setPending];
}

function Downloads({ id }: { id: string }) {
  return (
    <a
      href={`/api/session/${encodeURIComponent(id)}/download`}
      download
      className="inline-flex min-h-7 items-center gap-1.5 rounded-md border border-line-strong bg-raised px-2.5 text-sm font-medium hover:bg-sunken"
    >
      <FolderDown size={15} aria-hidden /> ZIP<span className="sr-only"> of all files</span>
    </a>
  );
}

interface EvidenceProps {
  session: Session;
  open: boolean;
  onClose: () => void;
}

/** Beside the file where there is room for it; else above the page. */
function EvidenceBeside({ session, open, onClose }: EvidenceProps) {
  const roomy = useMedia(ROOMY);
  const told = (
    <Suspense fallback={<p className="p-4 text-sm text-ink-faint">It is being loaded …</p>}>
      <Panel session={session} />
    </Suspense>
  );
  if (!roomy) {
    return (
      <Dialog open={open} onClose={onClose} title="Evidence">
        <div className="-mx-4">{told}</div>
      </Dialog>
    );
  }
  if (!open) return null;
  return (
    <aside
      aria-label="Evidence"
      className="w-80 shrink-0 overflow-y-auto border-l border-line bg-canvas"
    >
      <h2 className="px-4 pt-3">Evidence</h2>
      {told}
    </aside>
  );
}
