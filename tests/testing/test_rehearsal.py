"""A policy can be played without a world."""

import pytest

from roundtable.core import events as e
from roundtable.core.commands import Choose
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import block, session_start
from roundtable.testing.rehearsal import go_on, play


def test_the_log_is_numbered_without_a_gap_and_ends_where_the_king_is_asked() -> None:
    log = play(session_start(), lambda t: block(t.seat, t.iteration, 9))
    assert [event.seq for event in log] == list(range(1, len(log) + 1))
    assert isinstance(log[-1], e.ChoiceOffered)


def test_a_king_who_answers_brings_it_to_its_end() -> None:
    log = play(session_start(), lambda t: block(t.seat, t.iteration, 9), lambda _: Choose("self"))
    assert isinstance(log[-1], e.SessionEnd)


def test_a_seat_that_fails_is_recorded_with_its_kind() -> None:
    def answer(turn: PlannedTurn) -> str:
        if turn.seat == "Gawain":
            raise KnightError(ErrorKind.REFUSED, "no")
        return block(turn.seat, turn.iteration, 9)

    log = play(session_start(), answer)
    assert [x.kind for x in log if isinstance(x, e.AgentError)] == [ErrorKind.REFUSED]


def test_a_game_without_end_is_told() -> None:
    with pytest.raises(AssertionError, match="end"):
        play(
            session_start(),
            lambda t: block(t.seat, t.iteration, 5),
            lambda _: Choose("send_back", rounds=1000),
        )


def test_a_session_goes_on_from_where_its_log_was_cut() -> None:
    whole = play(session_start(), lambda t: block(t.seat, t.iteration, 9))
    cut = whole[: len(whole) // 2]
    log = go_on(cut, lambda t: block(t.seat, t.iteration, 9))
    assert log[: len(cut)] == cut
    assert isinstance(log[-1], e.ChoiceOffered)
