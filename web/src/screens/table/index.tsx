// The screen of one session: loading it, and what is shown where it cannot be.
import { useParams } from "wouter";
import { useSession } from "@/session/feed";
import { Missing } from "@/session/missing";
import { Loading } from "./loading";
import { TableScreen } from "./table-screen";
import "./table.css";

export default function Table() {
  const { id = "" } = useParams();
  return <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: string }) {
  const { session, connection, problem } = useSession(id);
  // A line that has broken for good still leaves what was seen.
  if (session?.opening) return <TableScreen session={session} connection={connection} />;
  if (problem) return <Missing id={id} problem={problem} />;
  return <Loading retrying={connection === "retrying"} />;
}
