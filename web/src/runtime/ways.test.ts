import { expect, it } from "vitest";
import { browserWays } from "./ways";

const by = (files: Record<string, string>, around?: Parameters<typeof browserWays>[1]) =>
  Object.fromEntries(browserWays(files, around).map((way) => [way.id, way]));

it("says of each way why it is there or not", () => {
  const ways = by({ "main.py": "print(1)\n", "index.html": "<p>" });
  expect(ways["python"]).toMatchObject({ available: true });
  expect(ways["frontend"]).toMatchObject({ available: true });
  expect(ways["webcontainer"]).toMatchObject({ available: false });
  const none = by({ "README.md": "" });
  expect(none["python"]?.reason).toBe("there is no Python in this project");
  expect(none["frontend"]?.reason).toContain("no page");
});

it("names the missing modules before a run", () => {
  const ways = by({ "main.py": "import flask\nimport numpy\n" });
  expect(ways["python"]).toMatchObject({ available: false, reason: "it needs flask, numpy" });
});

it("runs a service and tests that need no more than the packages that come along", () => {
  const ways = by({ "main.py": "from fastapi import FastAPI\napp = FastAPI()\n" });
  expect(ways["python"]).toMatchObject({ available: true });
  expect(by({ "test_a.py": "import pytest\n" })["python"]).toMatchObject({ available: true });
});

it("offers the vendor's runtime only where it is switched on and could load", () => {
  const files = { "package.json": '{"scripts": {"start": "node ."}}' };
  expect(by(files)["webcontainer"]?.reason).toContain("it is off");
  const on = by(files, { vendor: true, isolated: false })["webcontainer"];
  expect(on).toMatchObject({ available: false });
  expect(on?.remedy).toContain("roundtable serve --webcontainer");
  expect(by(files, { vendor: true, isolated: true })["webcontainer"]?.available).toBe(true);
});
