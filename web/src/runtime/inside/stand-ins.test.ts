import { afterEach, expect, it, vi } from "vitest";
import { memory, watchForms } from "./stand-ins";

afterEach(() => {
  document.body.innerHTML = "";
});

it("keeps what is stored as text, for as long as the page is there", () => {
  const kept = memory();
  kept.setItem("a", 1 as unknown as string);
  expect([kept.getItem("a"), kept.getItem("b"), kept.length, kept.key(0)]).toEqual([
    "1",
    null,
    1,
    "a",
  ]);
  kept.removeItem("a");
  expect(kept.length).toBe(0);
});

it("tells a page that its form was sent, by its button and by Enter", () => {
  watchForms(window);
  document.body.innerHTML =
    "<form id=a><input><button>Send</button></form><form id=b><input></form>";
  const sent: string[] = [];
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    sent.push((event.target as HTMLElement).id);
  });
  // What the browser does by itself where forms are allowed is left out here.
  HTMLFormElement.prototype.requestSubmit = vi.fn<() => void>();
  document.querySelector("button")?.click();
  const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
  document.querySelector("#b input")?.dispatchEvent(enter);
  expect(sent).toEqual(["a", "b"]);
});
