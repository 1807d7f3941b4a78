import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ChatDialog } from "./chat";
import { answeredAt, changed, renderIn, serverAnswers, tableAt } from "./testing/kept-table";

afterEach(() => vi.unstubAllGlobals());

const chat = <ChatDialog open onClose={() => undefined} />;
const question = () => screen.getByLabelText("Your question");
const type = (value: string) => fireEvent.change(question(), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a question to a scripted judge costs nothing, and one to a model is a turn", () => {
  const session = tableAt("v3-build");
  const { unmount } = renderIn(session, chat);
  expect(screen.getByRole("dialog")).toHaveTextContent("nothing is paid: a script answers");
  unmount();
  const seats = session.view.seats.map((seat) => ({ ...seat, scripted: false }));
  renderIn(changed(session, { seats }), chat);
  expect(screen.getByRole("dialog")).toHaveTextContent("it is paid as a turn");
});

test("what is typed while a question is on its way stays; the question itself goes", async () => {
  const sent = serverAnswers();
  renderIn(tableAt("v3-build"), chat);
  type("Why?");
  press("Ask");
  type("Why not?");
  await waitFor(() => expect(sent).toHaveLength(1));
  const ask = screen.getByRole("button", { name: "Ask" });
  await waitFor(() => expect(ask).not.toHaveAttribute("aria-busy"));
  expect(question()).toHaveValue("Why not?");
  press("Ask");
  await waitFor(() => expect(question()).toHaveValue(""));
  expect(sent.map(({ body }) => body)).toEqual([{ message: "Why?" }, { message: "Why not?" }]);
});

test("an answer can be stopped, and does not keep one from asking", async () => {
  const sent = serverAnswers();
  renderIn(answeredAt(tableAt("v1-dispute", 37)), chat);
  expect(screen.getByRole("dialog")).toHaveTextContent("The judge is answering.");
  press("Stop the answer");
  await waitFor(() => expect(sent[0]?.path).toBe("/api/session/2026-11-16-dispute/stop"));
  type("And who held that?");
  press("Ask");
  await waitFor(() => expect(sent[1]?.path).toBe("/api/session/2026-11-16-dispute/chat"));
});

test("a question without an answer says so, at once where another has been asked since", () => {
  vi.useFakeTimers();
  try {
    const chats = ["Why?", "And how?"].map((text, i) => ({
      number: i + 1,
      question: text,
      turn_key: "",
    }));
    renderIn(changed(tableAt("v3-build"), { chats }), chat);
    expect(screen.getAllByText("It was not answered.")).toHaveLength(1);
    expect(screen.getByText("is being asked …")).toBeVisible();
    act(() => vi.advanceTimersByTime(20_000));
    expect(screen.getAllByText("It was not answered.")).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
