import { expect, test } from "vitest";
import { blank, normalise, reduce, type RunText } from "@/fold";
import { quickest } from "@/testing/quickest";
import { LogBook, shownText, sought, wholeText } from "./log-lines";

type Piece = readonly [
  text: string,
  stream?: "build" | "stdout" | "stderr" | "notice",
  service?: string,
];

/** What the fold keeps of a run that has written these pieces. */
function text(...pieces: Piece[]): RunText {
  const common = { session: "s", at: "2026-01-01T00:00:00.000Z", v: 6, run: 1 };
  const written = "2026-01-01T00:00:00.000Z";
  const session = pieces.reduce((state, [said, stream = "stdout", service = "app"], place) => {
    const event = { ...common, type: "exec_output", seq: place + 1, text: said, stream, service };
    return reduce(state, normalise(JSON.stringify({ ...event, written })));
  }, blank);
  const kept = session.texts.byRun[1];
  if (!kept) throw new Error("the fold kept nothing");
  return kept;
}

const lines = (kept: RunText) => new LogBook().read(kept).map((line) => line.text);

test("a line that comes in pieces is one line", () => {
  expect(lines(text(["one, "], ["two\nth"], ["ree\n"]))).toEqual(["one, two", "three"]);
});

test("what another stream writes in the middle of a line does not tear it", () => {
  const kept = text(["1 failed, "], ["boom\n", "stderr"], ["1 passed\n"]);
  expect(lines(kept)).toEqual(["1 failed, 1 passed", "boom"]);
});

test("services write side by side, each in lines of its own", () => {
  const kept = text(["we", "stdout", "web"], ["d", "stdout", "db"], ["b\n", "stdout", "web"]);
  expect(lines(kept)).toEqual(["web", "d"]);
});

test("empty lines stay, and a line break at the end makes none", () => {
  expect(lines(text(["a\n\nb\n"]))).toEqual(["a", "", "b"]);
  expect(lines(text(["a"], ["\n"], ["\n"], ["b"]))).toEqual(["a", "", "b"]);
});

test("read on from where it was left, it comes to the same as read at once", () => {
  const pieces: Piece[] = Array.from({ length: 500 }, (_, number) => [
    number % 3 === 0 ? `part ${number} ` : `${number}\nnext`,
    number % 5 === 0 ? "stderr" : "stdout",
    number % 2 === 0 ? "web" : "db",
  ]);
  const book = new LogBook();
  for (let upTo = 1; upTo <= pieces.length; upTo += 7) book.read(text(...pieces.slice(0, upTo)));
  expect(book.read(text(...pieces))).toEqual(new LogBook().read(text(...pieces)));
});

test("the same text is the same list, and more of it is another one", () => {
  const book = new LogBook();
  const kept = text(["a\n"]);
  const first = book.read(kept);
  expect(book.read(kept)).toBe(first);
  expect(book.read(text(["a\n"], ["b\n"]))).not.toBe(first);
  expect(first).toHaveLength(1);
});

test("of a giant the beginning and the end are there, and between them it says what is not", () => {
  const piece: Piece = [`${"x".repeat(9_999)}\n`];
  const book = new LogBook();
  const some = Array.from({ length: 150 }, () => piece);
  book.read(text(...some));
  const all = [
    ["first\n"] as Piece,
    ...Array.from({ length: 320 }, () => piece),
    ["last\n"] as Piece,
  ];
  const found = book.read(text(...all)).map((line) => line.text);
  expect(found[0]).toBe("first");
  expect(found.at(-1)).toBe("last");
  expect(found.filter((line) => line.includes("left out"))).toHaveLength(1);
});

test("a megabyte in ten thousand pieces is read quickly, however it comes", () => {
  const piece: Piece = [`${"y".repeat(99)}\n`];
  const kept = text(...Array.from({ length: 10_000 }, () => piece));
  const took = quickest(() => expect(new LogBook().read(kept)).toHaveLength(10_000));
  expect(took).toBeLessThan(500);
});

test("what only a terminal reads is not shown, and what was written over is gone", () => {
  expect(shownText("\u001b[31mred\u001b[0m \u001b]0;title\u0007on")).toBe("red on");
  expect(shownText("10 %\r50 %\r100 %")).toBe("100 %");
  expect(shownText("windows\r")).toBe("windows");
});

test("lines are found by service and by words, whatever their case", () => {
  const all = new LogBook().read(
    text(
      ["Error: no\n", "stderr", "web"],
      ["all well\n", "stdout", "db"],
      ["built\n", "notice", ""],
    ),
  );
  const found = (service: string, search: string) =>
    sought(all, { service, search }).map((line) => line.text);
  expect(found("", "error")).toEqual(["Error: no"]);
  expect(found("db", "")).toEqual(["all well", "built"]);
  expect(sought(all, { service: "", search: " " })).toBe(all);
});

test("copied, each line says where it is from", () => {
  const all = new LogBook().read(text(["a\n", "stdout", "web"], ["b\n", "stderr", "db"]));
  expect(wholeText(all, true)).toBe("web | a\ndb err | b");
  expect(wholeText(all, false)).toBe("a\nerr | b");
});
