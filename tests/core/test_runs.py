"""Runs are folded one by one; what has ended stays as it is."""

import pytest

from roundtable.core import events as e
from roundtable.core.running import Address, Demand, TestResults
from roundtable.core.runs import RunState, digest, ran

START = e.ExecStart(run=1, engine="docker 27", demand=Demand(), files="")
ADDRESS = Address(service="app", port=80, url="http://127.0.0.1:4915")
DONE = e.ExecDone(run=1, outcome="succeeded", seconds=1)


def folded(
    *events: e.ExecStart | e.ExecOutput | e.ExecReady | e.ExecDone | e.ExecError,
) -> tuple[RunState, ...]:
    runs: tuple[RunState, ...] = ()
    for event in events:
        runs = ran(runs, event)
    return runs


def wrote(text: str, run: int = 1) -> e.ExecOutput:
    return e.ExecOutput(run=run, service="app", stream="stdout", text=text, written="")


def test_a_run_begins_writes_is_up_and_ends() -> None:
    (run,) = folded(START, wrote("ab"), wrote("ç🛒"))
    assert run.open
    assert run.written == 4
    (run,) = folded(START, e.ExecReady(run=1, addresses=(ADDRESS,)))
    assert run.addresses == (ADDRESS,)
    (run,) = folded(START, e.ExecReady(run=1, addresses=(ADDRESS,)), DONE)
    assert not run.open
    assert run.addresses == ()
    assert run.good


def test_a_run_can_come_to_nothing_before_it_begins() -> None:
    (run,) = folded(e.ExecError(run=1, kind="no_engine", reason="none"))
    assert run.start is None
    assert not run.open
    assert not run.good


def test_what_comes_after_the_end_changes_nothing() -> None:
    ended = folded(START, DONE)
    assert ran(ended, wrote("late")) is ended
    assert ran(ended, e.ExecError(run=1, kind="broken_off", reason="")) is ended


def test_a_late_word_of_an_earlier_run_makes_no_new_one() -> None:
    two = folded(START, DONE, START.model_copy(update={"run": 2}))
    assert ran(two, wrote("late", run=1)) is two
    assert [run.number for run in ran(two, wrote("now", run=2))] == [1, 2]


def test_an_earlier_run_that_was_left_open_can_be_closed() -> None:
    two = folded(START, START.model_copy(update={"run": 2}))
    closed = ran(two, e.ExecError(run=1, kind="broken_off", reason="gone"))
    assert [run.open for run in closed] == [False, True]


@pytest.mark.parametrize(
    ("outcome", "failed", "good"),
    [("succeeded", 0, True), ("served", 0, True), ("succeeded", 1, False), ("failed", 0, False)],
)
def test_a_run_is_good_by_its_outcome_and_its_tests(outcome: str, failed: int, good: bool) -> None:
    tests = (TestResults(runner="pytest", passed=1, failed=failed),)
    done = DONE.model_copy(update={"outcome": outcome, "tests": tests})
    assert folded(START, done)[0].good is good


def test_the_digest_tells_files_apart_by_path_text_and_kind() -> None:
    def of(**files: str) -> str:
        return digest({path: e.ProjectFile(path=path, text=text) for path, text in files.items()})

    assert of(a="1", b="2") == of(b="2", a="1")
    assert len({of(a="1"), of(b="1"), of(a="2"), of(a="1", b=""), of(), of(a1="")}) == 6
    binary = e.ProjectFile(path="a", text="1", binary=True)
    assert digest({"a": binary}) != of(a="1")
    assert of(a="\ud800") != of(a="?")
