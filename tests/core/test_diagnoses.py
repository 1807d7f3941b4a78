"""Who was heard in a round, and what its passes are called."""

import pytest

from roundtable.core.diagnoses import Consultation, Opinion, pass_name


@pytest.mark.parametrize(
    ("number", "name"), [(0, "the triage"), (1, "the blind round"), (2, "round 2"), (9, "round 9")]
)
def test_a_pass_has_a_name(number: int, name: str) -> None:
    assert pass_name(number) == name


def test_who_answered_and_who_did_not_are_told_apart() -> None:
    opinions = (
        Opinion(seat="A", status="given", key="cache-race", confidence=9),
        Opinion(seat="B", status="unreadable", why="no block"),
        Opinion(seat="C", status="lost", why="timed_out"),
    )
    found = Consultation(verdict="too_few", opinions=opinions)
    assert found.answered == ("A",)
    assert found.silent == ("B", "C")
