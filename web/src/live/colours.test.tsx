// Colours in the page. jsdom has no threads, so the worker's real desk sits behind a channel.
import { act, render } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { buffers } from "./buffers";
import { CodeBlock } from "./CodeBlock";
import { Desk, type Order } from "./desk";
import { StreamedText } from "./StreamedText";

class DeskWorker extends EventTarget {
  readonly #desk = new Desk((data) => this.dispatchEvent(new MessageEvent("message", { data })));

  postMessage(order: Order): void {
    queueMicrotask(() => this.#desk.take(structuredClone(order)));
  }

  terminate(): void {
    throw new Error("nothing here may get stuck");
  }
}

beforeEach(() => {
  vi.stubGlobal("Worker", DeskWorker);
});

afterEach(() => {
  buffers.clear();
});

async function until(done: () => boolean): Promise<void> {
  for (let wait = 0; wait < 3_000 && !done(); wait += 1) {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 10)));
  }
  expect(done()).toBe(true);
}

function words(container: HTMLElement, kind: string): string[] {
  return [...container.querySelectorAll(`.hl-${kind}`)].map((word) => word.textContent.trim());
}

it("a whole block gets its colours, and loses no letter by them", async () => {
  const code = "def f(a):\n\n    return 'x'  # why\n";
  const { container } = render(<CodeBlock code={code} language="python" />, {
    wrapper: StrictMode,
  });
  expect(container.querySelector("code")?.textContent).toBe(code);
  await until(() => words(container, "comment").length > 0);
  expect(container.querySelector("code")?.textContent).toBe(code);
  expect(words(container, "keyword")).toEqual(["def", "return"]);
  expect(words(container, "string")).toEqual(["'x'"]);
});

it("a block that is seen again has its colours at once", async () => {
  const code = "let a = 1; // again";
  const first = render(<CodeBlock code={code} language="js" />);
  await until(() => words(first.container, "comment").length > 0);
  first.unmount();
  const again = render(<CodeBlock code={code} language="js" />);
  expect(words(again.container, "comment")).toEqual(["// again"]);
});

it("a growing fence is coloured line by line, across lines", async () => {
  const { container } = render(<StreamedText bufferKey="t#0" />);
  buffers.append("t#0", 'FILE: a.py\n```python\nx = """\ndef no');
  await until(() => words(container, "string").length > 0);
  expect(container.querySelector("code")?.textContent).toBe('x = """\ndef no');
  buffers.append("t#0", 't_code\n"""\ndef code');
  await until(() => words(container, "string").includes("def not_code"));
  expect(words(container, "keyword")).toEqual([]);
  buffers.append("t#0", "(): pass\n```\n");
  await until(() => words(container, "keyword").length > 0);
  expect(words(container, "keyword")).toEqual(["def", "pass"]);
});

it("a text that is sent anew is not shown in the colours, or the words, of the old one", async () => {
  const { container } = render(<StreamedText bufferKey="t#0" />);
  buffers.append("t#0", "```python\nold = 1  # old\n");
  await until(() => words(container, "comment").length > 0);
  buffers.replaceAll("t#0", "```python\nfresh = 2  # fresh\n");
  await until(() => container.textContent.includes("fresh"));
  expect(container.textContent).not.toContain("old");
  await until(() => words(container, "comment").length > 0);
  expect(words(container, "comment")).toEqual(["# fresh"]);
});

it("what hides within a word of code is shown in its colour", async () => {
  const { container } = render(<CodeBlock code={'s = "a\u202Eb"'} language="python" />);
  await until(() => words(container, "string").length > 0);
  expect(words(container, "string")).toEqual(['"a⟨U+202E⟩b"']);
});
