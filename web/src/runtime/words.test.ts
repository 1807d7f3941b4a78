import { describe, expect, it } from "vitest";
import { heard } from "./words";

const BODY = new Uint8Array([1]);
const ASK = { kind: "ask", id: 1, method: "GET", path: "/", headers: [], body: BODY };
const ROUTE = { method: "GET", path: "/", summary: "", body: "" };

describe("what comes out of a room", () => {
  it("is heard where it is one of our words", () => {
    for (const word of [
      { kind: "ready" },
      { kind: "text", stream: "stderr", text: "x" },
      { kind: "built", html: "<p>", notes: ["a"] },
      { kind: "exit", code: 3 },
      { kind: "failed", reason: "so" },
      { kind: "serving", routes: [{ method: "GET", path: "/", summary: "", body: "" }] },
      { kind: "answer", id: 1, status: 200, headers: [["a", "b"]], body: BODY, took: 2 },
      { kind: "ask", id: 0, method: "GET", path: "/x?y", headers: [], body: BODY },
    ]) {
      expect(heard(word)).toEqual(word);
    }
  });

  it("is dropped where it is anything else", () => {
    for (const word of [
      null,
      "ready",
      7,
      {},
      { kind: "say" },
      { kind: "text", stream: "elsewhere", text: "x" },
      { kind: "text", stream: "stdout", text: { toString: () => "x" } },
      { kind: "built", html: 1, notes: [] },
      { kind: "built", html: "", notes: [1] },
      { kind: "exit", code: "0" },
      { kind: "exit", code: Number.NaN },
      { kind: "failed", reason: ["x"] },
      { kind: "serving", routes: [{ method: "GET", path: {} }] },
      { kind: "serving", routes: Array.from({ length: 201 }, () => ROUTE) },
      { ...ASK, id: -1 },
      { ...ASK, id: 1.5 },
      { ...ASK, method: "TRACE" },
      { ...ASK, path: "http://evil.example/" },
      { ...ASK, body: "text" },
      { ...ASK, body: new Uint8Array(4_000_001) },
      { ...ASK, headers: [["only"]] },
      { ...ASK, headers: Array.from({ length: 101 }, () => ["a", "b"]) },
      { kind: "answer", id: 1, status: "200", headers: [], body: BODY, took: 1 },
      { kind: "answer", id: 1, status: 20, headers: [], body: BODY, took: 1 },
      { kind: "answer", id: 1, status: 200, headers: [], body: BODY, took: Number.NaN },
    ]) {
      expect(heard(word)).toBeNull();
    }
  });

  it("keeps nothing that was not asked for", () => {
    expect(heard({ kind: "ready", html: "<script>" })).toEqual({ kind: "ready" });
    expect(heard({ kind: "exit", code: 256 + 3 })).toEqual({ kind: "exit", code: 3 });
  });
});
