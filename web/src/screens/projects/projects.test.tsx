import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import Projects from "@/screens/projects";
import { listed } from "@/screens/projects/testing";
import { Refusing, served } from "@/screens/setup/testing";

beforeEach(() => window.history.replaceState(null, "", "/projects"));

const rows = () => screen.getAllByRole("article").map((row) => within(row).getByRole("link"));

const SESSIONS = [
  listed("first", { topic: "Cart", rehearsal: true }),
  listed("second", { topic: "Sign-in", phase: "awaiting_king", open_question: "Which store?" }),
  listed("third", {
    topic: "Import",
    started: "2026-02-01T00:00:00Z",
    rehearsal: true,
    make_believe: true,
  }),
];

test("each session tells its topic, state and question; what waits stands first", async () => {
  served({ "GET /api/sessions": () => SESSIONS });
  render(<Projects />);
  await screen.findByText("Which store?");
  expect(rows().map((link) => link.textContent)).toEqual(["Sign-in", "Import", "Cart"]);
  expect(rows()[0]).toHaveAttribute("href", "/s/second");
  expect(screen.getByText("3 sessions, 1 of which waits for you")).toBeInTheDocument();
  expect(screen.getAllByText("scripted rehearsal")).toHaveLength(2);
});

test("a rehearsal has the figure that its table shows, as make-believe", async () => {
  served({ "GET /api/sessions": () => SESSIONS });
  render(<Projects />);
  await screen.findByText("Which store?");
  const [, play, real] = screen.getAllByRole("article");
  expect(play).toHaveTextContent("$0.50 make-believe");
  expect(play).not.toHaveTextContent("$0.00");
  expect(real).toHaveTextContent("$0.50");
  expect(real).not.toHaveTextContent("make-believe");
});

test("a slash leads to the search, arrows walk the rows, and Enter opens the first found", async () => {
  served({ "GET /api/sessions": () => SESSIONS });
  render(<Projects />);
  await screen.findByText("Which store?");
  fireEvent.keyDown(document.body, { key: "/" });
  const search = screen.getByRole("searchbox");
  expect(search).toHaveFocus();
  fireEvent.keyDown(search, { key: "ArrowDown" });
  expect(rows()[0]).toHaveFocus();
  fireEvent.keyDown(rows()[0] as HTMLElement, { key: "ArrowDown" });
  expect(rows()[1]).toHaveFocus();
  fireEvent.keyDown(rows()[1] as HTMLElement, { key: "End" });
  expect(rows()[2]).toHaveFocus();
  fireEvent.keyDown(rows()[2] as HTMLElement, { key: "Home" });
  fireEvent.keyDown(rows()[0] as HTMLElement, { key: "ArrowUp" });
  expect(search).toHaveFocus();
  fireEvent.change(search, { target: { value: "cart" } });
  expect(rows()).toHaveLength(1);
  expect(window.location.search).toBe("?q=cart");
  fireEvent.keyDown(search, { key: "Enter" });
  expect(window.location.pathname).toBe("/s/first");
});

test("a search that finds nothing says so and can be put away", async () => {
  served({ "GET /api/sessions": () => SESSIONS });
  window.history.replaceState(null, "", "/projects?q=dragon");
  render(<Projects />);
  fireEvent.click(await screen.findByRole("button", { name: "Show all" }));
  expect(rows()).toHaveLength(3);
});

test("what can be done with a session stands in its menu", async () => {
  served({
    "GET /api/sessions": () => [listed("made", { workflow: "build", phase: "paused", files: 2 })],
  });
  render(<Projects />);
  const row = await screen.findByRole("article");
  fireEvent.focus(within(row).getByRole("button", { name: "Open, export, more" }));
  const items = within(row)
    .getAllByRole("menuitem")
    .map((item) => item.textContent);
  expect(items).toEqual([
    "Open",
    "Duplicate",
    "Copy a link to it",
    "Report (HTML)",
    "Log (JSON lines)",
    "Files (ZIP)",
  ]);
  fireEvent.click(within(row).getByRole("button", { name: "Duplicate" }));
  expect(window.location.pathname + window.location.search).toBe("/?from=made");
});

test("no session yet, no table yet and a failure are three different things", async () => {
  served({ "GET /api/sessions": () => [] });
  const empty = render(<Projects />);
  expect(await screen.findByText("No table has been convened yet")).toBeInTheDocument();
  expect(screen.getAllByRole("link", { name: "Convene a table" })).toHaveLength(1);
  empty.unmount();
  served({ "GET /api/sessions": () => new Refusing({ type: "not_founded", status: 409 }) });
  const unfounded = render(<Projects />);
  expect(await screen.findByText("There is no table here yet")).toBeInTheDocument();
  expect(screen.getAllByRole("link", { name: "Convene a table" })).toHaveLength(1);
  unfounded.unmount();
  served({
    "GET /api/sessions": () =>
      new Refusing({
        status: 503,
        detail: "no room on the disk",
        remedy: "make room, then `roundtable serve`",
      }),
  });
  render(<Projects />);
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "No room on the disk.Make room, then roundtable serve.",
  );
  served({ "GET /api/sessions": () => SESSIONS });
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(rows()).toHaveLength(3));
});
