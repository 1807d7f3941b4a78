"""What pytest does is told as everything else is."""

from types import SimpleNamespace
from typing import Any

from roundtable.adapters.checking.inside.guard import Guard
from roundtable.adapters.checking.inside.plain import Task
from roundtable.adapters.checking.inside.under_pytest import Witness

Said = list[tuple[str, str, str]]


def witness(done: tuple[str, ...] = ()) -> tuple[Witness, Said]:
    said: Said = []
    task = Task("/root-of-it", "tests/test_it.py", done, ())
    return Witness(lambda *words: said.append(words), task, Guard([])), said


def item(name: str) -> Any:
    return SimpleNamespace(nodeid=f"tests/test_it.py::{name}", cls=None)


def report(when: str, outcome: str, **more: str) -> Any:
    made = {"passed": False, "failed": False, "skipped": False, outcome: True}
    return SimpleNamespace(when=when, longreprtext="why", **made, **more)


def run(name: str, *reports: Any) -> tuple[str, str, str]:
    seen, said = witness()
    seen.pytest_collection_modifyitems([item(name)])
    seen.pytest_runtest_logstart(f"tests/test_it.py::{name}")
    for one in reports:
        seen.pytest_runtest_logreport(one)
    seen.pytest_runtest_logfinish(f"tests/test_it.py::{name}")
    assert said[:2] == [("found", name, ""), ("start", name, "")]
    return said[2]


def test_all_three_phases_make_the_outcome() -> None:
    up, call, down = (report(when, "passed") for when in ("setup", "call", "teardown"))
    assert run("a", up, call, down) == ("pass", "a", "")
    assert run("a", up, report("call", "failed"), down) == ("fail", "a", "why")
    assert run("a", up, call, report("teardown", "failed")) == ("fail", "a", "why")
    assert run("a", report("setup", "failed"), down) == ("fail", "a", "why")
    assert run("a", report("setup", "skipped"), down)[0] == "skip"
    assert run("a", up, report("call", "skipped", wasxfail="x"), down)[0] == "pass"
    assert run("a", up, down)[0] == "fail"


def test_what_is_done_is_taken_from_the_list() -> None:
    seen, said = witness(done=("a",))
    items = [item("a"), item("b[1]")]
    seen.pytest_collection_modifyitems(items)
    assert [one.nodeid for one in items] == ["tests/test_it.py::b[1]"]
    assert [name for _, name, _ in said] == ["a", "b[1]"]


def test_a_test_that_was_never_found_cannot_pass() -> None:
    seen, said = witness()
    seen.pytest_runtest_logstart("tests/test_it.py::x")
    seen.pytest_runtest_logreport(report("call", "passed"))
    seen.pytest_runtest_logfinish("tests/test_it.py::x")
    assert said[-1][0] == "fail"


def test_a_file_that_cannot_be_collected_is_told() -> None:
    seen, said = witness()
    seen.pytest_collectreport(report("collect", "failed"))
    seen.pytest_collectreport(report("collect", "passed"))
    assert said == [("load", "", "why")]
