"""What is read from a tree before anything is run."""

import pytest

from roundtable.adapters.checking.plans import PythonTests, names_in, plan
from roundtable.core.checks import Tree

UNITTEST = "import unittest\nclass TestA(unittest.TestCase):\n    def test_x(self): pass\n"
BARE = "def test_x():\n    assert True\n"
PYTEST = "import pytest\n" + UNITTEST


def python(tree: Tree, given: Tree | None = None, has_pytest: bool = True) -> dict[str, str]:
    return {file.path: file.how for file in plan(tree, given or {}, has_pytest).python}


@pytest.mark.parametrize(
    "path", ["test_a.py", "tests/test_a.py", "a/b/a_test.py", "tests.py", "src/x/testing.py"]
)
def test_test_files_are_known_by_their_names(path: str) -> None:
    assert python({path: UNITTEST}) == {path: "plain"}


@pytest.mark.parametrize(
    "path", ["a.py", "contest.py", "tests/base.py", ".venv/lib/test_a.py", "test.txt"]
)
def test_other_files_are_not(path: str) -> None:
    assert python({path: UNITTEST}) == {}


def test_a_given_file_with_a_test_is_one_whatever_its_name() -> None:
    assert python({}, {"hidden.py": UNITTEST, "base.py": "x = 1\n"}) == {"hidden.py": "plain"}


@pytest.mark.parametrize(
    ("text", "how"),
    [
        (UNITTEST, "plain"),
        (BARE, "pytest"),
        (PYTEST, "pytest"),
        ("from pytest import raises\n" + UNITTEST, "pytest"),
        ("class TestA:\n    def test_x(self): pass\n", "pytest"),
        ("class Helper:\n    pass\n" + UNITTEST, "plain"),
        ("def (:\n", "plain"),
    ],
)
def test_pytest_is_taken_where_it_is_wanted(text: str, how: str) -> None:
    assert python({"test_a.py": text}) == {"test_a.py": how}


def test_a_conftest_above_wants_pytest() -> None:
    tree = {"a/test_a.py": UNITTEST, "b/test_b.py": UNITTEST, "a/conftest.py": ""}
    assert python(tree) == {"a/test_a.py": "pytest", "b/test_b.py": "plain"}
    assert set(python({**tree, "conftest.py": ""}).values()) == {"pytest"}


def test_without_pytest_what_needs_it_is_not_run_and_it_is_said() -> None:
    made = plan({"test_a.py": BARE, "test_b.py": PYTEST}, {}, False)
    assert made.python == (PythonTests("test_a.py", "plain"),)
    assert made.not_run == ("test_b.py: written for pytest, which is not installed where we run",)


def test_plugins_are_asked_for_by_their_words() -> None:
    assert plan({"test_a.py": "import asyncio\n" + BARE}, {}, True).plugins == (
        "pytest_asyncio.plugin",
    )
    assert plan({"test_a.py": "import asyncio\n" + UNITTEST}, {}, True).plugins == ()


def test_modules_are_imported_from_the_root_the_source_and_what_is_configured() -> None:
    tree = {
        "src/a.py": "",
        "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["lib", 3]\n',
        "pytest.ini": "[pytest]\npythonpath = more\n",
    }
    assert plan(tree, {}, True).folders == (".", "src", "lib", "more")
    assert plan({"pyproject.toml": "=", "pytest.ini": "no section"}, {}, True).folders == (".",)
    text = {"pyproject.toml": '[tool.pytest.ini_options]\npythonpath = "lib"\n'}
    assert plan(text, {}, True).folders == (".",)


@pytest.mark.parametrize(
    ("tree", "linters"),
    [
        ({"pyproject.toml": "[tool.ruff]\n"}, ("ruff",)),
        ({"pyproject.toml": "[tool.ruff.lint]\nselect = []\n"}, ("ruff",)),
        ({"ruff.toml": ""}, ("ruff",)),
        ({"a/ruff.toml": ""}, ()),
        ({"pyproject.toml": "[tool.black]\n"}, ()),
        ({"package.json": '{"devDependencies": {"eslint": "9"}}'}, ("eslint",)),
        ({"package.json": '{"eslintConfig": {}}'}, ("eslint",)),
        ({"eslint.config.mjs": ""}, ("eslint",)),
        ({"package.json": "[]"}, ()),
        ({"package.json": "{"}, ()),
    ],
)
def test_a_linter_is_run_only_where_the_project_has_chosen_it(
    tree: Tree, linters: tuple[str, ...]
) -> None:
    assert plan(tree, {}, True).linters == linters


def test_node_runs_what_uses_its_own_runner() -> None:
    tree = {
        "a.test.js": "import test from 'node:test';",
        "test/b.mjs": 'const { it } = require("node:test");',
        "c.test.js": "describe('x', () => { it('y', () => {}) })",
        "d.test.ts": "import test from 'node:test'; test('x', () => {});",
        "src/e.js": "test('not a test file', 1)",
    }
    made = plan(tree, {}, True)
    assert made.node == ("a.test.js", "test/b.mjs")
    assert made.not_run == (
        "c.test.js, d.test.ts: only tests in JavaScript that use node:test can be run here",
    )


def test_languages_without_a_toolchain_are_named() -> None:
    tree = {
        "a_test.go": "",
        "src/lib.rs": "#[test]\nfn x() {}",
        "src/b.rs": "",
        "A.java": "@Test void x()",
    }
    assert [reason.rpartition(" ")[2] for reason in plan(tree, {}, True).not_run] == [
        "Go",
        "Rust",
        "Java",
    ]


def test_the_names_of_tests_are_read_from_the_text() -> None:
    text = (
        UNITTEST + BARE + "class Base:\n    def test_y(self): pass\n" + "async def test_z(): pass\n"
    )
    assert names_in("t.py", text) == ("t.py::TestA::test_x", "t.py::test_x", "t.py::test_z")
    assert names_in("t.py", BARE + BARE) == ("t.py::test_x",)


@pytest.mark.parametrize("text", ["", "def (:\n", "x = 1\0", "(" * 10_000])
def test_a_file_in_which_none_can_be_read_stands_for_itself(text: str) -> None:
    assert names_in("t.py", text) == ("t.py",)
