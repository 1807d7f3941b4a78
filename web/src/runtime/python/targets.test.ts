import { describe, expect, it } from "vitest";
import { jobOf, targetsOf } from "./targets";

const MAIN = 'if __name__ == "__main__":\n    pass\n';
const labels = (files: Record<string, string>) => targetsOf(files).map(({ label }) => label);

describe("where a Python project begins", () => {
  it("offers packages, then files that start something, then names that are usual, then tests", () => {
    const files = {
      "src/shop/__init__.py": "",
      "src/shop/__main__.py": "",
      "app.py": "",
      "tool.py": MAIN,
      "lib.py": "",
      "tests/test_a.py": "def test_a(): pass\n",
    };
    expect(labels(files)).toEqual([
      "python -m shop",
      "python tool.py",
      "python app.py",
      "its tests, by unittest",
    ]);
  });

  it("puts last what needs something that is not here", () => {
    const files = { "main.py": `import numpy\n${MAIN}`, "app.py": "print(1)\n" };
    expect(targetsOf(files).map(({ what, missing }) => [what, missing])).toEqual([
      ["app.py", []],
      ["main.py", ["numpy"]],
    ]);
  });

  it("gives tests to pytest with what they need, where they are written for it", () => {
    const files = {
      "shop/main.py": "from fastapi import FastAPI\napp = FastAPI()\n",
      "tests/conftest.py": "from fastapi.testclient import TestClient\n",
      "tests/test_a.py": "def test_a(client): pass\n",
    };
    const tests = targetsOf(files).find(({ how }) => how === "tests");
    expect(tests).toMatchObject({ what: "pytest", label: "its tests, by pytest", missing: [] });
    expect(tests?.packages).toEqual(expect.arrayContaining(["fastapi", "httpx2", "pluggy"]));
    expect(targetsOf({ "test_a.py": "import unittest\n" })[0]).toMatchObject({
      what: "unittest",
      packages: [],
    });
  });

  it("offers a service first, and not the program that would listen on a port", () => {
    const files = {
      "main.py": `import uvicorn\nfrom fastapi import FastAPI\napp = FastAPI()\n${MAIN}`,
    };
    const [first, second] = targetsOf(files);
    expect(first).toMatchObject({ how: "serve", what: "main:app", missing: [], why: "" });
    expect(first?.packages[0]).toBe("fastapi");
    expect(second?.why).toContain("listens on a port by uvicorn");
  });

  it("says of a service what it needs beyond what is here", () => {
    const files = {
      "main.py": "import sqlalchemy\nfrom fastapi import FastAPI\napp = FastAPI()\n",
    };
    expect(targetsOf(files)[0]).toMatchObject({ how: "serve", missing: ["sqlalchemy"] });
  });

  it("finds the modules of a project that lies in a folder of the repository", () => {
    const files = {
      "backend/app/main.py": "from fastapi import FastAPI\nfrom app import db\napp = FastAPI()\n",
      "backend/app/db.py": "",
      "backend/tests/test_a.py": "from app.main import app\ndef test_a(x): pass\n",
    };
    for (const target of targetsOf(files).filter(({ how }) => how !== "file")) {
      expect(target.missing).toEqual([]);
      expect(jobOf(files, target, [], "").paths).toContain("backend");
    }
  });

  it("does not offer a module of a package as a file", () => {
    const [target] = targetsOf({ "shop/app.py": "from .cart import total\n", "shop/cart.py": "" });
    expect(target?.why).toContain("runs only as a module");
  });

  it("finds nothing where nothing begins", () => {
    expect(targetsOf({ "lib.py": "X = 1\n", "README.md": "main.py" })).toEqual([]);
  });
});

it("gives the tests their files and no arguments of yours", () => {
  const files = { "tests/test_b.py": "", "tests/test_a.py": "" };
  const [target] = targetsOf(files);
  if (!target) throw new Error("no target");
  expect(jobOf(files, target, ["-x"], "").argv).toEqual(["tests/test_a.py", "tests/test_b.py"]);
});
