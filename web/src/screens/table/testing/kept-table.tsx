// For tests alone: a kept log folded up to an event, shown as a table; and what was sent by it.
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { blank, reduce, type Session, type SessionView } from "@/fold";
import { kept } from "@/fold/testing/kept";
import { type Scene, sceneNow } from "../stages";
import { ShownTable } from "../table-context";

/** A kept session after its first events; all of them where no place is named. */
export function tableAt(name: string, seq = Number.POSITIVE_INFINITY): Session {
  return kept(name)
    .filter((event) => event.seq <= seq)
    .reduce(reduce, blank);
}

/** The same session with parts of its view changed. */
export function changed(session: Session, changes: Partial<SessionView>): Session {
  return { ...session, view: { ...session.view, ...changes } };
}

/** The same session with a question that the judge has begun to answer. */
export function answeredAt(session: Session): Session {
  const [turn] = session.view.turns;
  if (!turn) throw new Error("nobody has spoken yet");
  const chat = { ...turn, key: "chat.1.1.Gawain/chat", purpose: "chat", status: "open" } as const;
  return changed(session, { turns: [...session.view.turns, chat] });
}

export function renderIn(session: Session, part: ReactNode, live = true, scene?: Scene) {
  const shown = { session, view: session.view, scene: scene ?? sceneNow(session.view), live };
  return render(<ShownTable value={shown}>{part}</ShownTable>);
}

export interface Sent {
  readonly path: string;
  readonly body: unknown;
}

/** Takes the place of the server: notes what is sent, and answers as it is told to. */
export function serverAnswers(status = 200, answer: unknown = { session: "x" }): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const text = await request.text();
    sent.push({ path: new URL(request.url).pathname, body: text ? JSON.parse(text) : null });
    const headers = { "content-type": "application/json" };
    return new Response(JSON.stringify(answer), { status, headers });
  });
  return sent;
}

export function refusal(detail: string, type = "refused") {
  return { type, title: "", status: 409, detail, remedy: "see where it stands", field: "" };
}
