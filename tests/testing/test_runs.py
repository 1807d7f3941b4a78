"""Runs in a few words fold to what they say."""

import pytest

from roundtable.core.running import Demand
from roundtable.core.state import fold
from roundtable.core.steps import Execute
from roundtable.testing.builders import build_start
from roundtable.testing.runs import a_run, begun, by_turns, came, number_of, refused

START = fold([build_start("execution")])
STEP = Execute("execution", 1, Demand())


@pytest.mark.parametrize(
    ("outcome", "good"), [("succeeded", True), ("served", True), ("build_failed", False)]
)
def test_a_run_is_whole_from_start_to_end(outcome: str, good: bool) -> None:
    (run,) = fold(a_run(START, outcome), START).runs  # type: ignore[arg-type]
    assert run.start is not None
    assert run.done is not None
    assert run.good is good
    assert run.written > 0


def test_runs_are_numbered_on() -> None:
    state = fold(a_run(START, "failed"), START)
    assert number_of(state) == 2
    assert begun(state).run == 2


def test_what_comes_of_a_rounds_run_names_the_round() -> None:
    (run,) = fold(came("failed")(STEP, START), START).runs
    assert run.start is not None
    assert (run.start.round, run.start.attempt) == ("execution", 1)


def test_a_refusal_names_its_places_and_begins_nothing() -> None:
    (run,) = fold(refused()(STEP, START), START).runs
    assert run.start is None
    assert run.error is not None
    assert {refusal.path for refusal in run.error.refusals} == {"compose.yaml"}


def test_one_comes_after_the_other_and_the_last_goes_on() -> None:
    run = by_turns(refused(), came("failed"))
    kinds = [run(STEP, START)[-1].type for _ in range(3)]
    assert kinds == ["exec_error", "exec_done", "exec_done"]
