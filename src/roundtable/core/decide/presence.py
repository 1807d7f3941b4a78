"""Who took part in a round, and who gave no answer at some point of it."""

from roundtable.core.rounds import RoundState
from roundtable.core.state import SessionState
from roundtable.core.turns import Turn


def turns_of(state: SessionState, round_: RoundState) -> tuple[Turn, ...]:
    """Every turn of the round, in the order of asking."""
    return tuple(t for t in state.turns.values() if t.key.startswith(f"{round_.name}."))


def answered(state: SessionState, round_: RoundState) -> tuple[str, ...]:
    """The seats that spoke in the round."""
    spoke = {t.seat for t in turns_of(state, round_) if t.purpose == "speak" and t.status == "done"}
    return tuple(seat.name for seat in state.seats if seat.name in spoke)


def silent(state: SessionState, round_: RoundState) -> tuple[str, ...]:
    """The seats that were asked to speak and did not, or were lost before they could be asked."""
    speeches = [t for t in turns_of(state, round_) if t.purpose == "speak"]
    if not speeches:
        return ()
    failed = {t.seat for t in speeches if t.status == "failed"}
    spoke = answered(state, round_)
    return tuple(seat.name for seat in state.seats if seat.name in failed or seat.name not in spoke)
