import { expect, test } from "vitest";
import { bufferKey } from "@/session/keys";

test("a session, a turn and each ask of it have words of their own", () => {
  const keys = [
    bufferKey("a", "debate.1.1.Gawain", 1),
    bufferKey("b", "debate.1.1.Gawain", 1),
    bufferKey("a", "debate.1.2.Gawain", 1),
    bufferKey("a", "debate.1.1.Gawain", 2),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});
