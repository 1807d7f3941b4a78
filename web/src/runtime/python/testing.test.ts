import { expect, it } from "vitest";
import { needsPytest, pluginsOf } from "./testing";

const needs = (text: string) => needsPytest({ "test_a.py": text }, ["test_a.py"], []);

it.each([
  "import pytest\n",
  "def test_a(client):\n    pass\n",
  "async def test_a():\n    pass\n",
  "class TestA:\n    def test_b(self):\n        pass\n",
  "def setup_module():\n    pass\ndef test_a():\n    pass\n",
])("gives to pytest what only pytest runs: %j", (text) => {
  expect(needs(text)).toBe(true);
});

it.each([
  "import unittest\nclass TestA(unittest.TestCase):\n    def test_b(self):\n        pass\n",
  "def test_a():\n    assert True\n",
  "# import pytest\nTEXT = '''\nasync def test_a(): pass\n'''\n",
])("leaves to unittest what it can run: %j", (text) => {
  expect(needs(text)).toBe(false);
});

it("takes a file of fixtures for a sign of pytest", () => {
  expect(needsPytest({}, [], ["tests/conftest.py"])).toBe(true);
});

it("finds the plugin that coroutines call for, by a mark or by a setting", () => {
  const marked = { "test_a.py": "@pytest.mark.asyncio\nasync def test_a(): pass\n" };
  expect(pluginsOf(marked, ["test_a.py"])).toEqual(["pytest-asyncio"]);
  const set = { "pyproject.toml": '[tool.pytest.ini_options]\nasyncio_mode = "auto"\n' };
  expect(pluginsOf(set, [])).toEqual(["pytest-asyncio"]);
  expect(pluginsOf({ "test_a.py": "x = 'mark.asyncio'" }, ["test_a.py"])).toEqual([]);
});
