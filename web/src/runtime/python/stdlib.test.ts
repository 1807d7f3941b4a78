import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { ABSENT, isPythons, STDLIB } from "./stdlib";

const ASK = `
import { loadPyodide } from "pyodide";
const python = await loadPyodide();
const told = python.runPython(\`
import contextlib, importlib.util, io, json, sys
found, absent = [], []
for name in sorted(sys.stdlib_module_names):
    if not name.startswith("_"):
        (found if name == "sys" or importlib.util.find_spec(name) else absent).append(name)
json.dumps([found, absent])
\`);
console.log(told);
`;

it("lists what the runtime itself says it has, and has not", { timeout: 90_000 }, () => {
  const cwd = createRequire(import.meta.url)
    .resolve("pyodide/package.json")
    .replace(/[^/]*$/, "..");
  const words = ["--input-type=module", "-e", ASK];
  const said = execFileSync(process.execPath, words, { cwd, encoding: "utf8" });
  const [found, absent] = JSON.parse(said) as [string[], string[]];
  expect([...STDLIB].toSorted()).toEqual(found);
  expect([...ABSENT].toSorted()).toEqual(absent);
});

it("takes what begins with an underscore for Python's, and knows what a browser adds", () => {
  expect(isPythons("_thread")).toBe(true);
  expect(isPythons("js")).toBe(true);
  expect(isPythons("numpy")).toBe(false);
});
