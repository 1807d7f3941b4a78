import { expect, it } from "vitest";
import { spoken } from "./spoken";

it("prints values as a console does", () => {
  expect(["a", 1, null, undefined, 2n, [1, { b: 2 }]].map(spoken)).toEqual([
    "a",
    "1",
    "null",
    "undefined",
    "2",
    '[1,{"b":2}]',
  ]);
  expect(spoken(new TypeError("so"))).toContain("TypeError: so");
  expect(spoken(new Map([["a", 1]]))).toBe('[["a",1]]');
});

it("survives what is circular, endless or hostile", () => {
  const ring: Record<string, unknown> = {};
  ring["self"] = ring;
  expect(spoken(ring)).toBe('{"self":"⟨again⟩"}');
  expect(spoken("x".repeat(50_000))).toHaveLength(10_000);
  const trap = {
    toJSON() {
      throw new Error("no");
    },
  };
  expect(spoken(trap)).toBe("⟨something that cannot be printed⟩");
});
