import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import Settings from "@/screens/settings";
import { useSettingsDraft } from "@/screens/settings/draft";
import { whereabouts } from "@/screens/settings/keys-panel";
import { wantedModels } from "@/screens/settings/models-panel";
import { languageName } from "@/screens/settings/table-settings";
import { told } from "@/screens/settings/testing";
import { model, place, Refusing, seat, served } from "@/screens/setup/testing";

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  window.history.replaceState(null, "", "/settings");
  useSettingsDraft.setState({ base: null, draft: null, version: 0 });
});

const KEYS = [
  {
    provider: "anthropic",
    present: true,
    hint: "wxyz",
    source: "keyring",
    place: "Secret Service",
    removable: true,
  },
  {
    provider: "openai",
    present: true,
    hint: "1234",
    source: "environment",
    place: "OPENAI_API_KEY",
    removable: false,
  },
  { provider: "google", present: false, hint: "", source: "", place: "", removable: false },
];
const STANDING = {
  "GET /api/settings": () => told(),
  "GET /api/project": () => place({ seats: [seat("Ada"), seat("Bors")] }),
  "GET /api/models": () => [model("gpt-6"), model("claude-9", { provider: "anthropic" })],
  "GET /api/keys": () => KEYS,
};
const bar = () => screen.queryByRole("region", { name: "Unsaved changes" });
const put = (label: string, value: string, at = 0) =>
  fireEvent.change(screen.getAllByLabelText(label)[at] as HTMLElement, { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: /^Save/ }));

test("what is changed and not saved is told, saved whole, and then no longer told", async () => {
  const asked = served({
    ...STANDING,
    "PUT /api/settings": (body) => ({ ...told(), ...(body as object) }),
  });
  render(<Settings />);
  await screen.findByLabelText("Rounds at most");
  expect(bar()).toBeNull();
  put("Rounds at most", "8");
  put("Name", "Adam");
  expect(bar()).toHaveTextContent("Not saved: Ada (name); rules (rounds at most)");
  save();
  await waitFor(() => expect(bar()).toBeNull());
  const sent = asked.find(({ what }) => what === "PUT /api/settings")?.body as ReturnType<
    typeof told
  >;
  expect(sent.rules).toEqual({ ...told().rules, max_rounds: 8 });
  expect(sent.knights.map(({ name }) => name)).toEqual(["Adam", "Bors"]);
});

test("what is wrong stands at its field and is not sent; nothing is lost", async () => {
  const asked = served(STANDING);
  render(<Settings />, { container: document.body.appendChild(document.createElement("main")) });
  await screen.findByLabelText("Rounds at most");
  put("Name", "Bors", 0);
  save();
  const [changed, untouched] = screen.getAllByLabelText("Name");
  expect(changed).toHaveAccessibleDescription(/too much like Bors/);
  expect(untouched).toBeValid();
  expect(asked.some(({ what }) => what === "PUT /api/settings")).toBe(false);
  expect(screen.getAllByLabelText("Name")[0]).toHaveValue("Bors");
  await waitFor(() => expect(screen.getAllByLabelText("Name")[0]).toHaveFocus());
});

test("a mistake that is taken back is no longer told, nor that something is not saved", async () => {
  served(STANDING);
  render(<Settings />);
  await screen.findByLabelText("Rounds at most");
  put("Name", "Bors", 0);
  save();
  expect(bar()).toHaveTextContent("One field is wrong.");
  put("Name", "Ada", 0);
  expect(bar()).toBeNull();
  for (const name of screen.getAllByLabelText("Name")) expect(name).toBeValid();
});

test("a name that was wrong for another's sake is right when the other one gives way", async () => {
  served(STANDING);
  render(<Settings />);
  await screen.findByLabelText("Rounds at most");
  put("Name", "", 2);
  put("Name", "Bors", 0);
  save();
  expect(bar()).toHaveTextContent("2 fields are wrong.");
  put("Name", "Bohort", 1);
  expect(screen.getAllByLabelText("Name")[0]).toBeValid();
  expect(bar()).toHaveTextContent("One field is wrong.");
});

test("a refusal of the server stands at its field, and what was typed stays", async () => {
  served({
    ...STANDING,
    "PUT /api/settings": () =>
      new Refusing({
        type: "refused",
        status: 409,
        field: "rules.ignore",
        detail: "rules.ignore: a session is at work",
        remedy: "wait until it rests",
      }),
  });
  render(<Settings />);
  const ignored = await screen.findByLabelText("What the knights are not shown");
  put("What the knights are not shown", ".git\nbuild");
  save();
  await waitFor(() => expect(ignored).toHaveAccessibleDescription(/A session is at work./));
  expect(ignored).toHaveValue(".git\nbuild");
  expect(bar()).toHaveTextContent("rules (ignored paths)");
});

/** A server that holds a file, and compares what was read with it. */
function holding(now: { told: ReturnType<typeof told> }) {
  return served({
    ...STANDING,
    "GET /api/settings": () => now.told,
    "PUT /api/settings": (body) => {
      const sent = body as ReturnType<typeof told>;
      if (sent.digest !== null && sent.digest !== now.told.digest) {
        return new Refusing({ type: "changed_elsewhere", status: 409, field: "digest" });
      }
      now.told = { ...now.told, ...sent, digest: `${now.told.digest}+` };
      return now.told;
    },
  });
}

test("a file that was changed elsewhere is not written over unasked", async () => {
  const now = { told: told() };
  holding(now);
  render(<Settings />);
  await screen.findByLabelText("Rounds at most");
  put("Rounds at most", "8");
  now.told = told({ language: "fr", digest: "d2" });
  save();
  expect(await screen.findByText(/changed elsewhere/)).toBeInTheDocument();
  expect(now.told.rules.max_rounds).toBe(5);
  fireEvent.click(screen.getByRole("button", { name: "Take theirs" }));
  await waitFor(() => expect(screen.getByLabelText("Language of the answers")).toHaveValue("fr"));
  expect(bar()).toBeNull();
  put("Rounds at most", "7");
  save();
  await waitFor(() => expect(bar()).toBeNull());
  expect(now.told).toMatchObject({ language: "fr", rules: { max_rounds: 7 } });
});

test("a file that was changed elsewhere is written over where that is wanted", async () => {
  const now = { told: told() };
  const asked = holding(now);
  render(<Settings />);
  await screen.findByLabelText("Rounds at most");
  put("Rounds at most", "8");
  now.told = told({ language: "fr", digest: "d2" });
  save();
  fireEvent.click(await screen.findByRole("button", { name: "Write mine over it" }));
  await waitFor(() => expect(bar()).toBeNull());
  expect(now.told).toMatchObject({ language: "en", rules: { max_rounds: 8 } });
  put("Rounds at most", "9");
  save();
  await waitFor(() => expect(bar()).toBeNull());
  const sent = asked.filter(({ what }) => what === "PUT /api/settings").map(({ body }) => body);
  expect(sent.map((body) => (body as { digest: unknown }).digest)).toEqual(["d1", null, "d2+"]);
});

test("knights are added, moved and removed; discarding brings all back", async () => {
  served(STANDING);
  render(<Settings />);
  await screen.findByLabelText("Rounds at most");
  const names = () =>
    screen.getAllByLabelText("Name").map((input) => (input as HTMLInputElement).value);
  fireEvent.click(screen.getByRole("button", { name: "Add a knight" }));
  expect(names()).toEqual(["Ada", "Bors", "Knight 3", "shop"]);
  expect(screen.getAllByLabelText("Name")[2]).toHaveFocus();
  fireEvent.click(screen.getByRole("button", { name: "Move Bors up" }));
  fireEvent.click(screen.getByRole("button", { name: "Remove Ada" }));
  expect(names()).toEqual(["Bors", "Knight 3", "shop"]);
  expect(bar()).toHaveTextContent("Knight 3 added; Ada removed");
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(names()).toEqual(["Ada", "Bors", "shop"]);
});

test("a draft outlives a way to another screen", async () => {
  served(STANDING);
  const { unmount } = render(<Settings />);
  await screen.findByLabelText("Rounds at most");
  put("Rounds at most", "8");
  unmount();
  render(<Settings />);
  expect(await screen.findByLabelText("Rounds at most")).toHaveValue(8);
  expect(bar()).toHaveTextContent("rounds at most");
});

test("another adapter takes nothing of the old one's along", async () => {
  served(STANDING);
  render(<Settings />);
  await screen.findByLabelText("Rounds at most");
  fireEvent.change(screen.getAllByLabelText("Adapter")[1] as HTMLElement, {
    target: { value: "scripted" },
  });
  expect(screen.getByLabelText("Script")).toHaveValue("builtin:rehearsal");
  expect(bar()).toHaveTextContent("Bors (adapter, fallback, script)");
});

test("a key is written and gone from the page; one of the environment is not ours", async () => {
  const asked = served({ ...STANDING, "PUT /api/keys/google": () => KEYS[2] });
  window.history.replaceState(null, "", "/settings?tab=keys");
  render(<Settings />);
  const field = await screen.findByLabelText("Key of Google");
  expect(field).toHaveAttribute("type", "password");
  expect(field).toHaveAttribute("autocomplete", "off");
  expect(screen.queryByLabelText(/key of OpenAI/i)).not.toBeInTheDocument();
  expect(
    screen.getByText("From the environment (OPENAI_API_KEY): not ours to change."),
  ).toBeVisible();
  fireEvent.change(field, { target: { value: "secret-key" } });
  fireEvent.submit(field.closest("form") as HTMLFormElement);
  await waitFor(() => expect(field).toHaveValue(""));
  const sent = asked.find(({ what }) => what === "PUT /api/keys/google");
  expect(sent?.body).toEqual({ key: "secret-key" });
});

test("a key that is refused stays in its field with the reason", async () => {
  served({
    ...STANDING,
    "PUT /api/keys/google": () =>
      new Refusing({
        field: "key",
        detail: "key: this does not look like a key",
        remedy: "paste the key alone",
      }),
  });
  window.history.replaceState(null, "", "/settings?tab=keys");
  render(<Settings />);
  const field = await screen.findByLabelText("Key of Google");
  fireEvent.change(field, { target: { value: "two words" } });
  fireEvent.submit(field.closest("form") as HTMLFormElement);
  await waitFor(() =>
    expect(field).toHaveAccessibleDescription(
      "This does not look like a key. Paste the key alone.",
    ),
  );
  expect(field).toHaveValue("two words");
});

test("a key is forgotten only after a second word", async () => {
  const asked = served({ ...STANDING, "DELETE /api/keys/anthropic": () => KEYS[2] });
  window.history.replaceState(null, "", "/settings?tab=keys");
  render(<Settings />);
  fireEvent.click(await screen.findByRole("button", { name: "Forget the key of Anthropic" }));
  expect(asked.some(({ what }) => what.startsWith("DELETE"))).toBe(false);
  const dialog = screen.getByRole("dialog", { name: "Forget the key of Anthropic?" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Forget it" }));
  await waitFor(() => expect(asked.some(({ what }) => what.startsWith("DELETE"))).toBe(true));
});

test("without a table keys and models are still there, and the way to one is shown", async () => {
  served({
    ...STANDING,
    "GET /api/settings": () => new Refusing({ type: "not_founded", status: 409 }),
  });
  render(<Settings />);
  expect(await screen.findByText("There is no table here yet")).toBeInTheDocument();
  fireEvent.click(screen.getByRole("tab", { name: "Models and prices" }));
  expect(await screen.findByText("claude-9")).toBeInTheDocument();
  expect(window.location.search).toBe("?tab=models");
});

test("where a key is kept is told in words", () => {
  expect(KEYS.map(whereabouts)[0]).toBe("In the system's keyring: Secret Service");
  expect(whereabouts({ ...KEYS[0], source: "file", place: "~/k.json" } as (typeof KEYS)[0])).toBe(
    "In a file: ~/k.json",
  );
});

test("models are found by name and vendor, those used unasked first", () => {
  const all = [
    model("gpt-5"),
    model("gpt-6", { default_for: ["judge"] }),
    model("gpt-10"),
    model("claude-9", { provider: "anthropic" }),
  ];
  const ids = (words: string, vendor = "") => wantedModels(all, words, vendor).map(({ id }) => id);
  expect(ids("")).toEqual(["gpt-6", "gpt-10", "gpt-5", "claude-9"]);
  expect(ids("anthropic")).toEqual(["claude-9"]);
  expect(ids("", "openai")).toHaveLength(3);
  expect(ids("gpt 10")).toEqual(["gpt-10"]);
});

test("the keys of every screen stand with this browser's settings", async () => {
  served(STANDING);
  window.history.replaceState(null, "", "/settings?tab=browser");
  render(<Settings />);
  const list = (name: string) =>
    screen.getByRole("heading", { name }).closest("section")?.textContent;
  for (const key of [
    "FilesF",
    "ReplayR",
    "Ask the judgeC",
    "Write a noteN",
    "Stop; it can be resumedS",
    "1…9",
  ]) {
    expect(list("Table")).toContain(key);
  }
  expect(list("Diff")).toContain("Next hunkJ");
  expect(list("Replay")).toContain("Play or pauseP");
  expect(list("Run")).toContain("Stop the runS");
});

test("a language's code is told by its name", () => {
  expect(languageName("de")).toBe("German");
  expect(languageName("not a code")).toBeNull();
});
