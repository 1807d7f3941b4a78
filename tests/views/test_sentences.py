"""What people are told about votes and outcomes: who was counted, and who was not."""

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.core import events as e
from roundtable.core.errors import ErrorKind
from roundtable.core.stances import Ballot, Tally
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import NAMES, block, session_start
from roundtable.testing.store_suite import stamped
from roundtable.views.sentences import (
    FATES,
    OUTCOMES,
    ballot_line,
    error_line,
    outcome_line,
    prose,
    verdict_line,
)

LABEL = "(scripted rehearsal)"


def voted(seat: str, score: int, *issues: str) -> Ballot:
    return Ballot(seat=seat, status="voted", score=score, pending_issues=issues)


def absent(seat: str) -> Ballot:
    return Ballot(seat=seat, status="lost", why="timed_out: too slow")


def after(*events: e.Event) -> SessionState:
    return fold(stamped("s", 1, session_start(), *events))


def test_a_vote_is_told_with_its_score_and_open_issues() -> None:
    assert ballot_line(voted("Gawain", 0), "Gawain*") == "Gawain*: 0/10, open issues: none"
    told = ballot_line(voted("Gawain", 8, "the cost", "the tests"), "Gawain*")
    assert told == "Gawain*: 8/10, open issues: the cost; the tests"


def test_who_did_not_vote_is_told_with_the_reason() -> None:
    unreadable = Ballot(seat="Gawain", status="unreadable", why="no block")
    assert ballot_line(unreadable, "G") == "G: no readable block (no block)"
    assert ballot_line(absent("Gawain"), "G") == "G: did not answer (timed_out: too slow)"


@pytest.mark.parametrize(
    ("verdict", "words"),
    [("consensus", "consensus among"), ("rejection", "unanimous rejection by")],
)
def test_an_agreement_names_who_agreed_and_who_was_missing(verdict: str, words: str) -> None:
    ballots = (voted("Gawain", 9), voted("Lancelot", 9), absent("Percival"))
    tally = Tally(verdict=verdict, ballots=ballots)  # type: ignore[arg-type]
    assert verdict_line(tally, after()) == (
        f"{words} Gawain, Lancelot {LABEL}; no vote from Percival {LABEL}"
    )


def test_a_full_table_has_nobody_missing() -> None:
    tally = Tally(verdict="consensus", ballots=tuple(voted(name, 9) for name in NAMES))
    assert verdict_line(tally, after()) == f"consensus among Gawain, Lancelot, Percival {LABEL}"


def test_an_open_vote_says_what_is_in_the_way() -> None:
    ballots = (voted("Gawain", 9, "one", "two"), voted("Lancelot", 0), absent("Percival"))
    assert verdict_line(Tally(verdict="open", ballots=ballots), after()) == (
        f"still open: 1 knight below 9, 2 open issues; no vote from Percival {LABEL}"
    )


def test_one_alone_is_never_told_as_an_agreement() -> None:
    ballots = (voted("Gawain", 10), absent("Lancelot"), absent("Percival"))
    told = verdict_line(Tally(verdict="too_few", ballots=ballots), after())
    assert told.startswith(f"no vote: only Gawain {LABEL}")
    assert "consensus" not in told


def test_an_outcome_names_who_answered() -> None:
    assert outcome_line(after()) == "not ended"
    full = e.SessionEnd(outcome="consensus", answered=("Gawain", "Lancelot"))
    assert outcome_line(after(full)) == f"consensus (answered: Gawain, Lancelot {LABEL})"
    partly = e.SessionEnd(outcome="rejection", answered=("Gawain",), silent=("Percival",))
    assert outcome_line(after(partly)) == (
        f"unanimous rejection (answered: Gawain {LABEL}; no vote from Percival {LABEL})"
    )
    nobody = e.SessionEnd(outcome="stopped", silent=NAMES)
    assert outcome_line(after(nobody)) == "stopped without a decision"


def test_every_outcome_and_every_fate_has_words_of_its_own() -> None:
    assert set(OUTCOMES) == set(get_args(e.OutcomeName))
    assert set(FATES) == set(get_args(e.DecreeKind))
    assert len(set(OUTCOMES.values())) == len(OUTCOMES)
    assert len(set(FATES.values())) == len(FATES)


def test_the_words_of_a_turn_are_shown_without_the_block_that_ends_it() -> None:
    assert prose(f"I agree.\n\nMostly.\n\n{block('Gawain', 1, 9)}\n") == "I agree.\n\nMostly."


def test_a_turn_of_a_block_alone_says_so() -> None:
    assert prose(block("Gawain", 1, 9)) == "(nothing but a block)"
    assert prose(" \n ") == "(nothing but a block)"


def test_code_and_a_block_in_the_middle_of_the_words_stay() -> None:
    code = "Do this:\n\n```python\nx = {1: 2}\n```"
    assert prose(code) == code
    middle = f"First.\n\n{block('Gawain', 1, 9)}\n\nAnd last."
    assert prose(middle) == middle


@settings(deadline=None)
@given(st.text(st.sampled_from("\x1b\x9b\r\x07\u202e\u2066[2Jm`json{}\n a")))
def test_no_control_character_of_a_model_is_left_in_its_words(text: str) -> None:
    assert not set("\x1b\x9b\r\x07\u202e\u2066") & set(prose(text))
    assert prose(text)


def test_a_quota_says_when_it_is_filled_again() -> None:
    error = e.AgentError(
        turn_key="k",
        seat="Gawain",
        kind=ErrorKind.OUT_OF_QUOTA,
        detail="used up",
        retry_after=7300,
        seconds=1,
        active_seconds=1,
    )
    assert error_line(error) == "did not answer: out_of_quota: used up; again in 2h01m"
    assert "again" not in error_line(error.model_copy(update={"retry_after": None}))
