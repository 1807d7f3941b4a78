import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Schemas } from "@/api/client";
import type { Event, Session } from "@/fold";
import { reduce } from "@/fold";
import { keptSession } from "./kept-log";
import { Workspace } from "./workspace";

const built = keptSession("v5-edited");
const provenance: Schemas["Provenance"][] = [
  {
    path: "cart.py",
    start: 1,
    end: 2,
    unit: "total",
    by: "seat",
    seat: "Lancelot",
    round: "development",
    attempt: 1,
    why: "no cent is lost",
  },
];
const told = {
  value: { files: [], provenance },
  problem: null,
  loading: false,
  reload: () => undefined,
};

let count = 0;
/** A session of its own for each test, for changes are kept by its name. */
function open(search: string, session: Session = built) {
  count += 1;
  const id = `session-${count}`;
  window.history.replaceState(null, "", `/s/${id}/files?${search}`);
  const shown = (now: Session) => (
    <main id="main" tabIndex={-1}>
      <Workspace id={id} session={now} told={told} />
    </main>
  );
  const { rerender } = render(shown(session));
  return { id, show: (now: Session) => rerender(shown(now)) };
}

function answer(status: number, body: unknown): Request[] {
  const asked: Request[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    asked.push(request.clone());
    const headers = { "content-type": "application/json" };
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
  });
  return asked;
}

function bar(): HTMLElement {
  return screen.getByRole("region", { name: "Your changes, not kept yet" });
}

function press(name: string): void {
  fireEvent.click(screen.getByRole("button", { name }));
}

beforeEach(() => {
  sessionStorage.clear();
});

describe("a hunk", () => {
  test("that is taken back is a change that is not kept yet, and can be undone", () => {
    open("file=cart.py&view=diff");
    expect(screen.getByText("1 hunk")).toBeInTheDocument();
    press("Revert this hunk");
    expect(screen.getByText(/same, byte for byte/)).toBeInTheDocument();
    expect(within(bar()).getByText("1 change in 1 file, not kept yet")).toBeInTheDocument();
    press("Undo the last");
    expect(screen.getByText("1 hunk")).toBeInTheDocument();
    expect(screen.queryByRole("region", { name: /not kept yet/ })).toBeNull();
  });

  test("that is accepted is folded and stays as it is", () => {
    open("file=cart.py&view=diff");
    press("Accept");
    expect(document.querySelector(".diff-code-insert")).toBeNull();
    expect(screen.getByText("1 of 1 accepted")).toBeInTheDocument();
    expect(screen.queryByRole("region", { name: /not kept yet/ })).toBeNull();
  });

  test("that is accepted is shown whole where nothing can be accepted", () => {
    open("file=cart.py&view=diff");
    press("Accept");
    fireEvent.change(screen.getByLabelText("Compare"), { target: { value: "round:0" } });
    expect(document.querySelector(".diff-code-insert")).not.toBeNull();
    expect(screen.queryByText(/ accepted$/)).toBeNull();
  });

  test("cannot be taken back while knights are at work, and it is told why", () => {
    const [first, ...turns] = built.view.turns;
    if (!first) throw new Error("the kept log has no turn");
    const view = { ...built.view, turns: [{ ...first, status: "open" as const }, ...turns] };
    open("file=cart.py&view=diff", { ...built, view });
    expect(screen.getByRole("button", { name: "Revert this hunk" })).toBeDisabled();
    expect(screen.getAllByText(/Percival is at work/).length).toBeGreaterThan(0);
  });
});

test("the focus goes to the start of the screen with the last change that is undone", () => {
  open("file=cart.py&view=diff");
  press("Revert this hunk");
  const undo = screen.getByRole("button", { name: "Undo the last" });
  undo.focus();
  fireEvent.click(undo);
  expect(screen.getByRole("main")).toHaveFocus();
});

describe("what is kept", () => {
  test("is sent whole, with what shall be gone and the reason", async () => {
    const asked = answer(200, { session: "s", seq: 1, phase: "ended", running: false });
    const { id } = open("file=cart.py&view=diff");
    press("Revert this hunk");
    fireEvent.change(screen.getByLabelText(/Why you change it/), {
      target: { value: "too clever" },
    });
    press("Keep these changes");
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]?.method).toBe("PUT");
    expect(asked[0]?.url).toContain(`/api/session/${id}/files`);
    expect(await asked[0]?.json()).toEqual({
      files: [{ path: "cart.py", text: "def total(items):\n    return 0\n" }],
      deleted: [],
      note: "too clever",
    });
  });

  test("is no longer pending when the log has it", () => {
    const { show } = open("file=cart.py&view=diff");
    press("Revert this hunk");
    const edit: Event = {
      type: "files_edited",
      v: 5,
      seq: built.view.seq + 1,
      at: built.view.updated,
      session: built.view.session,
      round: "development",
      attempt: 1,
      files: [{ path: "cart.py", text: "def total(items):\n    return 0\n", binary: false }],
      deleted: [],
      note: "",
    };
    show(reduce(built, edit));
    expect(screen.queryByRole("region", { name: /not kept yet/ })).toBeNull();
  });

  test("while one types on is no clash, and what was typed on is not kept yet", async () => {
    const asked = answer(200, { session: "s", seq: 1, phase: "ended", running: false });
    const { show } = open("file=notes.md&view=edit");
    const type = (value: string) =>
      fireEvent.change(screen.getByLabelText("Edit notes.md"), { target: { value } });
    const why = screen.queryByLabelText(/Why you change it/);
    expect(why).toBeNull();
    type("# One\n");
    fireEvent.change(screen.getByLabelText(/Why you change it/), { target: { value: "first" } });
    press("Keep these changes");
    type("# One, two\n");
    fireEvent.change(screen.getByLabelText(/Why you change it/), { target: { value: "second" } });
    const one = { path: "notes.md", text: "# One\n", binary: false };
    const { project } = built.texts;
    show({ ...built, texts: { ...built.texts, project: { ...project, "notes.md": one } } });
    await waitFor(() => expect(asked).toHaveLength(1));
    const keep = screen.getByRole("button", { name: "Keep these changes" });
    await waitFor(() => expect(keep).not.toHaveAttribute("aria-busy"));
    expect(keep).toBeEnabled();
    expect(screen.queryByRole("button", { name: "Mine in its place" })).toBeNull();
    expect(screen.getByLabelText("Edit notes.md")).toHaveValue("# One, two\n");
    expect(screen.getByLabelText(/Why you change it/)).toHaveValue("second");
  });

  test("and was refused is told with its remedy, and nothing is lost", async () => {
    answer(409, {
      type: "refused",
      title: "The session cannot take this now",
      status: 409,
      detail: "session s is at work",
      remedy: "stop it first",
      field: "",
    });
    open("file=cart.py&view=diff");
    press("Revert this hunk");
    press("Keep these changes");
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("session s is at work");
    expect(alert).toHaveTextContent("stop it first");
    expect(within(bar()).getByText("1 change in 1 file, not kept yet")).toBeInTheDocument();
  });

  test("while the file changed meanwhile, one is asked which shall stand", () => {
    const { show } = open("file=notes.md&view=edit");
    fireEvent.change(screen.getByLabelText("Edit notes.md"), { target: { value: "# Mine\n" } });
    const { project } = built.texts;
    const other = { path: "notes.md", text: "# Theirs\n", binary: false };
    show({ ...built, texts: { ...built.texts, project: { ...project, "notes.md": other } } });
    expect(screen.getByRole("button", { name: "Keep these changes" })).toBeDisabled();
    press("Mine in its place");
    expect(screen.getByRole("button", { name: "Keep these changes" })).toBeEnabled();
    expect(screen.getByLabelText("Edit notes.md")).toHaveValue("# Mine\n");
  });
});

test("a file that was removed is brought back whole", () => {
  open("file=old.py&view=diff");
  expect(screen.getByText("The file is gone")).toBeInTheDocument();
  press("Revert the file");
  fireEvent.click(screen.getByRole("tab", { name: "Edit" }));
  expect(screen.getByLabelText("Edit old.py")).toHaveValue("GONE = 1\n");
});

test("a new file is removed, not emptied", async () => {
  const asked = answer(200, { session: "s", seq: 1, phase: "ended", running: false });
  open("file=docs/USE.md&view=diff");
  press("Revert this hunk");
  press("Keep these changes");
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(await asked[0]?.json()).toMatchObject({ files: [], deleted: ["docs/USE.md"] });
});

test("what was typed is given up only after a question", () => {
  open("file=notes.md&view=edit");
  fireEvent.change(screen.getByLabelText("Edit notes.md"), { target: { value: "# Mine\n" } });
  press("Discard all");
  expect(screen.getByLabelText("Edit notes.md")).toHaveValue("# Mine\n");
  press("Give them up");
  expect(screen.getByLabelText("Edit notes.md")).toHaveValue("# Notes\n");
});

test("the edge of a file tells whose a unit is, and why", () => {
  open("file=cart.py&view=file");
  const mark = screen.getByRole("button", { name: /^total, lines 1 to 2: Lancelot/ });
  expect(mark).toHaveAccessibleName(/round development, attempt 1, no cent is lost/);
  fireEvent.focus(mark);
  expect(screen.getByText(/· no cent is lost/)).toBeInTheDocument();
});

test("one knight is compared with another by a choice from the list", async () => {
  open("file=cart.py&view=diff");
  fireEvent.change(screen.getByLabelText("Compare"), {
    target: { value: "seats:0:Gawain:Percival" },
  });
  expect(await screen.findByText(/Percival/, { selector: "p span" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Revert this hunk" })).toBeNull();
  expect(document.querySelector(".diff-code-insert")).toHaveTextContent("return 0");
  expect(window.location.search).toContain("seats%3A0%3AGawain%3APercival");
});

test("the evidence comes when it is asked for, and the files do not wait for it", async () => {
  open("file=cart.py");
  press("Evidence");
  const panel = screen.getByRole("dialog", { name: "Evidence" });
  const round = await within(panel).findByLabelText("The round whose evidence is shown");
  expect(round).toBeInTheDocument();
  expect(screen.getByText("cart.py", { selector: "h2 *, h2" })).toBeInTheDocument();
});
