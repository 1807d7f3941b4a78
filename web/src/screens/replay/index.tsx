// The replay of one session: its log is loaded whole, and shown at the moment the address names.
import { useParams } from "wouter";
import { api, ask } from "@/api/client";
import { useLoaded } from "@/api/loaded";
import { EmptyState } from "@/design/empty-state";
import { Page } from "@/design/page";
import { Missing } from "@/session/missing";
import { Loading } from "../table/loading";
import { ReplayScreen } from "./replay-screen";
import "../table/table.css";

export default function Replay() {
  const { id = "" } = useParams();
  return <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: string }) {
  const { value, problem, loading, reload } = useLoaded(`events of ${id}`, () =>
    ask(api.GET("/api/session/{session}/events", { params: { path: { session: id } } })),
  );
  if (value === null) {
    return problem ? <Missing id={id} problem={problem} /> : <Loading retrying={false} />;
  }
  if (value.length === 0) {
    return (
      <Page title="Replay" hideTitle>
        <EmptyState title="The log of this session is empty" />
      </Page>
    );
  }
  return <ReplayScreen {...{ id, events: value, loading, problem }} onReload={reload} />;
}
