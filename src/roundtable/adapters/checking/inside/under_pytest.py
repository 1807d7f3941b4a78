"""Tests that were written for pytest, run by pytest, told as all others are."""

import contextlib
import os
import warnings
from importlib.util import find_spec
from typing import Any

from .guard import Guard, of_pytest, overruled
from .plain import Task
from .speech import Say

_PLAIN = (
    # What a project sets for its own runs may name plugins that are not here.
    "-o", "addopts=", "-o", "required_plugins=", "-o", "strict=false", "-o", "strict_config=false",
    "-o", "strict_markers=false", "-W", "ignore::pytest.PytestConfigWarning",
    "-W", "ignore::pytest.PytestUnknownMarkWarning", "-p", "no:cacheprovider",
    "--tb=short", "-q", "--color=no",
)  # fmt: skip


class Witness:
    """A plugin that says what happens."""

    def __init__(self, say: Say, task: Task, guard: Guard) -> None:
        self._say = say
        self._task = task
        self._guard = guard
        self._outcome = ""
        self._detail = ""
        self._overruled: dict[str, str] = {}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        for item in items:
            self._say("found", self._name(item.nodeid), "")
            owner = getattr(item, "cls", None) or object
            self._overruled[item.nodeid] = overruled(owner, self._task.root, self._task.is_test)
        items[:] = [item for item in items if self._name(item.nodeid) not in self._task.done]

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self._say("load", "", str(report.longreprtext))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._outcome = self._detail = ""
        self._say("start", self._name(nodeid), "")

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self._outcome, self._detail = "fail", self._detail or str(report.longreprtext)
        elif report.skipped:
            expected = hasattr(report, "wasxfail")
            self._outcome = self._outcome or ("pass" if expected else "skip")
        elif report.when == "call":
            self._outcome = self._outcome or "pass"

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        outcome = self._outcome or "fail"
        touched = self._guard.broken() or self._overruled.get(nodeid, "it before it was found")
        if outcome == "pass" and touched:
            outcome, self._detail = "fail", f"the code under test has replaced {touched}"
        self._say(outcome, self._name(nodeid), self._detail)

    def _name(self, nodeid: str) -> str:
        return nodeid.removeprefix(self._task.path).removeprefix("::")


def serve(say: Say, task: Task, plugins: tuple[str, ...]) -> None:
    import pytest

    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    witness = Witness(say, task, of_pytest())
    there = [plugin for plugin in plugins if find_spec(plugin.partition(".")[0])]
    named = [word for plugin in there for word in ("-p", plugin)]
    with warnings.catch_warnings(), contextlib.suppress(SystemExit):
        warnings.simplefilter("ignore")
        arguments = [*_PLAIN, *named, f"--rootdir={task.root}", task.path]
        code = int(pytest.main(arguments, plugins=[witness]))
        # 0 and 1: they passed or failed. 2: broken off. 3 and 4: by pytest itself. 5: no tests.
        if code in (3, 4):
            say("load", "", f"pytest ended with {code}")
    say("end", "", "")
