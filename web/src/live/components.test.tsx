// The live text as it stands in the page.
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buffers } from "./buffers";
import { CodeBlock } from "./CodeBlock";
import { Follow } from "./Follow";
import { RichText } from "./RichText";
import { StreamedText } from "./StreamedText";

/** Until the next frame has been drawn. */
async function drawn(): Promise<void> {
  await act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
}

afterEach(() => {
  buffers.clear();
});

const ANSWER = [
  "# Plan",
  "Words with **weight**.",
  "",
  "FILE: src/a.py",
  "```python",
  "def f():",
  "    return 1",
  "```",
  "Done.",
].join("\n");

describe("a turn that is being spoken", () => {
  it("shows what has come, and draws only the last block anew", async () => {
    const { container } = render(<StreamedText bufferKey="t#0" />);
    buffers.append("t#0", "# Plan\n\nFirst.\n\nSec");
    await drawn();
    const before = [...container.querySelectorAll(".live-block")];
    expect(before.map((block) => block.textContent.trim())).toEqual(["Plan", "First.", "Sec"]);
    const kept = before.slice(0, 2).map((block) => block.firstChild);
    buffers.append("t#0", "ond.\n\nThird");
    await drawn();
    const after = [...container.querySelectorAll(".live-block")];
    expect(after.map((block) => block.textContent.trim())).toEqual([
      "Plan",
      "First.",
      "Second.",
      "Third",
    ]);
    expect(after.slice(0, 3)).toEqual(before);
    for (const [index, child] of kept.entries()) expect(after[index]?.firstChild).toBe(child);
  });

  it("changes the page once for many tokens", async () => {
    const { container } = render(<StreamedText bufferKey="t#0" />);
    buffers.append("t#0", "Start");
    await drawn();
    let changes = 0;
    const observer = new MutationObserver((records) => {
      changes += records.length;
    });
    observer.observe(container, { subtree: true, childList: true, characterData: true });
    for (let token = 0; token < 200; token += 1) buffers.append("t#0", ` ${token}`);
    await drawn();
    expect(container.textContent).toContain("199");
    expect(changes).toBeLessThanOrEqual(2);
    observer.disconnect();
  });

  it("ends as the same page that its full text makes", async () => {
    const streamed = render(<StreamedText bufferKey="t#0" />);
    for (const letter of ANSWER) {
      buffers.append("t#0", letter);
      if (letter === "\n") await drawn();
    }
    buffers.finish("t#0", ANSWER);
    await drawn();
    const rich = render(<RichText text={ANSWER} />);
    expect(streamed.container.innerHTML).toBe(rich.container.innerHTML);
  });

  it("marks closed blocks, and only these, as done with", async () => {
    const { container } = render(<StreamedText bufferKey="t#0" />);
    buffers.append("t#0", "One.\n\n```py\nx\n");
    await drawn();
    const closed = [...container.querySelectorAll(".live-block")].map((block) =>
      block.classList.contains("live-closed"),
    );
    expect(closed).toEqual([true, false]);
  });

  it("is empty when its buffer is dropped, and follows another key", async () => {
    const { container, rerender } = render(<StreamedText bufferKey="t#0" />);
    buffers.append("t#0", "One.");
    buffers.append("t#1", "Two.");
    await drawn();
    rerender(<StreamedText bufferKey="t#1" />);
    expect(container.textContent.trim()).toBe("Two.");
    act(() => buffers.drop("t#1"));
    await drawn();
    expect(container.textContent).toBe("");
  });
});

describe("a turn that has ended", () => {
  it("is prose and code, with the file's name above the code", () => {
    const { container } = render(<RichText text={ANSWER} />);
    expect(screen.getByRole("heading", { name: "Plan" })).toBeVisible();
    expect(screen.getByText("src/a.py", { selector: ".live-code-name" })).toBeVisible();
    expect(container.querySelector("pre")?.textContent).toBe("def f():\n    return 1\n");
    expect(container.textContent).not.toContain("FILE:");
  });

  it("has no style, class or script of the model's making", () => {
    const { container } = render(
      <RichText text={'<style>x</style>\n\n<p class="a" style="b">\n\n```"><img src=x>\nx\n```'} />,
    );
    expect(container.querySelector("[style], style, script, img")).toBeNull();
  });

  it("is there from its first word to its last at once, and whole some frames later", async () => {
    const text = Array.from({ length: 200 }, (_, n) => `Point *${n}*.`).join("\n\n");
    const { container } = render(<RichText text={text} />);
    const points = () => [...container.querySelectorAll("p")].map((point) => point.textContent);
    expect(points().at(0)).toBe("Point 0.");
    expect(points().at(-1)).toBe("Point 199.");
    expect(points().length).toBeLessThan(60);
    expect(container.textContent).toContain("Point *100*.");
    for (let frames = 0; frames < 12; frames += 1) await drawn();
    expect(points()).toEqual(Array.from({ length: 200 }, (_, n) => `Point ${n}.`));
  });

  it("cuts a line of code that no browser could lay out, and says so", () => {
    const { container } = render(<RichText text={`\`\`\`\n${"x".repeat(50_000)}\n\`\`\``} />);
    expect(container.querySelector("code")?.textContent).toMatch(/x ⟨40,000 more characters⟩\n$/);
  });
});

describe("a block of code", () => {
  const write = vi.fn<(text: string) => Promise<void>>();

  beforeEach(() => {
    write.mockReset();
    vi.stubGlobal("navigator", { clipboard: { writeText: write } });
  });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("is copied whole by its button, as it was written", async () => {
    write.mockResolvedValue();
    render(<CodeBlock code={"a\u202Eb\r\nc\n"} language="py" title="x.py" />);
    const button = screen.getByRole("button", { name: "Copy x.py" });
    expect(button.tabIndex).toBe(0);
    fireEvent.click(button);
    expect(await screen.findByText("Copied")).toBeVisible();
    expect(write).toHaveBeenCalledWith("a\u202Eb\nc");
  });

  it("is selected for the reader's own keys where the clipboard is closed", async () => {
    write.mockRejectedValue(new Error("denied"));
    render(<CodeBlock code="a = 1" language="py" />);
    fireEvent.click(screen.getByRole("button"));
    expect(await screen.findByText(/press Ctrl\+C/)).toBeVisible();
    expect(getSelection()?.toString()).toContain("a = 1");
  });

  it("shows what hides in it", () => {
    const { container } = render(<CodeBlock code={"if x:\u202E # \u2066"} title={"a\u200B.py"} />);
    expect(container.querySelector("code")?.textContent).toBe("if x:⟨U+202E⟩ # ⟨U+2066⟩\n");
    expect(container.querySelector(".live-code-name")?.textContent).toBe("a⟨U+200B⟩.py");
  });

  it("keeps empty lines, and every line once, over many chunks", () => {
    const code = Array.from({ length: 129 }, (_, n) => (n % 10 === 9 ? "" : `line ${n}`)).join(
      "\n",
    );
    const { container } = render(<CodeBlock code={code} />);
    expect(container.querySelector("code")?.textContent).toBe(`${code}\n`);
    expect(container.querySelectorAll(".live-chunk")).toHaveLength(4);
  });

  it("of an unknown or half-named language is plain", () => {
    const { container } = render(<CodeBlock code="x = 1" language="pyth" />);
    expect(container.querySelector("code")?.textContent).toBe("x = 1\n");
    expect(container.querySelector("code span span")).toBeNull();
  });
});

describe("a lane", () => {
  function lane() {
    render(<Follow label="Lancelot">words</Follow>);
    return screen.getByRole("log", { name: "Lancelot" });
  }

  function scroll(log: HTMLElement, top: number): void {
    log.scrollTop = top;
    fireEvent.scroll(log);
  }

  it("is a log that speaks to nobody by itself, and can be scrolled by keys", () => {
    const log = lane();
    expect(log).toHaveAttribute("aria-live", "off");
    expect(log.tabIndex).toBe(0);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("offers the way back when its reader has scrolled up, and takes it", () => {
    const log = lane();
    scroll(log, -300);
    fireEvent.click(screen.getByRole("button", { name: "Latest" }));
    expect(log.scrollTop).toBe(0);
    expect(log).toHaveFocus();
    fireEvent.scroll(log);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("does not take a nudge for a wish to leave", () => {
    scroll(lane(), -5);
    expect(screen.queryByRole("button")).toBeNull();
  });
});
