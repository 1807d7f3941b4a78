"""What a session's state tells of itself."""

import pytest

from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.errors import LogDamaged
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import session_start


def started(**fields: object) -> SessionState:
    stamp = {"session": "s", "seq": 1, **fields}
    return fold([session_start("Gawain", "Lancelot").model_copy(update=stamp)])


def test_a_rehearsal_is_a_table_with_a_scripted_knight() -> None:
    models = tuple(seat.model_copy(update={"adapter": "claude-cli"}) for seat in started().seats)
    assert started().rehearsal
    assert not started(seats=models).rehearsal
    assert started().named(["Lancelot"]) == "Lancelot (scripted rehearsal)"


def test_a_seat_that_the_session_does_not_have_is_damage() -> None:
    with pytest.raises(LogDamaged, match="Mordred"):
        started().named(("Mordred",))


def test_rounds_without_an_agenda_are_damage() -> None:
    with pytest.raises(LogDamaged, match="no agenda"):
        _ = started().agenda


def test_a_session_is_at_work_while_a_turn_is_open() -> None:
    turn = e.AgentStart(
        turn_key="discussion.1.1.Gawain",
        seat="Gawain",
        iteration=1,
        purpose="speak",
        adapter="scripted",
        reserved=Usage(),
    )
    broken = e.AgentInterrupted(turn_key=turn.turn_key, seat="Gawain", cause="pause")
    state = started()
    assert not state.at_work
    assert fold([turn], state).at_work
    assert not fold([turn, broken], state).at_work
