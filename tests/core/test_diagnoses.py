"""Who gave a diagnosis is counted by what could be read, not by who sat there."""

from roundtable.core.diagnoses import Consultation, Opinion


def test_only_a_given_opinion_counts_as_an_answer() -> None:
    held = Consultation(
        verdict="too_few",
        opinions=(
            Opinion(seat="Gawain", status="given", key="a-key", confidence=9),
            Opinion(seat="Kay", status="unreadable", why="no block"),
            Opinion(seat="Bors", status="lost", why="overloaded"),
        ),
    )
    assert held.answered == ("Gawain",)
    assert held.silent == ("Kay", "Bors")
