"""A planned turn signs every event that comes of it in the same way."""

from roundtable.core.events import StanceUnreadable
from roundtable.core.steps import PlannedTurn


def test_an_event_with_the_turns_stamp_belongs_to_that_ask_of_it() -> None:
    turn = PlannedTurn("discussion.1.2.Gawain/block", "Gawain", 2, "block", 3)
    event = StanceUnreadable(**turn.stamp, iteration=2, reason="no block", final=True)
    assert (event.turn_key, event.seat, event.ask) == (turn.key, "Gawain", 3)
