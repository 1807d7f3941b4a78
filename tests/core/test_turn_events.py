"""A turn is started once an ask and ends once."""

from roundtable.core.budget import Usage
from roundtable.core.turn_events import AgentEnd, AgentStart, Token

KEY, SEAT = "development.1.2.Gawain/fix/3", "Gawain"


def started(ask: int) -> AgentStart:
    return AgentStart(
        turn_key=KEY,
        seat=SEAT,
        ask=ask,
        iteration=2,
        purpose="fix",
        adapter="scripted",
        reserved=Usage(),
    )


def test_a_start_is_unique_for_its_ask_and_an_end_for_its_turn() -> None:
    assert started(1).once == started(1).once
    assert started(1).once != started(2).once
    end = AgentEnd(
        turn_key=KEY, seat=SEAT, ask=2, text="x", usage=Usage(), seconds=0, active_seconds=0
    )
    assert end.once == f"end {KEY}"


def test_a_token_may_come_again() -> None:
    assert Token(turn_key=KEY, seat=SEAT, text="a").once is None
