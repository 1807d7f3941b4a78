import { expect, it } from "vitest";
import { answered, requestOf, wrongWith } from "./requesting";

const bytes = (text: string) => new TextEncoder().encode(text);

it("says what is wrong with a path", () => {
  expect(wrongWith("items")).toBe("A path begins with a slash");
  expect(wrongWith("/items/{name}")).toBe("Write a value for {name}");
  expect(wrongWith("/items?x=1")).toBe("");
});

it("sends a body as JSON, and none where a method has none", () => {
  expect(requestOf("POST", "/a", ' {"a": 1} ')).toEqual({
    method: "POST",
    path: "/a",
    headers: [["content-type", "application/json"]],
    body: bytes('{"a": 1}'),
  });
  expect(requestOf("GET", "/a b/ü#x", "left over")).toMatchObject({
    path: "/a%20b/%C3%BC",
    headers: [],
    body: bytes(""),
  });
});

it("shows JSON in order, and everything else as it is, with what is hidden in it", () => {
  const json = { headers: [["Content-Type", "application/json"]] as const };
  expect(answered({ ...json, body: bytes('{"a":[1]}') }).text).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(answered({ ...json, body: bytes("{") }).text).toBe("{");
  expect(answered({ headers: [], body: bytes("a\u202e\nb") }).text).toBe("a⟨U+202E⟩\nb");
  expect(answered({ headers: [], body: bytes("x".repeat(200_001)) }).cut).toBe(true);
});
