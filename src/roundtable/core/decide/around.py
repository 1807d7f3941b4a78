"""Going around the table: who owes which turn, and in which order turns are asked."""

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from typing import Literal

from roundtable.core.chance import shuffled
from roundtable.core.diagnoses import Diagnosis
from roundtable.core.events import DebateIteration, Purpose
from roundtable.core.stances import FileRequest, Stance
from roundtable.core.state import SessionState
from roundtable.core.steps import PlannedTurn, ReadFiles, Record, Speak, Step
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


def owed_findings(
    state: SessionState,
    iteration: DebateIteration,
    seat: str,
    part: str,
    read: Container[str],
) -> PlannedTurn | None:
    """A seat's findings on a chunk; once more as a block alone when they could not be read."""
    spoken = turn_of(state, iteration, seat, "speak", part)
    if spoken is None or not spoken.settled:
        return owed(state, iteration, seat, "speak", part)
    if spoken.status == "failed" or spoken.key in read:
        return None
    return owed(state, iteration, seat, "block", part)


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


def opened(state: SessionState, number: int, blind: bool = False) -> DebateIteration:
    """A pass around the table: first in order of priority, later shuffled from the round's seed."""
    held = state.round
    assert held is not None
    names = tuple(seat.name for seat in sorted(state.seats, key=lambda seat: seat.priority))
    order = names if number <= 1 else shuffled(names, held.seed, held.round, held.attempt, number)
    return DebateIteration(
        round=held.round, attempt=held.attempt, iteration=number, order=order, blind=blind
    )


def next_pass(state: SessionState, iteration: DebateIteration, blind: bool = False) -> Step:
    """Once more around the table, after the files that were asked for have been read."""
    requests = _unread_requests(state, iteration)
    if requests:
        return ReadFiles(iteration.iteration, requests)
    return Record((opened(state, iteration.iteration + 1, blind),))


def ask_all(state: SessionState, iteration: DebateIteration) -> Speak | None:
    """Whoever has not been heard yet; one after another, or all at once when it is blind."""
    return ask_around(
        iteration.order, iteration.blind, lambda seat: _owed_speech(state, iteration, seat)
    )


def _owed_speech(state: SessionState, iteration: DebateIteration, seat: str) -> PlannedTurn | None:
    """The turn that this seat owes: its speech, then its block alone if that was unreadable."""
    speech = turn_of(state, iteration, seat, "speak")
    if speech is None or not speech.settled:
        return owed(state, iteration, seat, "speak")
    if speech.status == "failed" or _block_of(speech) is not None:
        return None
    return owed(state, iteration, seat, "block")


def _block_of(turn: Turn) -> Stance | Diagnosis | None:
    return turn.stance or turn.diagnosis


@dataclass(frozen=True, slots=True)
class Heard:
    """What came of asking one seat in one iteration: its block, or why there is none."""

    status: Literal["given", "unreadable", "lost"]
    block: Stance | Diagnosis | None = None
    why: str = ""


def heard(state: SessionState, iteration: DebateIteration, seat: str) -> Heard:
    """How a seat stands in this iteration alone: what it said earlier never counts again."""
    speech = turn_of(state, iteration, seat, "speak")
    if speech is None:
        return Heard("lost", why="was lost in an earlier round")
    if speech.status == "failed":
        return Heard("lost", why=f"{speech.error}: {speech.detail}")
    alone = turn_of(state, iteration, seat, "block")
    block = _block_of(speech) or (_block_of(alone) if alone else None)
    if block is not None:
        return Heard("given", block)
    why = alone.detail or alone.unreadable if alone else speech.unreadable
    return Heard("unreadable", why=why or speech.unreadable)


def _unread_requests(
    state: SessionState, iteration: DebateIteration
) -> tuple[tuple[FileRequest, tuple[str, ...]], ...]:
    """The files that seats asked for in this iteration, with who did; none once they are read."""
    if any(read.iteration == iteration.iteration for read in state.files):
        return ()
    wanted: dict[FileRequest, tuple[str, ...]] = {}
    for turn in state.turns.values():
        block = _block_of(turn) if turn.iteration == iteration.iteration else None
        for request in block.file_requests if block else ():
            wanted[request] = (*wanted.get(request, ()), turn.seat)
    return tuple(wanted.items())
