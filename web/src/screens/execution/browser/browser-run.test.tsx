import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { BrowserRun } from "./browser-run";

it("offers what can be run, with a choice where several fit", () => {
  const files = { "main.py": "print(1)\n", "test_a.py": "import unittest\n", "b.html": "<p>" };
  render(<BrowserRun files={files} />);
  const start = screen.getByRole<HTMLSelectElement>("combobox", { name: "Start" });
  expect([...start.options].map(({ label }) => label)).toEqual([
    "python main.py",
    "its tests, by unittest",
  ]);
  expect(screen.getByRole("button", { name: "Run Python" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Show the page" })).toBeVisible();
});

it("gives the reason instead of a button", () => {
  render(<BrowserRun files={{ "main.py": "import flask\n" }} />);
  expect(screen.getByText("It needs flask.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Run|Show/ })).toBeNull();
});

it("does not start with arguments that cannot be read", () => {
  render(<BrowserRun files={{ "main.py": "print(1)\n" }} />);
  fireEvent.change(screen.getByLabelText("Arguments"), { target: { value: "'a" } });
  fireEvent.click(screen.getByRole("button", { name: "Run Python" }));
  expect(screen.getByText("The arguments cannot be read: a ' is never closed")).toBeVisible();
  expect(screen.queryByRole("heading", { level: 3 })).toBeNull();
});

it("leaves the vendor's runtime off, and says why it stays so here", () => {
  render(<BrowserRun files={{ "package.json": '{"scripts": {"dev": "x"}}' }} />);
  const toggle = screen.getByRole("switch", { name: "Let the vendor's runtime be loaded" });
  expect(toggle).toHaveAttribute("aria-checked", "false");
  fireEvent.click(toggle);
  expect(screen.getByText(/this server was started without it/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Run the npm project" })).toBeNull();
});
