import { expect, it } from "vitest";
import { sink } from "./sink";
import type { Heard } from "./words";

function kept(most?: number) {
  const said: Heard[] = [];
  let time = 0;
  const out = sink(
    (word) => said.push(word),
    () => time,
    most,
  );
  return { said, out, pass: (ms: number) => (time += ms) };
}

it("passes the first lines on at once, so that they are seen before a long silence", () => {
  const { said, out } = kept();
  out.add("stdout", "a\n");
  out.add("stderr", "b\n");
  expect(said).toEqual([
    { kind: "text", stream: "stdout", text: "a\n" },
    { kind: "text", stream: "stderr", text: "b\n" },
  ]);
});

it("passes a flood on in few words", () => {
  const { said, out } = kept();
  for (let line = 0; line < 50_000; line += 1) out.add("stdout", "line\n");
  out.flush();
  expect(said.length).toBeLessThan(2100);
  const text = said.map((word) => (word.kind === "text" ? word.text : "")).join("");
  expect(text).toBe("line\n".repeat(50_000));
});

it("says once that it was cut and nothing after it", () => {
  const { said, out } = kept(10);
  for (let line = 0; line < 9; line += 1) out.add("stdout", "four");
  expect(said.filter(({ kind }) => kind === "cut")).toHaveLength(1);
  expect(said.at(-1)?.kind).toBe("cut");
});

it("puts characters together that come in two parts", () => {
  const { said, out } = kept();
  const write = out.writer("stdout");
  const bytes = new TextEncoder().encode("é");
  expect(write(bytes.slice(0, 1))).toBe(1);
  write(bytes.slice(1));
  expect(said).toEqual([{ kind: "text", stream: "stdout", text: "é" }]);
});
