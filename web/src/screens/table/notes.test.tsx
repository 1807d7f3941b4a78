import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { NoteComposer } from "./notes";
import { renderIn, serverAnswers, tableAt } from "./testing/kept-table";

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test("what is typed while a note is on its way stays, and outlives the page", async () => {
  const sent = serverAnswers();
  const { unmount } = renderIn(tableAt("v3-build", 12), <NoteComposer />);
  const note = () => screen.getByLabelText("A note to the table");
  const send = screen.getByRole("button", { name: /^Send/ });
  fireEvent.change(note(), { target: { value: "Mind the cents." } });
  fireEvent.click(send);
  fireEvent.change(note(), { target: { value: "And the" } });
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(send).not.toHaveAttribute("aria-busy"));
  expect(note()).toHaveValue("And the");
  unmount();
  renderIn(tableAt("v3-build", 12), <NoteComposer />);
  expect(note()).toHaveValue("And the");
});
