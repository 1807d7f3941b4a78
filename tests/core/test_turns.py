"""A turn's key says which round, attempt, pass and seat it belongs to."""

import itertools

import pytest

from roundtable.core.turns import Turn, turn_key


def test_a_key_is_round_attempt_iteration_and_seat() -> None:
    assert turn_key("discussion", 1, 3, "Gawain", "speak") == "discussion.1.3.Gawain"


def test_asking_for_the_block_alone_is_a_turn_of_its_own() -> None:
    speech = turn_key("discussion", 1, 3, "Gawain", "speak")
    block = turn_key("discussion", 1, 3, "Gawain", "block")
    assert block == f"{speech}/block"
    assert block.removesuffix("/block") == speech


def test_no_two_turns_share_a_key_even_with_dots_in_names() -> None:
    seats = ("Gawain", "1.Gawain", "Sir 1.1.Gawain", "1")
    keys = [
        turn_key("discussion", attempt, iteration, seat, purpose)
        for attempt, iteration, seat in itertools.product((1, 11), (1, 11), seats)
        for purpose in ("speak", "block")
    ]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("status", "settled"),
    [("open", False), ("done", True), ("failed", True), ("interrupted", False)],
)
def test_a_turn_is_settled_when_it_was_answered_or_failed(status: str, settled: bool) -> None:
    turn = Turn(
        key="discussion.1.1.Gawain",
        seat="Gawain",
        iteration=1,
        purpose="speak",
        ask=1,
        status=status,  # type: ignore[arg-type]
    )
    assert turn.settled is settled
