"""What can be checked of a tree, read from its files alone."""

import ast
import configparser
import json
import re
import tomllib
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeGuard

from roundtable.adapters.checking import parsing
from roundtable.core.checks import Tree

How = Literal["plain", "pytest"]
_NOT_OURS = {".git", ".tox", ".venv", "venv", "node_modules", "site-packages", "build", "dist"}
_PYTHON_TEST = re.compile(r"(^|/)(test[^/]*|[^/]*_test)\.py$")
_SCRIPT_TEST = re.compile(
    r"(^|/)(tests?/.*|__tests__/.*|test[-_.][^/]*|test|[^/]*[-_.](test|spec))\.[cm]?[jt]sx?$"
)
_RUN_BY_NODE = re.compile(r"""['"]node:test['"]""")
_OTHER_TESTS = (
    ("Go", re.compile(r"_test\.go$"), ""),
    ("Rust", re.compile(r"\.rs$"), "#[test]"),
    ("Java", re.compile(r"\.java$"), "@Test"),
)
_PLUGINS = {
    "asyncio": "pytest_asyncio.plugin",
    "anyio": "anyio.pytest_plugin",
    "mocker": "pytest_mock",
}
"""Words in a test file, and the plugins that they need."""


@dataclass(frozen=True, slots=True)
class PythonTests:
    path: str
    how: How
    """`pytest`: written for it. `plain`: Python's own means are enough, and faster."""


@dataclass(frozen=True, slots=True)
class Plan:
    parse: tuple[str, ...] = ()
    linters: tuple[str, ...] = ()
    python: tuple[PythonTests, ...] = ()
    node: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    """Where Python's modules are imported from."""
    plugins: tuple[str, ...] = ()
    """Modules that are asked of pytest, if they are there."""
    not_run: tuple[str, ...] = ()
    """Tests that are there and for which the light sandbox has no means, in words."""


def plan(tree: Tree, tests: Tree, has_pytest: bool) -> Plan:
    """`tests` are given beside the project's own, and take the place of files of the same name."""
    files = {path: text for path, text in {**tree, **tests}.items() if _is_ours(path)}
    python = tuple(_python_tests(files, tests, has_pytest))
    scripts = [path for path in sorted(files) if _SCRIPT_TEST.search(path)]
    node = tuple(path for path in scripts if _runs_in_node(path, files[path]))
    return Plan(
        parse=tuple(path for path in sorted(files) if parsing.is_known(path)),
        linters=tuple(_linters(files)),
        python=python,
        node=node,
        folders=tuple(dict.fromkeys(_folders(files))),
        plugins=tuple(
            plugin
            for word, plugin in _PLUGINS.items()
            if any(file.how == "pytest" and word in files[file.path] for file in python)
        ),
        not_run=(
            *_without_pytest(files, python),
            *_no_means(files, [path for path in scripts if path not in node]),
        ),
    )


def names_in(path: str, text: str) -> tuple[str, ...]:
    """The names of a file's tests as far as they can be read without loading it."""
    module = _parsed(text)
    names = [f"{path}::{name}" for name in _tests_of(module)] if module else []
    return tuple(dict.fromkeys(names)) or (path,)


def _is_ours(path: str) -> bool:
    return not _NOT_OURS & set(path.split("/")[:-1])


def _parsed(text: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text) if len(text) <= parsing.LONGEST else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _tests_of(module: ast.Module) -> Iterator[str]:
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if _is_test(inner) and (node.bases or node.name.startswith("Test")):
                    yield f"{node.name}::{inner.name}"
        elif _is_test(node):
            yield node.name


def _is_test(node: ast.stmt) -> TypeGuard[ast.FunctionDef | ast.AsyncFunctionDef]:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test")


def _python_tests(files: Tree, given: Tree, has_pytest: bool) -> Iterator[PythonTests]:
    for path, text in sorted(files.items()):
        if not path.endswith(".py"):
            continue
        named, module = _PYTHON_TEST.search(path), None
        if named or path in given:
            module = _parsed(text)
        # A given file is a file of tests whatever its name, as soon as there is one in it.
        if named or (module and any(_tests_of(module))):
            how: How = "pytest" if has_pytest and _wants_pytest(path, module, files) else "plain"
            if has_pytest or not (module and _imports_pytest(module)):
                yield PythonTests(path, how)


def _wants_pytest(path: str, module: ast.Module | None, files: Tree) -> bool:
    folders = path.split("/")[:-1]
    above = ("/".join((*folders[:depth], "conftest.py")) for depth in range(len(folders) + 1))
    if module is None:
        return False
    bare = any(
        _is_test(node)
        or (isinstance(node, ast.ClassDef) and not node.bases and any(map(_is_test, node.body)))
        for node in module.body
    )
    return bare or _imports_pytest(module) or any(place in files for place in above)


def _imports_pytest(module: ast.Module) -> bool:
    return any(
        (isinstance(node, ast.Import) and any(name.name == "pytest" for name in node.names))
        or (isinstance(node, ast.ImportFrom) and node.module == "pytest")
        for node in module.body
    )


def _without_pytest(files: Tree, planned: tuple[PythonTests, ...]) -> Iterator[str]:
    left = {path for path in files if _PYTHON_TEST.search(path)} - {file.path for file in planned}
    if left:
        yield f"{_few(sorted(left))}: written for pytest, which is not installed where we run"


def _runs_in_node(path: str, text: str) -> bool:
    return not re.search(r"\.([cm]?ts|[jt]sx)$", path) and bool(_RUN_BY_NODE.search(text))


def _no_means(files: Tree, scripts: list[str]) -> Iterator[str]:
    other = [path for path in scripts if re.search(r"\b(test|it|describe)\(", files[path])]
    if other:
        yield f"{_few(other)}: only tests in JavaScript that use node:test can be run here"
    for language, name, mark in _OTHER_TESTS:
        found = [path for path, text in files.items() if name.search(path) and mark in text]
        if found:
            yield f"{_few(found)}: the light sandbox has no offline toolchain for {language}"


def _few(paths: list[str]) -> str:
    more = f" and {len(paths) - 3} more" if len(paths) > 3 else ""
    return ", ".join(paths[:3]) + more


def _linters(files: Tree) -> Iterator[str]:
    project = _toml(files.get("pyproject.toml", ""))
    if {"ruff.toml", ".ruff.toml"} & set(files) or "ruff" in _table(project, "tool"):
        yield "ruff"
    package = _json(files.get("package.json", ""))
    named = "eslint" in _table(package, "devDependencies") or "eslintConfig" in package
    if named or any(path.startswith(("eslint.config.", ".eslintrc")) for path in files):
        yield "eslint"


def _folders(files: Tree) -> Iterator[str]:
    yield "."
    if any(path.startswith("src/") for path in files):
        yield "src"
    tool = _table(_toml(files.get("pyproject.toml", "")), "tool")
    named = _table(_table(tool, "pytest"), "ini_options").get("pythonpath")
    if isinstance(named, list):
        yield from (folder for folder in named if isinstance(folder, str))
    ini = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        ini.read_string(files.get("pytest.ini", ""))
        yield from ini.get("pytest", "pythonpath", fallback="").split()
    except configparser.Error:
        return


def _table(value: object, name: str) -> dict[str, object]:
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}


def _toml(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return {}


def _json(text: str) -> dict[str, object]:
    try:
        value = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
