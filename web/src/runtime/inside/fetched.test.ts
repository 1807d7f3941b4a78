import { expect, it } from "vitest";
import { servicePath } from "./fetched";

const HOST = "127.0.0.1:7117";

it.each([
  ["/items?a=1", "/items?a=1"],
  ["items/2", "/items/2"],
  ["http://localhost:8000/api/x", "/api/x"],
  ["http://127.0.0.1:8000", "/"],
  [`http://${HOST}/x`, "/x"],
])("carries %s to the service", (address, path) => {
  expect(servicePath(address, HOST)).toBe(path);
});

it.each([
  "http://evil.example/x",
  "//evil.example/x",
  "http://localhost.evil.example/",
  "http://user@evil.example/localhost",
  "data:text/plain,x",
  "blob:http://localhost/x",
  "ws://localhost/x",
  "http://",
])("leaves %s to the policy of the frame", (address) => {
  expect(servicePath(address, HOST)).toBeNull();
});
