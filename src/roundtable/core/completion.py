"""A session that the developer calls complete: with what outcome it ends, and what is recorded."""

from roundtable.core import events as e
from roundtable.core.decide import apply, build, court, diagnosing, summon
from roundtable.core.errors import CommandRefused
from roundtable.core.parsing.text import excerpt
from roundtable.core.state import SessionState
from roundtable.core.steps import Record


def completed(state: SessionState) -> tuple[e.Event, ...]:
    """The events that end the session, wherever it stands."""
    match state.opening.workflow:
        case "apply":
            return _apply(state)
        case "build":
            return (build.ending(state, "built" if _made(state) else "stopped"),)
        case "review":
            found = any(r.merged_findings for r in state.rounds)
            return (build.ending(state, "reviewed" if found else "stopped"),)
        case _:
            return _discussion(state)


def _made(state: SessionState) -> bool:
    """Whether the project has a file from a round that has ended."""
    changes = (change for r in state.rounds if r.ended for change in (r.result, *r.edits) if change)
    return any(file.path in state.project for change in changes for file in change.files)


def _apply(state: SessionState) -> tuple[e.Event, ...]:
    """An apply ends by itself when it has written or was stopped; before that, nothing ends it."""
    step = apply.decide(state)
    if isinstance(step, Record) and isinstance(step.events[-1], e.SessionEnd):
        return step.events
    how = "answer its question" if state.question else "go on with it"
    raise CommandRefused(
        f"session {state.session} is an apply that has neither written all nor been stopped",
        f"{how}: roundtable resume {state.session}",
    )


def _discussion(state: SessionState) -> tuple[e.Event, ...]:
    """A decision that stands is kept, with the fate of one about which nobody was asked."""
    answered, silent = _voices(state)
    topic, decision = state.opening.topic, state.decision
    if decision:
        asks = diagnosing if state.opening.workflow == "code-red" else court
        fate = asks.kings_choice(state).unattended
        assert fate is not None, "what becomes of a decision has a default"
        text = excerpt(decision.text, court.MOST_WORDS)
        return (
            e.DecreeAdded(kind=court.FATES[fate], text=text, topic=topic),
            e.SessionEnd(outcome=decision.source, answered=answered, silent=silent),
        )
    events = court.stopped(state, answered, silent)
    if state.opening.workflow == "summon" and state.tallies:
        step = summon.with_findings(state, Record(events))
        return step.events if isinstance(step, Record) else events
    return events


def _voices(state: SessionState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who answered and who did not in the last vote; before the first, who has spoken."""
    votes: tuple[court.Vote, ...] = state.consultations or state.tallies
    if votes:
        return votes[-1].answered, votes[-1].silent
    spoke = {t.seat for t in state.turns.values() if t.purpose == "speak" and t.status == "done"}
    return tuple(seat.name for seat in state.seats if seat.name in spoke), ()
