"""Runs as a client sees them: what was run, within what bounds, and what came of it."""

from roundtable.core import events as e
from roundtable.core.runs import RunState
from roundtable.core.session_state import SessionState
from roundtable.views import session_view as v


def run_views(state: SessionState) -> tuple[v.RunView, ...]:
    return tuple(map(_run, state.runs))


def _run(run: RunState) -> v.RunView:
    blank = v.RunView(
        number=run.number,
        begun=run.start is not None,
        round="",
        attempt=0,
        started="",
        engine="",
        source="",
        services=(),
        network=None,
        limits=None,
        settle_seconds=None,
        variables=False,
        files="",
        notes=(),
        open=run.open,
        written=run.written,
        addresses=run.addresses,
        good=run.good,
        outcome=None,
        exit_code=None,
        detail="",
        seconds=0,
        ended=(),
        tests=(),
        excerpt="",
        log_bytes=0,
        log_dropped=0,
        error=None,
        reason="",
        remedy="",
        refusals=(),
    )
    told = _start(run.start) | _done(run.done) | _error(run.error)
    return blank.model_copy(update=told)


def _start(start: e.ExecStart | None) -> dict[str, object]:
    if start is None:
        return {}
    demand = start.demand
    return {
        "round": start.round,
        "attempt": start.attempt,
        "started": start.at,
        "engine": start.engine,
        "source": start.source,
        "services": start.services,
        "network": demand.network,
        "limits": demand.limits,
        "settle_seconds": demand.settle_seconds,
        "variables": demand.variables,
        "files": start.files,
        "notes": start.notes,
    }


def _done(done: e.ExecDone | None) -> dict[str, object]:
    if done is None:
        return {}
    return {
        "outcome": done.outcome,
        "exit_code": done.exit_code,
        "detail": done.detail,
        "seconds": done.seconds,
        "ended": done.services,
        "tests": done.tests,
        "excerpt": done.excerpt,
        "log_bytes": done.log_bytes,
        "log_dropped": done.log_dropped,
    }


def _error(error: e.ExecError | None) -> dict[str, object]:
    if error is None:
        return {}
    return {
        "error": error.kind,
        "reason": error.reason,
        "remedy": error.remedy,
        "refusals": error.refusals,
    }
