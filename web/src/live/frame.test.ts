// One flush a frame.
import { expect, it } from "vitest";
import { onFrame } from "./frame";

it("calls each flush once, however often it was asked for", () => {
  const frames: (() => void)[] = [];
  const frame = onFrame((run) => frames.push(run));
  let [one, other] = [0, 0];
  const first = () => {
    one += 1;
  };
  const second = () => {
    other += 1;
  };
  for (let token = 0; token < 50; token += 1) frame(first);
  frame(second);
  expect([frames.length, one, other]).toEqual([1, 0, 0]);
  frames.shift()?.();
  expect([one, other]).toEqual([1, 1]);
});

it("asks for another frame when a flush itself brings news", () => {
  const frames: (() => void)[] = [];
  const frame = onFrame((run) => frames.push(run));
  let calls = 0;
  const again = () => {
    calls += 1;
    if (calls === 1) frame(again);
  };
  frame(again);
  frames.shift()?.();
  expect([calls, frames.length]).toEqual([1, 1]);
  frames.shift()?.();
  expect(calls).toBe(2);
});
