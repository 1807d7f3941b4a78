"""The builders make what they say."""

import pytest

from roundtable.core.parsing.stance import read_stance
from roundtable.core.stances import FileRequest, Stance
from roundtable.testing.builders import (
    NAMES,
    EmptyWorkspace,
    StoppedClock,
    agreeing,
    block,
    knights,
    seats,
    session_start,
)


def test_a_block_is_readable_as_the_seats_own() -> None:
    stance = read_stance(block("Gawain", 3, 7, "open"), "Gawain", 3)
    assert stance == Stance(consensus_score=7, pending_issues=("open",))


def test_every_seat_gets_its_voice() -> None:
    table = seats()
    assert tuple(seat.name for seat in table) == NAMES
    assert set(knights(agreeing(), table)) == set(NAMES)
    with pytest.raises(KeyError):
        knights(agreeing("Gawain"), table)


def test_a_session_can_be_made_with_other_names() -> None:
    assert [seat.name for seat in session_start("A", "B").seats] == ["A", "B"]


async def test_in_an_empty_workspace_there_is_nothing_to_read() -> None:
    workspace = EmptyWorkspace()
    assert await workspace.context("t", (), 100) == ((), ())
    assert (await workspace.excerpt(FileRequest(path="a"), ("Gawain",))).refused


def test_a_stopped_clock_stands_still() -> None:
    clock = StoppedClock()
    assert (clock.now(), clock.monotonic()) == (clock.now(), clock.monotonic())
