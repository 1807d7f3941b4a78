"""A session as short lines for a progress bar: who speaks, how they vote, what it came to.

No word of a model is in them: a client shows them as the server's own.
"""

from collections.abc import Callable

from roundtable.core import events as e
from roundtable.core.diagnoses import pass_name
from roundtable.core.stances import Ballot
from roundtable.core.state import SessionState, fold
from roundtable.views.diagnosis_sentences import round_name
from roundtable.views.figures import count, duration, money, plural
from roundtable.views.sentences import verdict_line

_DOES: dict[e.Purpose, str] = {
    "speak": "speaks",
    "block": "is asked for the block alone",
    "files": "is asked for files once more",
    "compare": "compares two candidates",
    "judge": "judges",
    "rejudge": "is asked for the verdict's form alone",
    "fix": "rewrites a unit",
    "chat": "answers a question",
}
_CONSULTED = {
    "converged": "the doctors agree",
    "open": "still open",
    "too_few": "too few doctors could be read",
}


class Progress:
    """Tells each thing once it has happened; tokens are not told one by one."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._state = SessionState()

    def see(self, event: e.Event) -> None:
        if isinstance(event, e.Token):
            return
        self._state = fold([event], self._state)
        if line := _line(event, self._state):
            self._tell(line)


def _line(event: e.Event, state: SessionState) -> str:
    match event:
        case e.SessionStart():
            return (
                f"session {event.session} is convened: {state.named(s.name for s in state.seats)}"
            )
        case e.ContextBuilt():
            return f"the knights read {plural(len(event.parts), 'part')} of the project"
        case e.DebateIteration():
            name = round_name(state, event.iteration)
            return f"{name[0].lower()}{name[1:]}{', all at once' if event.blind else ''}"
        case e.ChunkStart():
            return f"review of chunk {event.chunk} of {event.total}"
        case e.TurnEvent():
            return _turn_line(event, state.named((event.seat,)))
        case e.IterationEnd():
            votes = ", ".join(_vote(ballot) for ballot in event.tally.ballots)
            return f"vote of round {event.iteration}: {votes}; {verdict_line(event.tally, state)}"
        case e.ConsultationEnd():
            verdict = _CONSULTED[event.consultation.verdict]
            return f"after {pass_name(event.iteration)}: {verdict}"
        case _:
            return _end_line(event, state)


def _turn_line(event: e.TurnEvent, who: str) -> str:
    match event:
        case e.AgentStart():
            return f"{who} {_DOES.get(event.purpose, event.purpose)}"
        case e.AgentEnd():
            usage = event.usage
            spent = f"{count(usage.tokens)} tokens, {money(usage.cost_microusd)}"
            return f"{who} has answered ({duration(event.seconds)}, {spent})"
        case e.AgentError():
            return f"{who} did not answer: {event.kind}"
        case e.AgentRetry():
            return f"{who} is asked again in {event.wait:.0f} s: {event.kind}"
        case e.Fallback():
            return f"{who} speaks through {event.to}: {event.kind}"
        case e.AgentInterrupted():
            return f"{who} broke off ({event.cause})"
        case _:
            return ""


def _end_line(event: e.Event, state: SessionState) -> str:
    match event:
        case e.FindingsMerged():
            return f"findings: {len(event.findings)}"
        case e.Consensus() if event.round:
            return f"the round {event.round} is agreed"
        case e.Consensus() | e.KingsDecision() | e.Diagnosed():
            return f"there is a decision; {state.named((event.lead,))} would lead"
        case e.Escalation() | e.ChoiceOffered():
            return "the developer is asked"
        case e.HumanChoice():
            return f"answer: {event.option}{' (by default)' if event.unattended else ''}"
        case e.SessionPaused():
            return f"paused ({event.reason})"
        case e.SessionEnd():
            return f"ended: {event.outcome}"
        case _:
            return ""


def _vote(ballot: Ballot) -> str:
    return f"{ballot.seat} {'no vote' if ballot.score is None else f'{ballot.score}/10'}"
