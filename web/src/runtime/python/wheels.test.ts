import { expect, it } from "vitest";
import { inWords, packagesFor, WHEELS, withNeeds } from "./wheels";

it("knows by its modules which package answers an import", () => {
  expect(packagesFor("fastapi.responses", ["JSONResponse"])).toEqual(["fastapi"]);
  expect(packagesFor("pydantic_core", [])).toEqual(["pydantic-core"]);
  expect(packagesFor("flask", [])).toEqual([]);
});

it("adds what only a part of a package needs", () => {
  expect(packagesFor("fastapi.testclient", ["TestClient"])).toEqual(["fastapi", "httpx2"]);
  expect(packagesFor("fastapi.testclient", [])).toEqual(["fastapi", "httpx2"]);
  expect(packagesFor("fastapi", ["FastAPI", "Form"])).toEqual(["fastapi", "python-multipart"]);
});

it("takes the needs of the needs along, each once, after what was asked for", () => {
  const names = withNeeds(["pytest", "fastapi"]);
  expect(names.slice(0, 2)).toEqual(["pytest", "fastapi"]);
  expect(names).toEqual(expect.arrayContaining(["pydantic-core", "starlette", "pluggy", "idna"]));
  expect(new Set(names).size).toBe(names.length);
  expect(names).not.toContain("httpx");
  expect(withNeeds(["nobody's"])).toEqual([]);
});

it("has the code of every package that another one needs", () => {
  for (const { requires } of Object.values(WHEELS)) {
    for (const name of requires) expect(WHEELS).toHaveProperty([name]);
  }
});

it("tells the first by name and the others by number", () => {
  expect(inWords(["fastapi", "anyio", "idna"])).toBe("FastAPI and 2 more");
  expect(inWords(["httpx2"])).toBe("httpx2");
});
