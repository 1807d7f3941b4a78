"""Going around the table: who owes which turn, and in which order turns are asked."""

from collections.abc import Callable, Iterable

from roundtable.core.events import DebateIteration, Purpose
from roundtable.core.state import SessionState
from roundtable.core.steps import PlannedTurn, Speak
from roundtable.core.turns import Turn, turn_key

Owes = Callable[[str], PlannedTurn | None]
"""The turn that a seat owes now, if any."""


def owed(
    state: SessionState, iteration: DebateIteration, seat: str, purpose: Purpose, part: str = ""
) -> PlannedTurn | None:
    """A turn that is not settled yet; a seat that was lost before it was asked owes nothing."""
    earlier = turn_of(state, iteration, seat, purpose, part)
    if earlier is None and seat in state.lost:
        return None
    if earlier and earlier.settled:
        return None
    return PlannedTurn(
        key=turn_key(iteration.round, iteration.attempt, iteration.iteration, seat, purpose, part),
        seat=seat,
        iteration=iteration.iteration,
        purpose=purpose,
        ask=earlier.ask + 1 if earlier else 1,
        part=part,
    )


def turn_of(
    state: SessionState, iteration: DebateIteration, seat: str, purpose: Purpose, part: str = ""
) -> Turn | None:
    key = turn_key(iteration.round, iteration.attempt, iteration.iteration, seat, purpose, part)
    return state.turns.get(key)


def ask_around(order: Iterable[str], blind: bool, owes: Owes) -> Speak | None:
    """Ask who is due: one after another, or all at once when nobody shall see another."""
    due: list[PlannedTurn] = []
    for seat in order:
        turn = owes(seat)
        if turn is None:
            continue
        if not blind:
            return Speak((turn,))
        due.append(turn)
    return Speak(tuple(due)) if due else None
