// The screen of a session's files: loading it, and what is said where there are none.
import { FileCode2 } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useParams } from "wouter";
import { api, ask, type Schemas } from "@/api/client";
import { useLoaded } from "@/api/loaded";
import type { Session, Tree } from "@/fold";
import { EmptyState } from "@/design/empty-state";
import { Page } from "@/design/page";
import { Skeleton } from "@/design/skeleton";
import { useSession } from "@/session/feed";
import { Missing } from "@/session/missing";
import { SessionBar } from "./session-bar";
import { whyNoFiles } from "./absence";
import { Workspace } from "./workspace";

export default function Files() {
  const { id = "" } = useParams();
  return <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: string }) {
  const { session, problem } = useSession(id);
  const project = session?.texts.project;
  const stamp = useSettled(project ? stampOf(project) : 0);
  const told = useLoaded(`${id} ${stamp}`, () => (stamp === null ? never : filesOf(id)));
  if (problem && !session?.opening) return <Missing id={id} problem={problem} />;
  if (session?.opening && hasFiles(session))
    return <Workspace id={id} session={session} told={told} />;
  // The log may still be on its way: only the server's word says that there is nothing.
  if (session?.opening && told.value?.files.length === 0) return <None id={id} session={session} />;
  if (told.problem) return <Missing id={id} problem={told.problem} onRetry={told.reload} />;
  return <Loading id={id} session={session} />;
}

function filesOf(id: string): Promise<Schemas["FilesTold"]> {
  return ask(api.GET("/api/session/{session}/files", { params: { path: { session: id } } }));
}

const never = new Promise<never>(() => undefined);

/** A log comes in many pieces: what they come to is looked up once, and not with each of them. */
function useSettled(value: number): number | null {
  const [settled, setSettled] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 200);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function hasFiles(session: Session): boolean {
  const { project, given } = session.texts;
  return Object.keys(project).length + Object.keys(given).length > 0;
}

const stamps = new WeakMap<Tree, number>();
let last = 0;

/** Another number for every tree, so that authorship is looked up anew when the files have changed. */
function stampOf(project: Tree): number {
  const known = stamps.get(project);
  if (known !== undefined) return known;
  last += 1;
  stamps.set(project, last);
  return last;
}

interface FrameProps {
  id: string;
  session?: Session | null;
  children: ReactNode;
}

function Frame({ id, session, children }: FrameProps) {
  return (
    <Page title="Files" hideTitle width="stage">
      <SessionBar id={id} view={session?.opening ? session.view : null} at="files" />
      {children}
    </Page>
  );
}

function Loading({ id, session }: { id: string; session: Session | null }) {
  return (
    <Frame id={id} session={session}>
      <div className="flex min-h-0 flex-1" aria-busy="true">
        <span className="sr-only">The files are being loaded.</span>
        <div className="w-72 shrink-0 border-r border-line p-4 max-md:hidden">
          <Skeleton lines={12} />
        </div>
        <div className="flex-1 bg-surface p-4">
          <Skeleton lines={16} />
        </div>
      </div>
    </Frame>
  );
}

function None({ id, session }: { id: string; session: Session }) {
  const { title, words } = whyNoFiles(session.view);
  return (
    <Frame id={id} session={session}>
      <EmptyState
        title={title}
        icon={<FileCode2 size={32} aria-hidden />}
        action={
          <Link href={`/s/${encodeURIComponent(id)}`} className="text-accent underline">
            Back to the table
          </Link>
        }
      >
        {words}
      </EmptyState>
    </Frame>
  );
}
