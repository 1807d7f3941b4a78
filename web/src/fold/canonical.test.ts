import { expect, it } from "vitest";
import { canonical } from "./canonical";

// `tests/golden/test_golden.py` holds the server's to the same.
it.each([
  [{ b: [1, 2.0], a: null }, '{"a":null,"b":[1,2]}'],
  [[0.1, 1.5, 0.0000005, true], "[100000e-6,1500000e-6,1e-6,true]"],
  ['naïve "\n\x01', '"naïve \\"\\n\\u0001"'],
])("writes %j in the one form", (value, written) => {
  expect(canonical(value)).toBe(written);
});
