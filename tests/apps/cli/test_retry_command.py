"""`roundtable retry`: a round held anew, its history kept."""

from collections.abc import Callable
from pathlib import Path

from roundtable.core import events as e

Run = Callable[..., tuple[int, str, str]]
Events = Callable[[str], list[e.Event]]


def test_an_earlier_round_of_a_finished_build_is_held_anew(
    building: Path, run: Run, events: Events
) -> None:
    run("build", "A cart", "--preset", "full", "--yes", "--seed", "3")
    code, out, _ = run("retry", "development", "--instruct", "no loops", "--yes")
    assert code == 0
    assert "The round development is held anew: no loops" in out
    log = events(run("show", "--json")[1])
    opened = [(x.round, x.attempt) for x in log if isinstance(x, e.RoundStart)]
    assert opened[-3:] == [("development", 2), ("review", 2), ("qa", 2)]
    assert isinstance(log[-1], e.SessionEnd)
    assert run("chronicle")[1].count("## ") == 1


def test_a_round_that_was_not_held_cannot_be_held_anew(building: Path, run: Run) -> None:
    run("build", "A cart", "--preset", "spec", "--yes", "--seed", "3")
    code, _, err = run("retry", "devops")
    assert code == 8
    assert "requirements, architecture" in err


def test_a_discussion_has_no_rounds_to_hold_anew(decided: Path, run: Run) -> None:
    code, _, err = run("retry", "development")
    assert code == 8
    assert "is a discussion" in err


def test_a_round_is_known_whatever_its_case(building: Path, run: Run) -> None:
    run("build", "A cart", "--preset", "spec", "--yes", "--seed", "3")
    assert run("retry", "Architecture", "--yes")[0] == 0
