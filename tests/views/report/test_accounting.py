"""The account of the page: rows in the order of the session, and sums that add up."""

from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.state import fold
from roundtable.core.turns import turn_key
from roundtable.testing.builders import session_start
from roundtable.views.report.accounting import account_of
from tests.views.report import sessions
from tests.views.report.sessions import begun, ended, numbered


def test_every_attempt_has_its_row_in_the_order_of_holding() -> None:
    told = account_of(fold(sessions.built()))
    assert [(row.label, row.counts) for row in told.rounds] == [
        ("requirements", True),
        ("development", False),
        ("development, attempt 2", True),
        ("review", True),
    ]
    assert told.built


def test_the_rounds_of_a_discussion_are_its_iterations() -> None:
    told = account_of(fold(sessions.discussed()))
    assert [(row.label, row.turns) for row in told.rounds] == [("round 1", 2), ("round 2", 3)]
    assert not told.built


def test_rounds_and_seats_add_up_to_what_was_spent() -> None:
    for log in (sessions.built(), sessions.discussed(), sessions.reviewed()):
        told = account_of(fold(log))
        assert sum((row.used for row in told.rounds), Usage()) == told.account.spent
        assert sum((seat.used for seat in told.account.seats), Usage()) == told.account.spent


def test_questions_to_the_judge_have_a_row_of_their_own() -> None:
    log = numbered(
        session_start("Gawain", "Lancelot"),
        e.ChatAsked(number=1, question="Why?"),
        begun("Gawain", "chat", name="chat"),
        ended("Gawain", "So.", "chat", "chat"),
    )
    (row,) = account_of(fold(log)).rounds
    assert (row.label, row.turns, row.seconds) == ("questions to the judge", 1, 61)


def test_asks_that_broke_off_are_counted() -> None:
    key = turn_key("discussion", 1, 1, "Gawain", "speak")
    broken = e.AgentInterrupted(turn_key=key, seat="Gawain", cause="crash")
    log = numbered(session_start("Gawain"), begun("Gawain"), broken, begun("Gawain", ask=2), broken)
    assert account_of(fold(log)).broke_off == 2
    assert account_of(fold(sessions.built())).broke_off == 0
