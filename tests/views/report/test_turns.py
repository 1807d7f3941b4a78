"""A turn's card: what it says at a glance, and what it did to the ledger."""

from roundtable.core import events as e
from roundtable.core.errors import ErrorKind
from roundtable.core.ledger import Claim, ClaimMoves, Ledger, Raised, Reply
from roundtable.views.report.turns import LONG, Move, TurnCard, moves_of, said
from tests.views.report.sessions import begun, ended


def test_a_long_text_has_its_first_words_for_the_fold() -> None:
    told = said("# **Plan**\n\n" + "word " * LONG)
    assert (told.long, told.lede, told.words) == (True, "Plan", LONG + 2)


def test_code_that_is_folded_by_itself_does_not_fold_the_turn() -> None:
    told = said("Short.\n\n```python\n" + "x = 1\n" * LONG + "```")
    assert (told.long, told.lede) == (False, "Short.")


def test_a_text_of_code_alone_has_no_first_words() -> None:
    assert said("```\nx\n```").lede == ""


def test_moves_are_numbered_on_from_the_ledger() -> None:
    before = Ledger((Claim("C1", "Gawain", 1, "", "old", ""),))
    moves = ClaimMoves(
        raised=(Raised(about="B", claim="slow"), Raised(claim="wrong", evidence="a test")),
        answered=(Reply(claim="C1", text="no", evidence="see x"),),
        conceded=(Reply(claim="C1"), Reply(claim="C1", evidence="a proof")),
        ignored=("C9 is not there",),
    )
    assert moves_of(moves, before, {"B": "Lancelot"}) == [
        Move("contests", "C2", "slow", about="B", whom="Lancelot"),
        Move("contests", "C3", "wrong", "a test"),
        Move("answers", "C1", "no", "see x"),
        Move("concedes", "C1", "", bare=True),
        Move("concedes", "C1", "", "a proof"),
        Move("ignored", "", "C9 is not there"),
    ]


def test_a_card_knows_its_words_its_role_and_its_adapter() -> None:
    card = TurnCard("t1", begun("Gawain", "judge"))
    assert (card.text, card.role, card.adapter, card.waits) == ("", "judges", "scripted", True)
    card.end = ended("Gawain", "Words.", "judge")
    card.troubles.append(
        e.Fallback(
            turn_key=card.start.turn_key,
            seat="Gawain",
            adapter="scripted",
            to="claude-cli",
            kind=ErrorKind.TIMED_OUT,
            detail="",
        )
    )
    assert (card.text, card.adapter, card.waits) == ("Words.", "claude-cli", False)
    assert TurnCard("t2", begun("Gawain")).role == ""
    assert TurnCard("t3", begun("Gawain", "fix"), "total (a.py)").role == "rewrites total (a.py)"
