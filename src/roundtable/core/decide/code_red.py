"""The policy of `code-red`: triage, a blind diagnosis of each, then rounds until doctors converge.

The triage sorts what is known and what must be seen, and decides nothing. In the blind round
nobody sees another's words; from then on the keys and the evidence of all are on the table.
"""

from roundtable.core import events as e
from roundtable.core import symptoms
from roundtable.core.decide import court, diagnosing
from roundtable.core.decide.around import ask_all, next_pass, opened
from roundtable.core.diagnoses import TRIAGE
from roundtable.core.root_causes import consult
from roundtable.core.state import SessionState
from roundtable.core.steps import AskHuman, BuildContext, Finish, Record, Step

_MOST_ABOUT = 90_000
"""How much of the log is searched for the files that it names."""


def decide(state: SessionState) -> Step:
    """What has to happen next."""
    if state.ended:
        return Finish(state.ended)
    if state.question:
        return AskHuman(state.question)
    if state.context is None:
        return BuildContext(about=symptoms.about(state, _MOST_ABOUT))
    if state.round is None:
        seed = state.opening.seed
        return Record((e.RoundStart(round=diagnosing.DIAGNOSIS, attempt=1, seed=seed),))
    if state.iteration is None:
        return Record((opened(state, TRIAGE, state.rules.blind),))
    if len(state.consultations) < len(state.iterations):
        return _in_iteration(state, state.iteration)
    return _between_iterations(state, state.iteration)


def _in_iteration(state: SessionState, iteration: e.DebateIteration) -> Step:
    asking = ask_all(state, iteration)
    if asking:
        return asking
    number = iteration.iteration
    opinions = [diagnosing.opinion(state, iteration, seat) for seat in state.seats]
    consultation = consult(opinions, counts=number > TRIAGE)
    return Record((e.ConsultationEnd(iteration=number, consultation=consultation),))


def _between_iterations(state: SessionState, iteration: e.DebateIteration) -> Step:
    """All have been heard: close, ask the King, or go around once more."""
    consultation, number = state.consultations[-1], iteration.iteration
    if state.decision:
        return court.close(state, consultation, diagnosing.kings_choice(state))
    if number == TRIAGE:
        return next_pass(state, iteration, blind=True)
    if consultation.verdict == "converged":
        return Record((diagnosing.diagnosed(state, consultation),))
    if number in state.escalated:
        return _after_escalation(state, iteration)
    offered = diagnosing.positions(state)
    question = court.escalation(state, consultation, number, offered, diagnosing.DIAGNOSIS)
    return Record((question,)) if question else next_pass(state, iteration)


def _after_escalation(state: SessionState, iteration: e.DebateIteration) -> Step:
    answer, consultation = state.choices[-1], state.consultations[-1]
    if answer.option in ("continue", "send_back"):
        return next_pass(state, iteration)
    leader = diagnosing.ranked(state, consultation.answered)[0].name
    offered = diagnosing.positions(state)
    return Record(
        court.carry_out(state, answer, consultation, leader, offered, diagnosing.DIAGNOSIS)
    )
