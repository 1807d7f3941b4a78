// The runs in this browser at an address of their own: `/s/ID/browser`.
import { useMemo } from "react";
import { useParams } from "wouter";
import { Page } from "@/design/page";
import { Skeleton } from "@/design/skeleton";
import type { Session } from "@/fold";
import { SessionBar } from "@/screens/files/session-bar";
import { useSession } from "@/session/feed";
import { Missing } from "@/session/missing";
import { BrowserRun } from "./browser-run";
import { textsOf } from "./files";

export default function BrowserScreen() {
  const { id = "" } = useParams();
  const { session, problem } = useSession(id);
  if (!session?.opening) {
    return problem ? <Missing id={id} problem={problem} /> : <Skeleton className="p-6" />;
  }
  return <Opened key={id} id={id} session={session} />;
}

function Opened({ id, session }: { id: string; session: Session }) {
  const { project } = session.texts;
  const files = useMemo(() => textsOf(project), [project]);
  return (
    <Page title={`Run in this browser: ${session.view.topic}`} hideTitle width="stage">
      <SessionBar id={id} view={session.view} at="run" />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto w-full max-w-5xl px-4 py-5 sm:px-6">
          <BrowserRun files={files} />
        </div>
      </div>
    </Page>
  );
}
