import { expect, it } from "vitest";
import { reach } from "./reach";

it("follows the project's own files and names what is nowhere", () => {
  const files = {
    "main.py": "import json\nfrom shop import cart\nimport shop.tax.rates\n",
    "shop/__init__.py": "",
    "shop/cart.py": "import numpy\nfrom .money import pay\nfrom . import stock\n",
    "shop/money.py": "import stripe.api\n",
    "shop/stock.py": "import redis\n",
    "shop/tax/rates.py": "import pandas\n",
    "unused.py": "import torch\n",
  };
  expect(reach(files, ["main.py"], []).missing).toEqual(["numpy", "pandas", "redis", "stripe"]);
  expect(reach(files, ["unused.py"], []).missing).toEqual(["torch"]);
});

it("names the packages that come along, and does not miss them", () => {
  const files = {
    "main.py": "from fastapi import FastAPI\nfrom shop import cart\nimport uvicorn\n",
    "shop/cart.py": "import pydantic\ntry:\n    import httpx\nexcept ImportError:\n    pass\n",
  };
  expect(reach(files, ["main.py"], [])).toEqual({
    missing: [],
    packages: ["fastapi", "httpx", "pydantic"],
    listens: true,
  });
  const own = { "main.py": "import fastapi\n", "fastapi.py": "import flask\n" };
  expect(reach(own, ["main.py"], [])).toMatchObject({ missing: ["flask"], packages: [] });
});

it("finds packages under src and beside the file", () => {
  const files = { "src/app/__init__.py": "", "src/app/cli.py": "from app import core\n" };
  expect(reach(files, ["src/app/cli.py"], []).missing).toEqual([]);
  const beside = { "tools/run.py": "import near\n", "tools/near.py": "" };
  expect(reach(beside, ["tools/run.py"], []).missing).toEqual([]);
});

it("names parts of Python itself that are not in a browser", () => {
  expect(
    reach({ "a.py": "import tkinter, sqlite3, os.path, _thread" }, ["a.py"], []).missing,
  ).toEqual(["tkinter"]);
});
