import { expect, it } from "vitest";
import { servicesOf } from "./services";

const whats = (files: Record<string, string>) =>
  servicesOf(files, Object.keys(files)).map(({ what }) => what);

it("finds an application by what it is made with, whatever its name", () => {
  const made = "import fastapi\n\nshop: fastapi.FastAPI = fastapi.FastAPI(\n    title='x')\n";
  expect(whats({ "main.py": made })).toEqual(["main:shop"]);
  const factory = "from starlette.routing import Route\napp = create()\n";
  expect(whats({ "src/web/__init__.py": "", "src/web/main.py": factory })).toEqual([
    "web.main:app",
  ]);
  const plain = "import starlette\nasync def application(scope, receive, send):\n    pass\n";
  expect(whats({ "asgi.py": plain })).toEqual(["asgi:application"]);
});

it("names a module from the top of its package, and one outside any from where it can", () => {
  const app = "from fastapi import FastAPI\napp = FastAPI()\n";
  expect(whats({ "backend/app/__init__.py": "", "backend/app/main.py": app })).toEqual([
    "app.main:app",
  ]);
  expect(whats({ "backend/main.py": app })).toEqual(["backend.main:app"]);
  expect(whats({ "back-end/main.py": app })).toEqual(["main:app"]);
});

it("takes neither a string, nor a local, nor another framework's for one", () => {
  const local = "from fastapi import FastAPI\ndef make():\n    app = FastAPI()\n    return app\n";
  const quoted = "import fastapi\nTEXT = '''\napp = FastAPI()\n'''\n";
  const other = "from flask import Flask\napp = Flask(__name__)\n";
  const compared = "import fastapi\napp == 3\n";
  for (const text of [local, quoted, other, compared]) expect(whats({ "a.py": text })).toEqual([]);
});
