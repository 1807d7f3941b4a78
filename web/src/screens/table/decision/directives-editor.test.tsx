import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { renderIn, serverAnswers, tableAt } from "../testing/kept-table";
import { composed, type Directives } from "./directives";
import { DirectivesEditor } from "./directives-editor";

afterEach(() => vi.unstubAllGlobals());

const first: Directives = {
  base: "Gawain",
  take: [{ file: "cart.py", unit: "total", from: "Lancelot", why: "clearer" }],
  fix: [{ file: "cart.py", unit: "total", problem: "must refuse None" }],
};

function edit(chips: Directives | null = first, text = "") {
  const survey = { type: "candidates_surveyed", rows: [] };
  serverAnswers(200, [survey]);
  const said: string[] = [];
  renderIn(tableAt("v3-build", 110), <Held first={chips} text={text} said={said} />);
  return said;
}

/** The words are its owner's. */
function Held(props: { first: Directives | null; text: string; said: string[] }) {
  const { first: chips, said } = props;
  const [text, setText] = useState(chips ? composed(chips) : props.text);
  const write = (words: string) => {
    said.push(words);
    setText(words);
  };
  return <DirectivesEditor first={chips} text={text} onChange={write} />;
}

const button = (name: string | RegExp) => screen.getByRole("button", { name });

test("chips show the directives, and the form that is sent stands under them", () => {
  edit();
  expect(screen.getByLabelText("Base")).toHaveValue("Gawain");
  expect(
    screen.getByRole("button", { name: "total (cart.py) from Lancelot — clearer" }),
  ).toBeInTheDocument();
  expect(screen.getByText(/^BASE=Gawain\. INCORPORATE: total/)).toBeInTheDocument();
});

test("a chip tells all of its piece, over more lines where it must, and its cross stays in sight", () => {
  edit();
  const chip = screen.getByRole("button", { name: /^total \(cart.py\) from Lancelot/ });
  for (const part of [chip, ...chip.querySelectorAll("*")]) {
    expect(part.getAttribute("class") ?? "").not.toMatch(/truncate|max-w-\d/);
  }
  expect(chip).toHaveClass("min-w-0");
  expect(chip.closest("li")).toHaveClass("max-w-full");
  // A long word on hover, though unseen, would make the pane scroll sideways.
  const tips = [...(chip.closest("li")?.querySelectorAll(".tip") ?? [])];
  expect(tips.map((tip) => tip.textContent)).toEqual(["Remove"]);
});

test("another base, a piece less and a fix more are all in the form", () => {
  const said = edit();
  fireEvent.change(screen.getByLabelText("Base"), { target: { value: "Percival" } });
  fireEvent.click(screen.getByRole("button", { name: /^Remove total \(cart.py\) from/ }));
  fireEvent.click(screen.getByRole("button", { name: "Add a fix" }));
  fireEvent.change(screen.getByLabelText("What is wrong"), { target: { value: "it rounds" } });
  expect(said.at(-1)).toBe(
    "BASE=Percival. INCORPORATE: none. MUST_FIX: total (cart.py): must refuse None; it rounds.",
  );
});

test("a piece is taken by unit, file and seat", () => {
  const said = edit();
  fireEvent.click(screen.getByRole("button", { name: "Take a piece" }));
  fireEvent.change(screen.getByLabelText("Unit"), { target: { value: "label" } });
  fireEvent.change(screen.getByLabelText("File"), { target: { value: "cart.py" } });
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "Percival" } });
  expect(said.at(-1)).toContain("label (cart.py) from Percival");
});

test("what is written by hand becomes chips again where it can", () => {
  const said = edit();
  fireEvent.click(screen.getByRole("switch", { name: "Write it by hand" }));
  const field = screen.getByLabelText("Directives");
  fireEvent.change(field, { target: { value: "whatever is best" } });
  fireEvent.click(screen.getByRole("switch", { name: "Write it by hand" }));
  expect(field).toHaveAccessibleDescription(/cannot be shown as chips/);
  expect(said.at(-1)).toBe("whatever is best");
  fireEvent.change(field, { target: { value: "BASE=Lancelot." } });
  fireEvent.click(screen.getByRole("switch", { name: "Write it by hand" }));
  expect(screen.getByLabelText("Base")).toHaveValue("Lancelot");
});

test("directives that no chip can hold are edited as text from the start", () => {
  edit(null, "as the judge said");
  expect(screen.getByLabelText("Directives")).toHaveValue("as the judge said");
});

test("what is done with is gone back to: its chip has the focus", () => {
  edit();
  fireEvent.click(button(/^total \(cart.py\) from Lancelot/));
  fireEvent.click(button("Done"));
  expect(button(/^total \(cart.py\) from Lancelot/)).toHaveFocus();
});

test("with a chip that is removed the focus goes to the next one, or to the button that adds one", () => {
  const two = [...first.take, { file: "cart.py", unit: "label", from: "Percival", why: "" }];
  edit({ ...first, take: two });
  fireEvent.click(button(/^Remove total \(cart.py\) from/));
  expect(button(/^label \(cart.py\) from Percival/)).toHaveFocus();
  fireEvent.click(button(/^Remove label/));
  expect(button("Take a piece")).toHaveFocus();
});
