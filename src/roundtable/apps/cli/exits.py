"""How a led session ends for a script: the exit codes beyond those of the error tree."""

from roundtable.core.decide.reviewing import reported
from roundtable.core.decide.summon import upheld
from roundtable.core.state import SessionState

DECIDED = 0
NOT_DECIDED = 20
PAUSED = 21
AWAITING_KING = 22
BUDGET_REACHED = 23
FINDINGS = 24
IN_PART = 25
LEFT = 130

MEANINGS = {
    DECIDED: "decided (consensus, or by the King), diagnosed, applied, built, or reviewed",
    NOT_DECIDED: "ended without a decision (rejected, stopped), or nothing was applied",
    PAUSED: "paused; `roundtable resume` goes on",
    AWAITING_KING: "waits for the King's answer; `roundtable resume --choose …` gives it",
    BUDGET_REACHED: "paused at a cap; `roundtable resume --max-…` raises it",
    FINDINGS: "a review or a summon found something as severe as `--fail-on` says, or worse",
    IN_PART: "applied, but a file was left out unasked, or the commit could not be made",
    LEFT: "left at the second Ctrl-C; `roundtable resume` goes on",
}

_FRUITLESS = ("rejection", "stopped", "not_applied")
"""Outcomes with which nothing came of it."""


def exit_code(state: SessionState) -> int:
    if state.ended:
        if state.ended.outcome in _FRUITLESS:
            return NOT_DECIDED
        if state.ended.outcome == "applied":
            return IN_PART if _is_in_part(state) else DECIDED
        return FINDINGS if _is_critical(state) else DECIDED
    if state.question:
        return AWAITING_KING
    if state.paused and state.paused.reason == "budget":
        return BUDGET_REACHED
    return PAUSED


def _is_in_part(state: SessionState) -> bool:
    """Whether an apply left something out about which nobody was asked."""
    applying, errand = state.applying, state.opening.errand
    uncommitted = applying.committed is not None and not applying.committed.commit
    unasked = errand is not None and not errand.parley
    left_out = applying.proposed.rejected if applying.proposed and unasked else ()
    return uncommitted or bool(left_out)


def _is_critical(state: SessionState) -> bool:
    """What is led to its end by another command fails as by default it would have."""
    reviewed = state.ended is not None and state.ended.outcome == "reviewed"
    found = reported(state) if reviewed else upheld(state)
    return any(finding.severity == "critical" for finding in found)
