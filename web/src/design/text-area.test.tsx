import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Dialog } from "@/design/dialog";
import { TextArea } from "@/design/text-area";

/** What is told of new sizes; jsdom lays nothing out and so tells nobody. */
let tell: (() => void)[] = [];

beforeEach(() => {
  tell = [];
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(told: () => void) {
        tell.push(told);
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** As browsers have it: in a dialog that is not open nothing has a size. */
function laidOut(sizes: { width: number; height: number }) {
  const seen = (element: Element) => element.closest("dialog")?.open !== false;
  vi.spyOn(Element.prototype, "clientWidth", "get").mockImplementation(function (this: Element) {
    return seen(this) ? sizes.width : 0;
  });
  vi.spyOn(Element.prototype, "scrollHeight", "get").mockImplementation(function (this: Element) {
    return seen(this) ? sizes.height : 0;
  });
}

test("a field in a dialog has its rows when the dialog opens, and the height of its draft", () => {
  laidOut({ width: 300, height: 90 });
  render(
    <Dialog open onClose={() => undefined} title="Ask the judge">
      <TextArea aria-label="Question" minRows={2} value="a draft" onChange={() => undefined} />
    </Dialog>,
  );
  const field = screen.getByLabelText("Question");
  expect(field).toHaveAttribute("rows", "2");
  expect(field.style.height).toBe("auto");
  act(() => tell.forEach((each) => each()));
  expect(field.style.height).toBe("90px");
});

test("another width fits it anew, and a height that was dragged stays", () => {
  const sizes = { width: 300, height: 60 };
  laidOut(sizes);
  render(<TextArea aria-label="Note" value="words" onChange={() => undefined} />);
  const field = screen.getByLabelText("Note");
  expect(field.style.height).toBe("60px");
  field.style.height = "200px";
  act(() => tell.forEach((each) => each()));
  expect(field.style.height).toBe("200px");
  Object.assign(sizes, { width: 150, height: 120 });
  act(() => tell.forEach((each) => each()));
  expect(field.style.height).toBe("120px");
});
