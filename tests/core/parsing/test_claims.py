"""What a turn does to the ledger, however it is written."""

import json

from hypothesis import given
from hypothesis import strategies as st

from roundtable.core.ledger import ClaimMoves
from roundtable.core.parsing.claims import read_claims


def block(**fields: object) -> str:
    return f"Words.\n\n```json\n{json.dumps(fields)}\n```\n"


def test_a_turn_without_a_block_moves_nothing() -> None:
    assert read_claims("I agree with all of it.", "Gawain", ()) == ClaimMoves()


def test_raised_answered_and_conceded_are_read() -> None:
    text = block(
        agent="Gawain",
        raises=[{"about": "B", "claim": "slow", "evidence": "measured"}],
        answers=[{"claim": "c1", "answer": "no", "evidence": "the test"}],
        concedes=[{"claim": "C2"}],
    )
    moves = read_claims(text, "Gawain", ["C1", "C2"])
    assert [(r.about, r.claim, r.evidence) for r in moves.raised] == [("B", "slow", "measured")]
    assert [(a.claim, a.text) for a in moves.answered] == [("C1", "no")]
    assert [(c.claim, c.evidence) for c in moves.conceded] == [("C2", "")]
    assert moves.ignored == ()


def test_plain_texts_stand_for_claims_without_evidence() -> None:
    moves = read_claims(block(agent="Gawain", raises=["too slow"]), "Gawain", ())
    assert [(r.claim, r.evidence) for r in moves.raised] == [("too slow", "")]


def test_anothers_block_is_not_ones_own() -> None:
    assert read_claims(block(agent="Lancelot", raises=["x"]), "Gawain", ()) == ClaimMoves()


def test_a_claim_that_is_not_on_the_ledger_is_named_as_ignored() -> None:
    moves = read_claims(block(raises=[], concedes=[{"claim": "C7"}]), "Gawain", ["C1"])
    assert moves.conceded == ()
    assert "C7" in moves.ignored[0]


def test_a_block_that_cannot_be_read_is_told_and_moves_nothing() -> None:
    moves = read_claims('```json\n{"raises": [}\n```', "Gawain", ())
    assert moves.raised == ()
    assert "could not be read" in moves.ignored[0]


def test_more_claims_than_a_table_can_weigh_are_cut_and_told() -> None:
    moves = read_claims(block(raises=[f"claim {n}" for n in range(30)]), "Gawain", ())
    assert len(moves.raised) == 12
    assert "beyond the first" in moves.ignored[0]


def test_wrong_shapes_are_told() -> None:
    moves = read_claims(block(raises="all of it", answers=[3, {}]), "Gawain", ())
    assert len(moves.ignored) == 2


@given(st.text(max_size=300))
def test_no_text_breaks_the_reader(text: str) -> None:
    read_claims(f'{text}\n```json\n{{"raises": [{text!r}]}}\n```', "Gawain", ("C1",))
