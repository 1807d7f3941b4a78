import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { DiffView, type HunkAt } from "./diff";
import { revert } from "./diffing";

const lines = Array.from({ length: 40 }, (_, number) => `line ${number + 1}`);
const before = `${lines.join("\n")}\n`;
const after = before.replace("line 3\n", "line three\n").replace("line 30\n", "");

function hunks(): HTMLElement[] {
  return screen.getAllByRole("region");
}

test("each hunk is named with its place, and shows what went and what came", () => {
  render(<DiffView before={before} after={after} path="a.txt" mode="unified" />);
  expect(screen.getByText("2 hunks")).toBeInTheDocument();
  const [first, second] = hunks();
  expect(first).toHaveAccessibleName("Hunk 1 of 2, line 3");
  expect(second).toHaveAccessibleName("Hunk 2 of 2, line 30");
  expect(first?.querySelector(".diff-code-delete")).toHaveTextContent("line 3");
  expect(first?.querySelector(".diff-code-insert")).toHaveTextContent("line three");
});

test("only the words that changed are marked", () => {
  render(
    <DiffView before={"pay(total, 3)\n"} after={"pay(total, 4)\n"} path="a.txt" mode="split" />,
  );
  const marks = [...document.querySelectorAll(".diff-code-edit")].map((mark) => mark.textContent);
  expect(marks).toEqual(["3", "4"]);
});

test("unchanged lines are shown when they are asked for", () => {
  render(<DiffView before={before} after={after} path="a.txt" mode="unified" />);
  expect(screen.queryByText("line 15")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show 20 unchanged lines" }));
  expect(screen.getByText("line 15")).toBeInTheDocument();
});

test("with `whole`, all lines are shown from the start", () => {
  render(<DiffView before={before} after={after} path="a.txt" mode="unified" whole />);
  for (const line of ["line 1", "line 15", "line 40"]) {
    expect(screen.getByText(line)).toBeInTheDocument();
  }
});

test("what can be done with a hunk is handed that very hunk", () => {
  const taken = vi.fn<(text: string) => void>();
  const actions = ({ comparison, hunk }: HunkAt) => (
    <button type="button" onClick={() => taken(revert(comparison, hunk.changes))}>
      Take back
    </button>
  );
  render(<DiffView before={before} after={after} path="a.txt" mode="split" actions={actions} />);
  const second = hunks()[1];
  if (!second) throw new Error("there is no second hunk");
  fireEvent.click(within(second).getByRole("button", { name: "Take back" }));
  expect(taken).toHaveBeenCalledWith(before.replace("line 3\n", "line three\n"));
});

test("a long diff comes in parts, and what stands is not drawn anew for those below it", async () => {
  const rows = Array.from({ length: 2_000 }, (_, number) => `line ${number}\n`);
  const changed = rows.map((row, number) => (number % 20 === 0 ? `new ${row}` : row));
  const actions = vi.fn<(at: HunkAt) => null>(() => null);
  render(
    <DiffView
      before={rows.join("")}
      after={changed.join("")}
      path="a.txt"
      mode="unified"
      actions={actions}
    />,
  );
  expect(hunks().length).toBeLessThan(100);
  const drawn = () => document.querySelectorAll("[data-hunk]").length;
  await waitFor(() => expect(drawn()).toBe(100));
  expect(actions).toHaveBeenCalledTimes(100);
});

test("j and k go from hunk to hunk", () => {
  HTMLElement.prototype.scrollIntoView = () => undefined;
  render(<DiffView before={before} after={after} path="a.txt" mode="unified" keys />);
  fireEvent.keyDown(document.body, { key: "j" });
  expect(hunks()[0]).toHaveFocus();
  fireEvent.keyDown(document.body, { key: "j" });
  expect(hunks()[1]).toHaveFocus();
  fireEvent.keyDown(document.body, { key: "k" });
  expect(hunks()[0]).toHaveFocus();
});

test("a folded hunk keeps its head and hides its lines", () => {
  render(
    <DiffView before={before} after={after} path="a.txt" mode="unified" isFolded={() => true} />,
  );
  expect(hunks()).toHaveLength(2);
  expect(document.querySelector(".diff-code-insert")).toBeNull();
});

test("a new file, a file that is gone, and two equal ones are told as such", () => {
  const { rerender } = render(<DiffView before={null} after="a\n" path="a" mode="split" />);
  expect(screen.getByText("A new file")).toBeInTheDocument();
  rerender(<DiffView before="a\n" after={null} path="a" mode="split" />);
  expect(screen.getByText("The file is gone")).toBeInTheDocument();
  rerender(<DiffView before="a\n" after="a\n" path="a" mode="split" />);
  expect(screen.getByText(/same, byte for byte/)).toBeInTheDocument();
});

test("what cannot be seen is told: a missing last line break, other line ends, hidden signs", () => {
  const { rerender } = render(
    <DiffView before={"a\nb\n"} after={"a\nb"} path="a" mode="unified" />,
  );
  expect(screen.getByText("⟨no line break at the end⟩")).toBeInTheDocument();
  rerender(<DiffView before={"a\n"} after={"a\r\n"} path="a" mode="unified" />);
  expect(screen.getByText("⟨CRLF⟩")).toBeInTheDocument();
  rerender(<DiffView before={"a\n"} after={"a\u202e\n"} path="a" mode="unified" />);
  expect(screen.getByText(/⟨U\+202E⟩/)).toBeInTheDocument();
});
