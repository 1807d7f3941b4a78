"""A session in one small JSON object: what `list`, `status` and status.json show."""

import json

from roundtable.core.agenda import ROUNDS
from roundtable.core.budget import MICRO
from roundtable.core.state import SessionState

PHASES = (
    "convening",
    "reading",
    "discussing",
    "diagnosing",
    "applying",
    *ROUNDS,
    "awaiting_king",
    "paused",
    "ended",
)
_AT_WORK = {"code-red": "diagnosing", "apply": "applying"}


def summarise(state: SessionState) -> dict[str, object]:
    iteration = state.iteration
    return {
        "session": state.session,
        "workflow": state.opening.workflow,
        "topic": state.opening.topic,
        "phase": phase(state),
        "outcome": state.ended.outcome if state.ended else None,
        **_stage(state),
        "round": iteration.iteration if iteration else 0,
        "max_rounds": state.max_rounds,
        "current_knight": _speaking(state),
        "scores": _scores(state),
        "pending_issues": _issues(state),
        **_keys(state),
        "open_question": state.question.prompt if state.question else None,
        "lead_knight": state.decision.lead if state.decision else None,
        "knights": [seat.name for seat in state.seats],
        "rehearsal": state.rehearsal,
        "make_believe": state.make_believe,
        "files": len(state.project),
        "tokens": state.spent.tokens,
        "cost_usd": state.spent.cost_microusd / MICRO,
        "started": state.opening.at,
        "updated": state.updated,
    }


def summary_text(state: SessionState) -> str:
    """The summary as the store keeps it; a log without a session has an empty one."""
    return json.dumps(summarise(state), ensure_ascii=False) if state.start else ""


def phase(state: SessionState) -> str:
    if state.ended:
        return "ended"
    if state.question:
        return "awaiting_king"
    if state.paused:
        return "paused"
    if state.current:
        return state.current.key
    if not state.iterations:
        return "reading" if state.reading.chunks else "convening"
    return _AT_WORK.get(state.opening.workflow, "discussing")


def _speaking(state: SessionState) -> str | None:
    return next((t.seat for t in state.turns.values() if t.status == "open"), None)


def _scores(state: SessionState) -> dict[str, int | None]:
    """Each seat's score, or a doctor's confidence, in the last round that ended."""
    if state.consultations:
        return {o.seat: o.confidence for o in state.consultations[-1].opinions}
    if not state.tallies:
        return {}
    return {ballot.seat: ballot.score for ballot in state.tallies[-1].ballots}


def _issues(state: SessionState) -> dict[str, list[str]]:
    if not state.tallies:
        return {}
    return {b.seat: list(b.pending_issues) for b in state.tallies[-1].ballots if b.pending_issues}


def _keys(state: SessionState) -> dict[str, object]:
    """What each doctor of a code-red held to be the cause in the last round that ended."""
    if not state.consultations:
        return {}
    last = state.consultations[-1]
    return {"root_cause_keys": {o.seat: o.key or None for o in last.opinions}}


def _stage(state: SessionState) -> dict[str, object]:
    """Where a build stands: its round, of how many. A discussion has no such thing."""
    if state.current is None:
        return {}
    keys = [str(plan.key) for plan in state.agenda.rounds]
    here = keys.index(state.current.key) + 1
    return {"stage": state.current.key, "stage_number": here, "stages": len(keys)}
