"""The policy of `discuss`: speak in turn, vote, read, repeat, until the table or the King decides.

It draws no random number, reads no clock and performs nothing. What it draws from the session's
seed is written into the event that opens the iteration, and from then on only read.
"""

from roundtable.core import events as e
from roundtable.core.chance import shuffled
from roundtable.core.decide import court
from roundtable.core.decide.around import ask_around, owed, turn_of
from roundtable.core.seats import Seat
from roundtable.core.stances import Ballot, FileRequest, count
from roundtable.core.state import SessionState
from roundtable.core.steps import (
    AskHuman,
    BuildContext,
    Finish,
    PlannedTurn,
    ReadFiles,
    Record,
    Step,
)

ROUND = "discussion"


def decide(state: SessionState) -> Step:
    """What has to happen next."""
    if state.ended:
        return Finish(state.ended)
    if state.question:
        return AskHuman(state.question)
    if state.context is None:
        return BuildContext()
    if state.round is None:
        return Record((e.RoundStart(round=ROUND, attempt=1, seed=state.opening.seed),))
    if state.iteration is None:
        return Record((_open_iteration(state, 1),))
    if len(state.tallies) < len(state.iterations):
        return _in_iteration(state, state.iteration)
    return _between_iterations(state, state.iteration)


def _open_iteration(state: SessionState, number: int) -> e.DebateIteration:
    """Opening in order of priority, later ones shuffled from the round's seed."""
    opened = state.round
    assert opened is not None
    by_priority = sorted(state.seats, key=lambda seat: seat.priority)
    names = tuple(seat.name for seat in by_priority)
    order = names if number == 1 else shuffled(names, opened.seed, ROUND, opened.attempt, number)
    return e.DebateIteration(
        round=opened.round,
        attempt=opened.attempt,
        iteration=number,
        order=order,
        blind=number == 1 and state.rules.blind,
    )


def _in_iteration(state: SessionState, iteration: e.DebateIteration) -> Step:
    """Ask who is due: one after another, or all at once when the opening is blind."""
    asking = ask_around(iteration.order, iteration.blind, lambda name: _due(state, iteration, name))
    if asking:
        return asking
    ballots = tuple(_ballot(state, iteration, seat) for seat in state.seats)
    tally = count(ballots, state.rules.consensus_threshold)
    return Record((e.IterationEnd(iteration=iteration.iteration, tally=tally),))


def _due(state: SessionState, iteration: e.DebateIteration, seat: str) -> PlannedTurn | None:
    """The turn that this seat owes: its speech, then its block alone if that was unreadable."""
    speech = turn_of(state, iteration, seat, "speak")
    if speech is None or not speech.settled:
        return owed(state, iteration, seat, "speak")
    if speech.status == "failed" or speech.stance is not None:
        return None
    return owed(state, iteration, seat, "block")


def _ballot(state: SessionState, iteration: e.DebateIteration, seat: Seat) -> Ballot:
    """How a seat stands in this iteration alone: earlier scores never count again."""
    speech = turn_of(state, iteration, seat.name, "speak")
    if speech is None:
        return Ballot(seat=seat.name, status="lost", why="was lost in an earlier round")
    if speech.status == "failed":
        why = f"{speech.error}: {speech.detail}"
        return Ballot(seat=seat.name, status="lost", why=why)
    block = turn_of(state, iteration, seat.name, "block")
    stance = speech.stance or (block.stance if block else None)
    if stance is None:
        why = block.detail or block.unreadable if block else speech.unreadable
        return Ballot(seat=seat.name, status="unreadable", why=why or speech.unreadable)
    return Ballot(
        seat=seat.name,
        status="voted",
        score=stance.consensus_score,
        pending_issues=stance.pending_issues,
    )


def _between_iterations(state: SessionState, iteration: e.DebateIteration) -> Step:
    """The vote is in: close, ask the King, or go around once more."""
    tally = state.tallies[-1]
    if state.decision:
        return court.close(state)
    if tally.verdict == "consensus":
        return Record((court.agreement(state, tally),))
    if tally.verdict == "rejection":
        return Record(court.unanimous_rejection(state, tally))
    if iteration.iteration in state.escalated:
        return _after_escalation(state, iteration)
    question = court.escalation(state, tally, iteration.iteration)
    return Record((question,)) if question else _next_iteration(state, iteration)


def _after_escalation(state: SessionState, iteration: e.DebateIteration) -> Step:
    answer = state.choices[-1]
    if answer.option in ("continue", "send_back"):
        return _next_iteration(state, iteration)
    return Record(court.carry_out(state, answer))


def _next_iteration(state: SessionState, iteration: e.DebateIteration) -> Step:
    requests = _unread_requests(state, iteration)
    if requests:
        return ReadFiles(iteration.iteration, requests)
    return Record((_open_iteration(state, iteration.iteration + 1),))


def _unread_requests(
    state: SessionState, iteration: e.DebateIteration
) -> tuple[tuple[FileRequest, tuple[str, ...]], ...]:
    if any(read.iteration == iteration.iteration for read in state.files):
        return ()
    wanted: dict[FileRequest, tuple[str, ...]] = {}
    for turn in state.turns.values():
        if turn.iteration == iteration.iteration and turn.stance:
            for request in turn.stance.file_requests:
                wanted[request] = (*wanted.get(request, ()), turn.seat)
    return tuple(wanted.items())
