import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import Setup from "@/screens/setup";
import { keepDraft } from "@/screens/setup/draft";
import { blankForm } from "@/screens/setup/form";
import { agendas, estimate, model, place, Refusing, seat, served } from "@/screens/setup/testing";

beforeEach(() => {
  sessionStorage.clear();
  window.history.replaceState(null, "", "/");
  Element.prototype.scrollIntoView = () => undefined;
});

const STANDING = {
  "GET /api/agenda": agendas,
  "GET /api/models": () => [model("gpt-6", { default_for: ["deliberate"] }), model("gpt-5")],
  "POST /api/estimate": estimate,
};

const convene = () => fireEvent.click(screen.getByRole("button", { name: "Convene the table" }));
const write = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

function scripted(name: string) {
  return seat(name, { knight: { name, adapter: "scripted", capabilities: [], priority: 1 } });
}

test("from an empty folder two presses lead to a running rehearsal", async () => {
  const seats = ["Gawain", "Lancelot", "Percival"].map(scripted);
  const asked = served({
    ...STANDING,
    "GET /api/project": () => place({ founded: false, sessions: 0, seats: [] }),
    "POST /api/project": () => place({ sessions: 0, seats }),
    "POST /api/session/start": () => ({ session: "2026-01-01-bill" }),
  });
  render(<Setup />);
  fireEvent.click(await screen.findByRole("button", { name: "Set up the rehearsal" }));
  const button = await screen.findByRole("button", { name: "Convene the table" });
  await waitFor(() => expect(button).toHaveFocus());
  expect(screen.getAllByText("scripted rehearsal").length).toBeGreaterThan(0);
  convene();
  await waitFor(() => expect(window.location.pathname).toBe("/s/2026-01-01-bill"));
  const found = asked.find(({ what }) => what === "POST /api/project");
  const start = asked.find(({ what }) => what === "POST /api/session/start");
  expect(found?.body).toEqual({ knights: "rehearsal" });
  expect(start?.body).toMatchObject({ workflow: "build", rehearsal: true, seats: [], rounds: [] });
});

test("a machine on which nobody can be seated is told why, and the other door stays open", async () => {
  served({
    "GET /api/project": () => place({ founded: false, seats: [] }),
    "POST /api/project": () =>
      new Refusing({
        type: "knight_unavailable",
        status: 409,
        detail: "fewer than two knights can be reached from this machine",
        remedy: "begin with the rehearsal",
      }),
  });
  render(<Setup />);
  fireEvent.click(await screen.findByRole("button", { name: /Seat the models/ }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Fewer than two knights can be reached from this machine.");
  expect(alert).toHaveTextContent("Begin with the rehearsal.");
  expect(screen.getByRole("button", { name: "Set up the rehearsal" })).toBeEnabled();
});

test("a table at which nobody has sat yet shows the guide in small, which fills in the rehearsal", async () => {
  served({ ...STANDING, "GET /api/project": () => place({ sessions: 0 }) });
  render(<Setup />);
  const toggle = await screen.findByRole("switch", { name: "Scripted rehearsal" });
  expect(toggle).not.toBeChecked();
  fireEvent.click(screen.getByRole("button", { name: "Set up the rehearsal" }));
  expect(toggle).toBeChecked();
  expect(screen.getByRole("button", { name: "Convene the table" })).toHaveFocus();
});

test("an empty task is told at its field and in the summary, and nothing is sent", async () => {
  const asked = served({ ...STANDING, "GET /api/project": () => place() });
  render(<Setup />);
  await screen.findByLabelText(/What is to be built/);
  convene();
  const field = screen.getByLabelText(/What is to be built/);
  expect(field).toHaveAccessibleDescription(/The task is empty/);
  expect(screen.getByRole("alert")).toHaveTextContent("The task is empty.");
  await waitFor(() => expect(field).toHaveFocus());
  expect(asked.some(({ what }) => what === "POST /api/session/start")).toBe(false);
  write(/What is to be built/, "A shop");
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("what the server refuses stands at the round that it is about, which is unfolded for it", async () => {
  served({
    ...STANDING,
    "GET /api/project": () => place(),
    "POST /api/session/start": () =>
      new Refusing({
        field: "rounds.0.iterations",
        detail: "rounds.0.iterations: too many",
        remedy: "ask for fewer",
      }),
  });
  window.history.replaceState(null, "", "/?t=A+shop&r=review,qa");
  render(<Setup />);
  await screen.findByRole("switch", { name: "Review" });
  convene();
  const passes = await screen.findByLabelText("Iterations");
  expect(passes).toHaveAccessibleDescription(/Too many. Ask for fewer./);
  await waitFor(() => expect(passes).toHaveFocus());
  expect(screen.getByLabelText(/What is to be built/)).toHaveValue("A shop");
});

test("Ctrl and Enter convene out of the middle of a word", async () => {
  const asked = served({
    ...STANDING,
    "GET /api/project": () => place(),
    "POST /api/session/start": () => ({ session: "s1" }),
  });
  render(<Setup />);
  const field = await screen.findByLabelText(/What is to be built/);
  write(/What is to be built/, "A shop");
  fireEvent.keyDown(field, { key: "Enter", ctrlKey: true });
  await waitFor(() => expect(window.location.pathname).toBe("/s/s1"));
  expect(asked.at(-1)?.body).toMatchObject({ topic: "A shop" });
});

test("an address fills the form in, and the form writes its own address", async () => {
  served({ ...STANDING, "GET /api/project": () => place() });
  window.history.replaceState(null, "", "/?w=discuss&t=Why%3F&mr=4&s=Ada,Bors");
  render(<Setup />);
  expect(await screen.findByLabelText(/What is to be decided/)).toHaveValue("Why?");
  expect(screen.getByLabelText(/Rounds at most/)).toHaveValue(4);
  expect(screen.getByRole("switch", { name: "Cai" })).not.toBeChecked();
  write(/What is to be decided/, "How?");
  await waitFor(() => expect(window.location.search).toBe("?w=discuss&t=How%3F&s=Ada%2CBors&mr=4"));
});

test("who cannot sit down says why and what helps, and is not counted", async () => {
  const away = seat("Dagonet", {
    ready: false,
    problem: "`claude` is not installed",
    remedy: "npm install -g @anthropic-ai/claude-code",
  });
  served({
    ...STANDING,
    "GET /api/project": () => place({ seats: [seat("Ada"), seat("Bors"), away] }),
  });
  render(<Setup />);
  expect(await screen.findByText("cannot sit down")).toBeInTheDocument();
  expect(screen.getByText("npm install -g @anthropic-ai/claude-code")).toBeInTheDocument();
  expect(screen.getByRole("switch", { name: "Dagonet" })).toBeDisabled();
  expect(screen.getByText("2 of 3 take part")).toBeInTheDocument();
});

test("the most that it could cost is asked for when the form rests, and unpriced models are told", async () => {
  const asked = served({
    ...STANDING,
    "GET /api/project": () => place(),
    "POST /api/estimate": () => ({ ...estimate(), priced: false }),
  });
  render(<Setup />);
  await screen.findByLabelText(/What is to be built/);
  write(/What is to be built/, "A");
  write(/What is to be built/, "A shop");
  const card = screen.getByRole("region", { name: "Cost estimate" });
  expect(await within(card).findByText("more than $1.23")).toBeInTheDocument();
  expect(within(card).getByText("1.5k tokens")).toBeInTheDocument();
  expect(card).toHaveTextContent("no known price");
  expect(asked.filter(({ what }) => what === "POST /api/estimate")).toHaveLength(1);
});

test("another model, chosen from the list or named, goes with its seat", async () => {
  const asked = served({
    ...STANDING,
    "GET /api/project": () => place({ seats: [seat("Ada"), seat("Bors")] }),
    "POST /api/session/start": () => ({ session: "s1" }),
  });
  window.history.replaceState(null, "", "/?t=A+shop");
  render(<Setup />);
  await screen.findAllByRole("option", { name: /gpt-5/ });
  fireEvent.change(screen.getByLabelText("Model of Ada"), { target: { value: "gpt-5" } });
  const other = screen.getByLabelText("Model of Bors");
  const byName = within(other).getByRole("option", { name: /by its name/ }) as HTMLOptionElement;
  fireEvent.change(other, { target: { value: byName.value } });
  write(/Model of Bors/, "my-own-model");
  convene();
  await waitFor(() => expect(window.location.pathname).toBe("/s/s1"));
  expect(asked.at(-1)?.body).toMatchObject({
    seats: [
      { name: "Ada", model: "gpt-5" },
      { name: "Bors", model: "my-own-model" },
    ],
  });
});

test("what was typed is there again after a way to another screen, and can be put away", async () => {
  served({ ...STANDING, "GET /api/project": () => place() });
  const { unmount } = render(<Setup />);
  await screen.findByLabelText(/What is to be built/);
  write(/What is to be built/, "Half a thought");
  unmount();
  window.history.replaceState(null, "", "/");
  render(<Setup />);
  expect(await screen.findByLabelText(/What is to be built/)).toHaveValue("Half a thought");
  expect(screen.getByText(/unsent set-up is back/)).toBeInTheDocument();
  fireEvent.click(screen.getAllByRole("button", { name: "Start afresh" })[0] as HTMLElement);
  expect(screen.getByLabelText(/What is to be built/)).toHaveValue("");
});

test("a log is there again when the page is loaded anew, though the address does not hold it", async () => {
  served({ ...STANDING, "GET /api/project": () => place() });
  window.history.replaceState(null, "", "/?w=code-red&t=It+fails");
  const { unmount } = render(<Setup />);
  fireEvent.change(await screen.findByLabelText(/Log or traceback/), {
    target: { value: "KeyError: 'x'" },
  });
  unmount();
  expect(window.location.search).toBe("?w=code-red&t=It+fails");
  const again = render(<Setup />);
  const log = await screen.findByLabelText(/Log or traceback/);
  expect(log).toHaveValue("KeyError: 'x'");
  expect(screen.getByText(/unsent set-up is back/)).toBeInTheDocument();
  again.unmount();
  window.history.replaceState(null, "", "/?w=code-red&t=Another");
  render(<Setup />);
  expect(await screen.findByLabelText(/Log or traceback/)).toHaveValue("");
});

test("a page that is loaded anew with all of it in the address needs no word about it", async () => {
  served({ ...STANDING, "GET /api/project": () => place() });
  window.history.replaceState(null, "", "/?t=A+shop");
  const { unmount } = render(<Setup />);
  await screen.findByLabelText(/What is to be built/);
  unmount();
  render(<Setup />);
  expect(await screen.findByLabelText(/What is to be built/)).toHaveValue("A shop");
  expect(screen.queryByText(/unsent set-up is back/)).toBeNull();
});

describe("files that were added before one went elsewhere", () => {
  const uploaded = {
    id: "u1",
    origin: "2 files",
    files: 2,
    bytes: 9,
    paths: ["a.py", "b.py"],
    left_out: [],
  };

  function leave() {
    const form = { ...blankForm(place().seats), topic: "A shop" };
    keepDraft({ form, upload: { uploaded, left: [], at: Date.now() } });
  }

  test("are there again, are sent with it, and are then no longer kept", async () => {
    leave();
    const asked = served({
      ...STANDING,
      "GET /api/project": () => place(),
      "POST /api/session/start": () => ({ session: "s" }),
    });
    const { unmount } = render(<Setup />);
    const box = await screen.findByRole("group", { name: "Files to start from" });
    expect(box).toHaveTextContent("2 files");
    expect(box).toHaveTextContent("What you add now takes their place.");
    expect(screen.getByText("Your unsent set-up is back as you left it.")).toBeInTheDocument();
    convene();
    await waitFor(() => expect(window.location.pathname).toBe("/s/s"));
    const start = asked.find(({ what }) => what === "POST /api/session/start");
    expect(start?.body).toMatchObject({ upload: "u1" });
    unmount();
    expect(sessionStorage).toHaveLength(0);
  });

  test("must be added again where the server has lost them, which its estimate tells", async () => {
    leave();
    const gone = { type: "gone", status: 410, detail: "this upload is no longer kept" } as const;
    served({
      ...STANDING,
      "GET /api/project": () => place(),
      "POST /api/estimate": (body) =>
        (body as { upload: string | null }).upload ? new Refusing(gone) : estimate(),
    });
    render(<Setup />);
    const box = await screen.findByRole("group", { name: "Files to start from" });
    await waitFor(() => expect(box).toHaveTextContent(/are no longer kept. ?Add them again./));
    expect(screen.getByText(/its files must be added again/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Remove the files" })).toBeNull();
  });

  test("go with the rest when one starts afresh", async () => {
    leave();
    const asked = served({
      ...STANDING,
      "GET /api/project": () => place(),
      "DELETE /api/uploads/u1": () => null,
    });
    render(<Setup />);
    await screen.findByRole("button", { name: "Remove the files" });
    fireEvent.click(screen.getAllByRole("button", { name: "Start afresh" })[0] as HTMLElement);
    expect(screen.queryByRole("button", { name: "Remove the files" })).toBeNull();
    await waitFor(() => expect(asked.some(({ what }) => what.startsWith("DELETE"))).toBe(true));
  });
});

test("a session that is gone cannot be copied, and that is said", async () => {
  served({
    ...STANDING,
    "GET /api/project": () => place(),
    "GET /api/session/old": () =>
      new Refusing({ type: "unknown_session", status: 404, detail: "there is no session 'old'" }),
  });
  window.history.replaceState(null, "", "/?from=old");
  render(<Setup />);
  expect(await screen.findByRole("alert")).toHaveTextContent("there is no session 'old'");
});

test("a config that cannot be read is told with what to do", async () => {
  served({ "GET /api/project": () => place({ problem: "knights[0].adapter: unknown" }) });
  render(<Setup />);
  expect(await screen.findByRole("alert")).toHaveTextContent("knights[0].adapter: unknown.");
});

test("a server that does not answer is told, and can be asked again", async () => {
  served({ "GET /api/project": () => new Refusing({ status: 500, detail: "it broke" }) });
  render(<Setup />);
  expect(await screen.findByRole("alert")).toHaveTextContent("It broke.");
  served({ ...STANDING, "GET /api/project": () => place() });
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByLabelText(/What is to be built/)).toBeInTheDocument();
});

test("how the project is run is chosen where it is run, and sent along", async () => {
  const asked = served({
    ...STANDING,
    "GET /api/project": () => place(),
    "POST /api/session/start": () => ({ session: "2026-01-01-cart" }),
  });
  render(<Setup />);
  await screen.findByLabelText(/What is to be built/);
  write(/What is to be built/, "a cart");
  expect(screen.getByText(/you are asked before it is run again/)).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText("Whom the project may reach"), {
    target: { value: "build" },
  });
  expect(screen.getByText(/can fetch packages/)).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText("Runs again by itself"), { target: { value: "2" } });
  expect(screen.getByText(/up to 2 times in a row/)).toBeInTheDocument();
  convene();
  await waitFor(() => expect(window.location.pathname).toBe("/s/2026-01-01-cart"));
  const start = asked.find(({ what }) => what === "POST /api/session/start");
  expect(start?.body).toMatchObject({ network: "build", auto_retry: 2 });
});

test("where no round runs it, nothing is asked of how", async () => {
  served({ ...STANDING, "GET /api/project": () => place() });
  render(<Setup />);
  fireEvent.click(await screen.findByRole("switch", { name: "Execution" }));
  expect(screen.queryByLabelText("Whom the project may reach")).toBeNull();
});
