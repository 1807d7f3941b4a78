"""The policy of `discuss`: speak in turn, vote, read, repeat, until the table or the King decides.

It draws no random number, reads no clock and performs nothing. What it draws from the session's
seed is written into the event that opens the iteration, and from then on only read.
"""

from roundtable.core import events as e
from roundtable.core.decide import court
from roundtable.core.decide.around import ask_all, heard, next_pass, opened
from roundtable.core.seats import Seat
from roundtable.core.stances import Ballot, Stance, count
from roundtable.core.state import SessionState
from roundtable.core.steps import AskHuman, BuildContext, Finish, Record, Step

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
        return Record((opened(state, 1, state.rules.blind),))
    if len(state.tallies) < len(state.iterations):
        return _in_iteration(state, state.iteration)
    return _between_iterations(state, state.iteration)


def _in_iteration(state: SessionState, iteration: e.DebateIteration) -> Step:
    asking = ask_all(state, iteration)
    if asking:
        return asking
    ballots = tuple(_ballot(state, iteration, seat) for seat in state.seats)
    tally = count(ballots, state.rules.consensus_threshold)
    return Record((e.IterationEnd(iteration=iteration.iteration, tally=tally),))


def _ballot(state: SessionState, iteration: e.DebateIteration, seat: Seat) -> Ballot:
    found = heard(state, iteration, seat.name)
    if not isinstance(found.block, Stance):
        return Ballot(
            seat=seat.name,
            status="lost" if found.status == "lost" else "unreadable",
            why=found.why,
        )
    return Ballot(
        seat=seat.name,
        status="voted",
        score=found.block.consensus_score,
        pending_issues=found.block.pending_issues,
    )


def _between_iterations(state: SessionState, iteration: e.DebateIteration) -> Step:
    """The vote is in: close, ask the King, or go around once more."""
    tally = state.tallies[-1]
    if state.decision:
        return court.close(state, tally, court.kings_choice(state))
    if tally.verdict == "consensus":
        return Record((court.agreement(state, tally),))
    if tally.verdict == "rejection":
        return Record(court.unanimous_rejection(state, tally))
    if iteration.iteration in state.escalated:
        return _after_escalation(state, iteration)
    question = court.escalation(state, tally, iteration.iteration, court.positions(state))
    return Record((question,)) if question else next_pass(state, iteration)


def _after_escalation(state: SessionState, iteration: e.DebateIteration) -> Step:
    answer = state.choices[-1]
    if answer.option in ("continue", "send_back"):
        return next_pass(state, iteration)
    leader, proposals = court.lead(state).name, court.positions(state)
    return Record(court.carry_out(state, answer, state.tallies[-1], leader, proposals))
