"""Claims: who may close one, by what, and how giving in is told."""

from typing import Any

import pytest

from roundtable.core.ledger import ClaimMoves, Ledger, Raised, Reply
from roundtable.core.verdicts import Ruling

SEAT_OF = {"A": "Gawain", "B": "Lancelot", "C": "Percival"}


def opened(about: str = "B") -> Ledger:
    moves = ClaimMoves(raised=(Raised(about=about, claim="it loses cents", evidence="100 / 3"),))
    return Ledger().moved("Gawain", 1, moves, SEAT_OF)


def replied(ledger: Ledger, seat: str, **moves: Any) -> Ledger:
    return ledger.moved(seat, 2, ClaimMoves(**moves), SEAT_OF)


def test_claims_are_numbered_in_the_order_in_which_they_are_raised() -> None:
    twice = ClaimMoves(raised=(Raised(claim="one"), Raised(claim="two")))
    ledger = Ledger().moved("Gawain", 1, twice, SEAT_OF).moved("Lancelot", 1, twice, SEAT_OF)
    assert [(c.id, c.by) for c in ledger.claims] == [
        ("C1", "Gawain"),
        ("C2", "Gawain"),
        ("C3", "Lancelot"),
        ("C4", "Lancelot"),
    ]


def test_an_answer_does_not_close_a_claim() -> None:
    ledger = replied(opened(), "Lancelot", answered=(Reply(claim="c1", text="it does not"),))
    assert ledger.claims[0].status == "answered"
    assert ledger.open == ledger.claims


def test_the_one_it_concerns_can_grant_it() -> None:
    ledger = replied(opened(), "Lancelot", conceded=(Reply(claim="C1", evidence="the test"),))
    claim = ledger.claims[0]
    assert (claim.status, claim.closed_by, claim.upheld) == ("conceded", "Lancelot", True)
    assert not claim.yielded_without_evidence


def test_its_raiser_can_take_it_back() -> None:
    ledger = replied(opened(), "Gawain", conceded=(Reply(claim="C1", evidence="I misread"),))
    assert (ledger.claims[0].status, ledger.claims[0].upheld) == ("conceded", False)


def test_a_third_seat_cannot_close_what_does_not_concern_it() -> None:
    ledger = replied(opened("B's split"), "Percival", conceded=(Reply(claim="C1"),))
    assert ledger.claims[0].status == "answered"


def test_a_claim_about_nobodys_work_concerns_everybody() -> None:
    ledger = replied(opened("the scope"), "Percival", conceded=(Reply(claim="C1", evidence="x"),))
    assert ledger.claims[0].status == "conceded"


def test_giving_in_without_evidence_is_told_apart() -> None:
    ledger = replied(opened(), "Lancelot", conceded=(Reply(claim="C1"),))
    assert ledger.claims[0].yielded_without_evidence


def test_the_judge_settles_by_evidence_and_says_who_prevails() -> None:
    ruling = Ruling(claim="C1", status="settled", by="A", evidence="the test fails on B")
    claim = opened().ruled((ruling,), SEAT_OF).claims[0]
    assert (claim.status, claim.closed_by, claim.upheld) == ("settled", "judge", True)


def test_a_ruling_without_evidence_settles_nothing() -> None:
    ruling = Ruling(claim="C1", status="settled", by="A", evidence=" ")
    assert opened().ruled((ruling,), SEAT_OF).open


def test_a_ruling_against_the_raiser_is_not_a_win() -> None:
    ruling = Ruling(claim="C1", status="settled", by="B", evidence="the sum is right")
    assert opened().ruled((ruling,), SEAT_OF).claims[0].upheld is False


def test_a_closed_claim_stays_as_it_was_closed() -> None:
    ledger = replied(opened(), "Lancelot", conceded=(Reply(claim="C1", evidence="the test"),))
    again = replied(ledger, "Gawain", answered=(Reply(claim="C1", text="no"),))
    assert again == ledger


def test_a_reply_to_a_claim_that_is_not_there_changes_nothing() -> None:
    assert replied(opened(), "Lancelot", answered=(Reply(claim="C9"),)) == opened()


@pytest.mark.parametrize(
    ("judge", "by", "status"),
    [
        ("Percival", "A", "settled"),
        ("Percival", "B", "settled"),
        ("Gawain", "A", "open"),
        ("Gawain", "", "open"),
        ("Gawain", "B", "settled"),
        ("Lancelot", "B", "open"),
        ("Lancelot", "", "open"),
        ("Lancelot", "A", "settled"),
    ],
)
def test_nobody_wins_a_dispute_by_its_own_ruling(judge: str, by: str, status: str) -> None:
    ruling = Ruling(claim="C1", status="settled", by=by, evidence="I have seen it")
    assert opened().ruled((ruling,), SEAT_OF, judge).claims[0].status == status
