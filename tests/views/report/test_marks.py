"""Seats are told apart by colour and by shape, and by nobody's colour alone."""

from roundtable.core.provenance import DEVELOPER
from roundtable.core.state import fold
from roundtable.testing.builders import session_start
from roundtable.views.report.marks import COLOURS, SHAPES, all_scripted, marker
from tests.views.report.sessions import numbered

NAMES = [f"Knight {n}" for n in range(26)]


def test_no_two_seats_share_both_colour_and_shape() -> None:
    mark = marker(fold(numbered(session_start(*NAMES))))
    marks = [mark(name) for name in NAMES]
    assert len({(m.colour, m.shape) for m in marks}) == len(NAMES)
    assert {m.colour for m in marks} == set(range(1, COLOURS + 1))
    assert len(set(SHAPES)) == len(SHAPES)


def test_a_stranger_has_a_mark_of_his_own() -> None:
    mark = marker(fold(numbered(session_start("Gawain", "Lancelot"))))
    stranger = mark("Mordred")
    assert (stranger.name, stranger.css, stranger.scripted) == ("Mordred", "s0", False)
    assert mark("Gawain").css == "s1"
    assert mark("Gawain").scripted


def test_nobody_is_not_everybody() -> None:
    mark = marker(fold(numbered(session_start("Gawain", "Lancelot"))))
    assert all_scripted([mark("Gawain"), mark("Lancelot")])
    assert not all_scripted([mark("Gawain"), mark("Mordred")])
    assert not all_scripted([])


def test_the_developer_has_a_mark_that_says_so() -> None:
    mark = marker(fold(numbered(session_start("Gawain", "Lancelot"))))(DEVELOPER)
    assert (mark.name, mark.css, mark.scripted) == ("the developer", "s0", False)
