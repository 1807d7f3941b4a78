"""Tests that need no framework but Python's own: unittest's, and bare functions that assert."""

import importlib
import inspect
import os
import sys
import traceback
import unittest
from collections.abc import Callable, Collection, Iterator
from types import ModuleType
from typing import Any

from .guard import Guard, of_unittest, overruled
from .speech import Say

_NEEDS_PYTEST = (
    "setup_module", "teardown_module", "setup_function", "teardown_function",
    "setup_class", "teardown_class", "setup_method", "teardown_method",
)  # fmt: skip
_NOT_THEIRS = (
    "/opt/checks/", "<frozen importlib", f"{os.path.dirname(unittest.__file__)}/",  # noqa: PTH120
    f"{os.path.dirname(importlib.__file__)}/",  # noqa: PTH120
)  # fmt: skip
"""Frames that say nothing to the one who wrote the test."""
Error = tuple[Any, Any, Any]


class Task:
    """One file's tests: where they are, and which of them are done already."""

    def __init__(self, root: str, path: str, done: Collection[str], tests: Collection[str]) -> None:
        self.root = root
        self.path = path
        self.done = done
        self._tests = tests

    def is_test(self, path: str) -> bool:
        """Whether a file of the project is on the side of the tests."""
        parts = path.split("/")
        return path in self._tests or any(part.startswith(("test", "conftest")) for part in parts)


class Reporter(unittest.TestResult):
    """Tells each test's beginning and its end; only a clean success is a pass."""

    def __init__(self, say: Say, names: dict[int, str], task: Task, guard: Guard) -> None:
        super().__init__()
        self._say = say
        self._names = names
        self._task = task
        self._guard = guard
        self._outcome = ""
        self._detail = ""
        self._at: unittest.TestCase | None = None
        self._told: set[str] = set()
        self._outside = ""
        self._skips: dict[str, str] = {}
        """Why all of a class, or of the module (an empty name), is skipped."""

    def startTest(self, test: unittest.TestCase) -> None:  # noqa: N802 -- unittest's name
        self._outcome = self._detail = ""
        self._at = test
        self._say("start", self._names.get(id(test), ""), "")

    def stopTest(self, test: unittest.TestCase) -> None:  # noqa: N802
        name = self._names.get(id(test), "")
        outcome = self._outcome or "fail"
        touched = self._guard.broken() if outcome == "pass" else ""
        owner = type(getattr(getattr(test, "_testFunc", None), "__self__", test))
        touched = touched or overruled(owner, self._task.root, self._task.is_test)
        if outcome == "pass" and touched:
            outcome, self._detail = "fail", f"the code under test has replaced {touched}"
        self._told.add(name)
        self._say(outcome, name, self._detail or ("" if outcome == "pass" else "it had no result"))
        # What is of this test must not be taken for the next one's, should that never begin.
        self._outcome = self._detail = ""
        self._at = None

    def addSuccess(self, test: unittest.TestCase) -> None:  # noqa: N802
        self._outcome = self._outcome or "pass"

    def addExpectedFailure(self, test: unittest.TestCase, err: Error) -> None:  # noqa: N802
        self._outcome = self._outcome or "pass"

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:  # noqa: N802
        if id(test) not in self._names:
            around, _, place = str(test).partition(" ")
            owner = place.strip("()").rpartition(".")[2] if "Class" in around else ""
            self._skips.setdefault(owner, str(reason))
            return
        if self._at is not test:
            # Python 3.12.1 ends a test that a decorator skips without having begun it.
            self.startTest(test)
        self._outcome, self._detail = self._outcome or "skip", self._detail or str(reason)

    def addUnexpectedSuccess(self, test: unittest.TestCase) -> None:  # noqa: N802
        self._outcome, self._detail = "fail", "it passed, but a failure was expected"

    def addFailure(self, test: unittest.TestCase, err: Error) -> None:  # noqa: N802
        self._fail(test, err)

    def addError(self, test: unittest.TestCase, err: Error) -> None:  # noqa: N802
        self._fail(test, err)

    def addSubTest(  # noqa: N802
        self, test: unittest.TestCase, subtest: unittest.TestCase, err: Error | None
    ) -> None:
        if err:
            self._fail(test, err)

    def addDuration(self, test: unittest.TestCase, elapsed: float) -> None:  # noqa: N802
        pass

    def _fail(self, test: unittest.TestCase, err: Error) -> None:
        words = told(err, self._task.root)
        if id(test) in self._names:
            self._outcome, self._detail = "fail", self._detail or words
            return
        # Not a test but what stands around tests: setUpClass, tearDownModule and their like.
        self._outside = self._outside or f"{test}: {words}"
        around = str(test).partition(" ")[0]
        if around.startswith("tearDown"):
            owner = str(test).rpartition(".")[2].rstrip(")") if "Class" in around else ""
            self._say("fail", f"{owner}::{around}" if owner else around, words)

    def has_told(self, test: unittest.TestCase) -> bool:
        return self._names.get(id(test), "") in self._told

    def missing(self) -> None:
        """A test that never began because something around it failed has failed with it, and is
        skipped with it where that was skipped."""
        for name in self._names.values():
            if name in self._told or name in self._task.done:
                continue
            owner = name.rpartition("::")[0].rpartition(".")[2]
            skipped = self._skips.get(owner, self._skips.get(""))
            if skipped is None:
                self._say("fail", name, self._outside or "it never began")
            else:
                self._say("skip", name, skipped)


def serve(say: Say, task: Task, load: Callable[[str, str], ModuleType]) -> None:
    """Runs the file's tests that are not done yet."""
    guard = of_unittest()
    try:
        module = load(task.root, task.path)
        loader = unittest.TestLoader()
        loaded = list(_flat(loader.loadTestsFromModule(module)))
        if loader.errors:
            raise ImportError(str(loader.errors[0]))
        cases: dict[str, unittest.TestCase] = {}
        for case in loaded:
            cases.setdefault(_name(case), case)
        needs = dict(_bare(module, cases))
    except BaseException:  # also sys.exit() at import
        say("load", "", told(sys.exc_info(), task.root))
        say("end", "", "")
        return
    for name in (*cases, *needs):
        say("found", name, "")
    for name, reason in needs.items():
        say("need", name, reason)
    reporter = Reporter(say, {id(case): name for name, case in cases.items()}, task, guard)
    _run([case for name, case in cases.items() if name not in task.done], reporter)
    reporter.missing()
    say("end", "", "")


def _run(cases: list[unittest.TestCase], reporter: Reporter) -> None:
    """All of them, though one may break off the run, as a KeyboardInterrupt does."""
    while cases:
        try:
            unittest.TestSuite(cases).run(reporter)
        except BaseException:
            left = [case for case in cases if not reporter.has_told(case)]
            cases = left if len(left) < len(cases) else []
        else:
            return


def told(err: Error, root: str) -> str:
    """An error as a person reads it: without our own frames, and with the project's own paths."""
    kind, value, frames = err
    while frames and "__unittest" in frames.tb_frame.f_globals:
        frames = frames.tb_next
    try:
        lines = traceback.format_exception(kind, value, frames)
    except BaseException as other:  # an error whose own text fails
        return (
            f"{getattr(kind, '__name__', kind)} (its text cannot be shown: {type(other).__name__})"
        )
    own = [line for line in lines if not any(name in line for name in _NOT_THEIRS)]
    return "".join(own).replace(f"{root}/", "").strip()


def _flat(suite: object) -> Iterator[unittest.TestCase]:
    if isinstance(suite, unittest.TestCase):
        yield suite
    elif isinstance(suite, unittest.TestSuite):
        for part in suite:
            yield from _flat(part)


def _name(case: unittest.TestCase) -> str:
    method = getattr(case, "_testMethodName", "")
    return f"{type(case).__qualname__}::{method}" if method else case.id()


def _bare(module: ModuleType, cases: dict[str, unittest.TestCase]) -> Iterator[tuple[str, str]]:
    """Adds tests that are bare functions to the cases; yields those that only pytest can run."""
    around = [name for name in _NEEDS_PYTEST if hasattr(module, name)]
    for name, function, owner in _functions(module):
        extra = around + [name for name in _NEEDS_PYTEST if hasattr(owner, name)]
        reason = f"its {extra[0]}" if extra else _unfit(function)
        if reason:
            yield name, f"needs pytest: {reason}"
        else:
            cases[name] = unittest.FunctionTestCase(function)


def _functions(module: ModuleType) -> Iterator[tuple[str, Callable[..., Any], object]]:
    for name, value in list(vars(module).items()):
        if getattr(value, "__module__", "") != module.__name__:
            continue
        if name.startswith("test") and inspect.isfunction(value):
            yield name, value, None
        elif name.startswith("Test") and _is_bare_class(value):
            for inner in dir(value):
                if inner.startswith("test") and callable(getattr(value, inner)):
                    yield f"{name}::{inner}", getattr(value(), inner), value


def _is_bare_class(value: object) -> bool:
    return (
        isinstance(value, type)
        and not issubclass(value, unittest.TestCase)
        and value.__init__ is object.__init__
    )


def _unfit(function: Callable[..., Any]) -> str:
    if inspect.iscoroutinefunction(function):
        return "it is a coroutine"
    for parameter in inspect.signature(function).parameters.values():
        if parameter.default is parameter.empty and parameter.kind not in (2, 4):
            return f"its parameter {parameter.name} is a fixture"
    return ""
