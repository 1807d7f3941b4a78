import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { TabPanel, Tabs } from "@/design/tabs";

afterEach(() => vi.restoreAllMocks());

function Views() {
  const [view, setView] = useState("base");
  const tabs = ["base", "last turn", "session"].map((id) => ({ id, label: id }));
  return (
    <>
      <Tabs name="diff" label="Compare with" tabs={tabs} selected={view} onSelect={setView} />
      <TabPanel name="diff" id={view}>
        {view} is shown
      </TabPanel>
    </>
  );
}

test("the arrows walk the tabs round, and focus and view follow", () => {
  render(<Views />);
  const press = (key: string) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
  screen.getByRole("tab", { name: "base" }).focus();
  press("ArrowRight");
  expect(screen.getByRole("tab", { name: "last turn" })).toHaveFocus();
  expect(screen.getByRole("tabpanel", { name: "last turn" })).toHaveTextContent(
    "last turn is shown",
  );
  press("End");
  press("ArrowRight");
  expect(screen.getByRole("tab", { name: "base" })).toHaveFocus();
  press("ArrowLeft");
  expect(screen.getByRole("tab", { name: "session", selected: true })).toHaveFocus();
});

test("only the selected tab is a stop for Tab", () => {
  render(<Views />);
  expect(screen.getAllByRole("tab").map((tab) => tab.tabIndex)).toEqual([0, -1, -1]);
});

/** jsdom lays nothing out: each tab is as wide as told, and the bar has room for one and a half. */
function laidOut(width: number, room: number) {
  const part = (name: string, value: (element: HTMLElement) => number) =>
    vi.spyOn(HTMLElement.prototype, name as "offsetLeft", "get").mockImplementation(function (
      this: HTMLElement,
    ) {
      return value(this);
    });
  part("offsetWidth", () => width);
  part("offsetLeft", (tab) => width * [...(tab.parentElement?.children ?? [])].indexOf(tab));
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(room);
}

test("where there is no room for all, the bar moves along to the tab that is selected", () => {
  laidOut(100, 150);
  render(<Views />);
  const bar = screen.getByRole("tablist");
  expect(bar.scrollLeft).toBe(0);
  fireEvent.click(screen.getByRole("tab", { name: "last turn" }));
  expect(bar.scrollLeft).toBe(74);
  fireEvent.click(screen.getByRole("tab", { name: "session" }));
  expect(bar.scrollLeft).toBeGreaterThanOrEqual(150);
  fireEvent.click(screen.getByRole("tab", { name: "base" }));
  expect(bar.scrollLeft).toBe(0);
});

test("the bar shows no scrollbar: nothing hangs over its edge, and it draws none of its own", () => {
  render(<Views />);
  expect(screen.getByRole("tablist")).toHaveClass("overflow-y-hidden", "[scrollbar-width:none]");
  for (const tab of screen.getAllByRole("tab")) expect(tab.className).not.toMatch(/(^| )-m/);
});
