import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import type { Session } from "@/fold";
import { refusal, renderIn, serverAnswers, tableAt } from "../testing/kept-table";
import { DecisionBanner } from "./banner";

afterEach(() => vi.unstubAllGlobals());

function ask(session: Session) {
  const elsewhere: string[] = [];
  const { question } = session.view;
  if (!question) throw new Error("no question is open");
  const banner = (
    <DecisionBanner question={question} onElsewhere={(words) => elsewhere.push(words)} />
  );
  renderIn(session, banner);
  return { question, elsewhere };
}

const press = (key: string) => fireEvent.keyDown(document.body, { key });
const decide = () => fireEvent.click(screen.getByRole("button", { name: /^Decide/ }));

describe("a question about a dispute", () => {
  const dispute = () => tableAt("v1-dispute", 37);

  it("is named by its words and shows each answer with what follows and what speaks for it", () => {
    ask(dispute());
    const region = screen.getByRole("region", { name: /Still open after 3 rounds/ });
    const card = within(region).getByRole("radio", { name: /Take Gawain's proposal/ });
    expect(card).toHaveTextContent("it becomes the decision");
    expect(card).toHaveTextContent("7/10");
    expect(card).toHaveTextContent("1 open issue");
    expect(within(region).getAllByRole("radio")).toHaveLength(7);
  });

  it("is chosen by number, shown in full, and decided only when it is confirmed", async () => {
    const sent = serverAnswers();
    const { question } = ask(dispute());
    press("3");
    expect(screen.getByRole("radio", { name: /Lancelot/ })).toBeChecked();
    expect(screen.getByText("Lancelot's way")).toBeInTheDocument();
    expect(sent).toEqual([]);
    expect(screen.getByRole("button", { name: /^Decide/ })).toHaveFocus();
    decide();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      path: "/api/session/2026-11-16-dispute/answer",
      body: { question: question.id, option: "pick:Lancelot", text: "", rounds: 2 },
    });
  });

  it("brings an answer that a number chose into sight", () => {
    const shown: string[] = [];
    Element.prototype.scrollIntoView = function () {
      shown.push(this.textContent ?? "");
    };
    ask(dispute());
    press("7");
    expect(shown.at(-1)).toMatch(/^7Stop/);
  });

  it("has the positions side by side before one is chosen, each with what is open", () => {
    ask(dispute());
    const list = screen.getByRole("list", { name: "The positions" });
    const gawain = within(list).getByText("Gawain").closest("li") as HTMLElement;
    expect(gawain).toHaveTextContent("Gawain's way");
    expect(gawain).toHaveTextContent("7/10");
    expect(within(gawain).getByRole("list", { name: "What Gawain holds open" })).toHaveTextContent(
      "the cost",
    );
    press("7");
    expect(screen.getByRole("list", { name: "The positions" })).toBeInTheDocument();
    press("2");
    expect(screen.queryByRole("list", { name: "The positions" })).toBeNull();
  });

  it("takes a decree only with words", async () => {
    const sent = serverAnswers();
    ask(dispute());
    press("5");
    expect(screen.getByRole("button", { name: /^Decide/ })).toBeDisabled();
    fireEvent.change(screen.getByLabelText(/Your decree/), { target: { value: "Do both." } });
    decide();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ option: "decree", text: "Do both." });
  });

  it("keeps a decree while another answer is looked at, and when it is chosen once more", () => {
    ask(dispute());
    press("5");
    const decree = () => screen.getByLabelText(/Your decree/);
    fireEvent.change(decree(), { target: { value: "Do both." } });
    press("5");
    fireEvent.click(screen.getByRole("radio", { name: /decree/i }));
    expect(decree()).toHaveValue("Do both.");
    press("6");
    fireEvent.change(screen.getByLabelText(/A word to the table/), {
      target: { value: "Shorter." },
    });
    press("2");
    press("5");
    expect(decree()).toHaveValue("Do both.");
    press("6");
    expect(screen.getByLabelText(/A word to the table/)).toHaveValue("Shorter.");
  });

  it("gives the focus back to the answers when one does not decide yet", () => {
    ask(dispute());
    press("3");
    fireEvent.click(screen.getByRole("button", { name: "Not yet" }));
    const [first] = screen.getAllByRole("radio");
    expect(first).toHaveFocus();
    expect(first).toHaveAttribute("tabindex", "0");
  });

  it("sends the table back for as many rounds as are asked for", async () => {
    const sent = serverAnswers();
    ask(dispute());
    press("6");
    fireEvent.click(screen.getByRole("button", { name: "More rounds" }));
    decide();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ option: "send_back", rounds: 3, text: "" });
  });

  it("is walked by arrows without leaving the answers", () => {
    ask(dispute());
    const group = screen.getByRole("radiogroup");
    fireEvent.keyDown(group, { key: "ArrowDown" });
    fireEvent.keyDown(group, { key: "ArrowDown" });
    expect(screen.getByRole("radio", { name: /Take Gawain/ })).toHaveFocus();
    expect(screen.getByRole("radio", { name: /Take Gawain/ })).toBeChecked();
    fireEvent.keyDown(group, { key: "ArrowUp" });
    fireEvent.keyDown(group, { key: "ArrowUp" });
    expect(screen.getByRole("radio", { name: /Stop/ })).toBeChecked();
  });

  it("says kindly that somebody else has answered, and shows no error for it", async () => {
    serverAnswers(409, refusal("this question has been answered elsewhere, and another is open"));
    const { elsewhere } = ask(dispute());
    press("1");
    decide();
    await waitFor(() => expect(elsewhere).toHaveLength(1));
    expect(elsewhere[0]).toContain("answered elsewhere");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("shows any other refusal with its remedy, and keeps what was written", async () => {
    serverAnswers(409, refusal("your words have 30,000 characters; 20,000 are the most"));
    ask(dispute());
    press("5");
    fireEvent.change(screen.getByLabelText(/Your decree/), { target: { value: "So be it." } });
    decide();
    expect(await screen.findByRole("alert")).toHaveTextContent("see where it stands");
    expect(screen.getByLabelText(/Your decree/)).toHaveValue("So be it.");
  });
});

test("the summary that one agrees to stays whatever is chosen about it", () => {
  const session = tableAt("v3-build", 35);
  ask(session);
  const came = () => screen.getByText("What Requirements came to").parentElement;
  const before = came()?.textContent;
  press("1");
  expect(came()?.textContent).toBe(before);
  press("2");
  expect(came()?.textContent).toBe(before);
});

test("what follows is told without the words that one may add, which have their field", () => {
  ask(tableAt("v3-build", 35));
  press("2");
  expect(screen.getByText(/^What follows:/)).toHaveTextContent("What follows: its history is kept");
});

test("the decision stays in sight whatever is chosen about it", () => {
  ask(tableAt("v4-code-red", 45));
  expect(screen.getByText(/empty list not handled/)).toBeInTheDocument();
  press("2");
  expect(screen.getByText(/empty list not handled/)).toBeInTheDocument();
});

test("directives that were edited are sent as they are shown, whatever was chosen in between", async () => {
  const sent = serverAnswers(200, []);
  ask(tableAt("v5-edited", 31));
  press("3");
  fireEvent.click(screen.getByRole("button", { name: /^Remove total \(cart.py\) from/ }));
  const edited =
    "BASE=Gawain. INCORPORATE: none. MUST_FIX: label (cart.py): it must name the number of items.";
  const shown = () => screen.getByText("What is sent").nextElementSibling;
  expect(shown()).toHaveTextContent(edited);
  press("3");
  fireEvent.click(screen.getByRole("radio", { checked: true }));
  press("1");
  press("3");
  expect(shown()).toHaveTextContent(edited);
  expect(screen.queryByRole("button", { name: /^total \(cart.py\) from/ })).toBeNull();
  decide();
  await waitFor(() => expect(sent.some(({ path }) => path.endsWith("/answer"))).toBe(true));
  expect(sent.find(({ path }) => path.endsWith("/answer"))?.body).toMatchObject({
    option: "remerge",
    text: edited,
  });
});

test("directives that were written by hand are there again, and are sent to the letter", async () => {
  const sent = serverAnswers(200, []);
  ask(tableAt("v5-edited", 31));
  press("3");
  fireEvent.click(screen.getByRole("switch", { name: "Write it by hand" }));
  fireEvent.change(screen.getByLabelText("Directives"), { target: { value: "whatever is best" } });
  press("1");
  press("3");
  expect(screen.getByLabelText("Directives")).toHaveValue("whatever is best");
  decide();
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ text: "whatever is best" }));
});

describe("a parley", () => {
  it("keeps an edited file while another answer is looked at", () => {
    ask(tableAt("v4-apply", 15));
    press("3");
    const field = () => screen.getByLabelText(/Your version of cart.py/);
    fireEvent.change(field(), { target: { value: "x = 1\n" } });
    press("1");
    press("3");
    press("3");
    expect(field()).toHaveValue("x = 1\n");
  });

  it("shows what speaks against the change, and takes an edited file as it is", async () => {
    const sent = serverAnswers();
    ask(tableAt("v4-apply", 15));
    expect(screen.getAllByText(/it would lose label/).length).toBeGreaterThan(0);
    press("3");
    const field = screen.getByLabelText(/Your version of cart.py/);
    fireEvent.change(field, { target: { value: "x = 1\n\n" } });
    decide();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ option: "edit", text: "x = 1\n\n" });
  });
});
