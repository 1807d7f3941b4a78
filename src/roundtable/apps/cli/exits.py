"""How a led session ends for a script: the exit codes beyond those of the error tree."""

from roundtable.core.decide.executing import the_run, verdict
from roundtable.core.decide.mending import kept_fixes
from roundtable.core.decide.reviewing import reported
from roundtable.core.decide.summon import upheld
from roundtable.core.runs import RunState
from roundtable.core.state import SessionState

DECIDED = 0
NOT_DECIDED = 20
PAUSED = 21
AWAITING_KING = 22
BUDGET_REACHED = 23
FINDINGS = 24
IN_PART = 25
RUN_FAILED = 26
NOT_RUN = 27
LEFT = 130

MEANINGS = {
    DECIDED: "decided (consensus, or by the King), diagnosed, applied, built, or reviewed",
    NOT_DECIDED: "ended without a decision (rejected, stopped), or nothing was applied",
    PAUSED: "paused; `roundtable resume` goes on",
    AWAITING_KING: "waits for the King's answer; `roundtable resume --choose …` gives it",
    BUDGET_REACHED: "paused at a cap; `roundtable resume --max-…` raises it",
    FINDINGS: "a review or a summon found something as severe as `--fail-on` says, or worse",
    IN_PART: "applied, but a file was left out unasked, or the commit could not be made",
    RUN_FAILED: "what was built ran, and failed",
    NOT_RUN: "what was built could not be run: no engine, nothing to run, or refused",
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
        if _ran_and_failed(state):
            return RUN_FAILED
        return FINDINGS if _is_critical(state) else DECIDED
    if state.question:
        return AWAITING_KING
    if state.paused and state.paused.reason == "budget":
        return BUDGET_REACHED
    return PAUSED


def _ran_and_failed(state: SessionState) -> bool:
    """Whether a build ended with a run that failed, and nothing of that was mended."""
    round_ = state.current
    run = the_run(state, round_) if round_ and round_.key == "execution" else None
    if run is None or round_ is None or kept_fixes(round_):
        return False
    return verdict(run)[0] is False


def run_code(run: RunState) -> int:
    """How a run ended, for a script."""
    if run.error:
        return NOT_RUN
    return DECIDED if run.good or (run.done and run.done.outcome == "stopped") else RUN_FAILED


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
