"""The project's linters, inside."""

from pathlib import Path

import pytest

from roundtable.adapters.checking import linting
from roundtable.adapters.checking.node_tests import node
from roundtable.adapters.checking.plans import plan
from roundtable.adapters.sandboxes.bounds import Limits
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from roundtable.core.checks import Check, Tree

RUFF = {"pyproject.toml": '[tool.ruff.lint]\nselect = ["F"]\n'}
ESLINT = {"package.json": '{"devDependencies": {"eslint": "9"}}'}
BIN = "node_modules/eslint/bin/eslint.js"


async def run(box: Bubblewrap, tree: Tree) -> Check:
    return await linting.run(box, tree, plan(tree, {}, True), Limits(seconds=60.0))


@pytest.fixture
def ruff() -> None:
    if linting.ruff() is None:
        pytest.skip("ruff is not installed")


@pytest.mark.usefixtures("ruff")
async def test_ruff_speaks_by_the_project_s_own_rules(box: Bubblewrap) -> None:
    check = await run(box, {**RUFF, "a/b.py": "import os\nx = undefined\n"})
    assert check.status == "failed"
    assert check.detail.splitlines() == [
        "a/b.py:1:8: F401 [*] `os` imported but unused",
        "a/b.py:2:5: F821 Undefined name `undefined`",
    ]
    assert await run(box, {**RUFF, "a.py": "x = 1\n"}) == Check(kind="lint", status="passed")


@pytest.mark.usefixtures("ruff")
async def test_settings_that_ruff_does_not_take_are_no_verdict_on_the_code(box: Bubblewrap) -> None:
    check = await run(box, {"ruff.toml": "no-such-setting = 1\n", "a.py": "x = 1\n"})
    assert check.status == "not_run"
    assert "did not run to its end" in check.detail


async def test_a_linter_that_is_not_here_is_named(
    box: Bubblewrap, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(linting, "ruff", lambda: None)
    check = await run(box, {**RUFF, **ESLINT})
    assert check.status == "not_run"
    assert check.detail.splitlines() == [
        "ruff is configured, but not installed where we run",
        "eslint is configured, but not installed among the project's files",
    ]


async def test_an_eslint_among_the_files_is_run(box: Bubblewrap) -> None:
    if node() is None:
        pytest.skip("node is not installed")
    script = "console.log(process.argv.slice(2).join(' ')); process.exitCode = 1;"
    check = await run(box, {**ESLINT, BIN: script})
    assert (check.status, check.detail) == ("failed", "--no-color .")


def test_a_ruff_in_a_relative_folder_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ruff").write_text("#!/bin/sh\n")
    (tmp_path / "ruff").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.executable", str(tmp_path / "elsewhere" / "python"))
    monkeypatch.setenv("PATH", ".")
    assert linting.ruff() is None
    monkeypatch.setenv("PATH", str(tmp_path))
    assert linting.ruff() == tmp_path / "ruff"
