import { expect, test } from "vitest";
import { failureOf } from "./words";

test("a script that has no more to say is not a vendor's refusal", () => {
  expect(failureOf("refused", "scripted")).toBe("its script ends here");
  expect(failureOf("refused", "openai-api")).toBe("its vendor refused the request");
});
