"""Whether a tree can be checked in containers here."""

import pytest

from roundtable.adapters.checking import bases
from roundtable.adapters.checking.checker import Checker
from roundtable.adapters.checking.containers import Boxes, Containers, usable
from roundtable.adapters.checking.images import NotMade
from roundtable.adapters.checking.plans import plan
from roundtable.adapters.runners.engines import Engine
from tests.adapters.checking.projects import PROJECT
from tests.container_needs import need_images

SCRIPT = {"a.test.mjs": "import test from 'node:test';\n"}


async def test_without_an_engine_there_is_nothing_to_be_said() -> None:
    there = Containers()
    assert await there.boxes(PROJECT, plan(PROJECT, {}, True), {}) == ""
    assert await there.images() is None
    assert not await there.lost()


async def test_each_language_has_its_own_and_only_where_it_is_needed(containers: Engine) -> None:
    there = Containers()
    python = await there.boxes(PROJECT, plan(PROJECT, {}, True), {})
    assert isinstance(python, Boxes)
    assert python.python
    assert python.node is None
    assert python.python.libraries == ()
    both = await there.boxes({**PROJECT, **SCRIPT}, plan({**PROJECT, **SCRIPT}, {}, True), {})
    assert isinstance(both, Boxes)
    assert both.node
    assert both.python == python.python
    assert both.node.image != python.python.image


async def test_node_finds_what_the_project_depends_on(containers: Engine) -> None:
    tree = {
        "package.json": '{"type": "module", "dependencies": {"left": "file:vendor/left"}}',
        "vendor/left/package.json": '{"name": "left", "version": "1.0.0", "main": "left.js"}',
        "vendor/left/left.js": "module.exports = () => 'left';\n",
        "a.test.js": "import test from 'node:test';\nimport assert from 'node:assert';\n"
        "import left from 'left';\ntest('left', () => assert.equal(left(), 'left'));\n",
    }
    report = await Checker(None, containers=Containers()).check(tree)
    assert (report.place, report.passed) == ("container", ("a.test.js::left",)), report


async def test_a_project_is_checked_with_the_python_that_it_names(containers: Engine) -> None:
    await need_images(containers, "python:3.12-slim")
    tree = {
        "Dockerfile": "FROM python:3.12-slim\n",
        "test_it.py": "import sys\ndef test_it(tmp_path): assert sys.version_info[:2] == (3, 12)\n",
    }
    report = await Checker(None, containers=Containers()).check(tree)
    assert (report.place, report.passed) == ("container", ("test_it.py::test_it",)), report


async def test_what_is_missing_is_told(containers: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (await usable(containers)).startswith("python:")
    monkeypatch.setattr(bases, "OLDEST_PYTHON", (99, 0))
    told = await Containers().boxes(PROJECT, plan(PROJECT, {}, True), {})
    assert isinstance(told, str)
    assert "no image of Python 99.0" in told
    with pytest.raises(NotMade, match="no image of Python"):
        await usable(containers)
