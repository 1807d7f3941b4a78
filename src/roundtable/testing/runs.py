"""Runs in a few words: what a container would have told of a small cart, good or bad."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from roundtable.core import events as e
from roundtable.core.running import (
    GOOD,
    Address,
    Demand,
    RunOutcome,
    RunRefusal,
    RunTrouble,
    ServiceEnd,
    TestResults,
)
from roundtable.core.runs import digest
from roundtable.core.session_state import SessionState
from roundtable.core.steps import Execute
from roundtable.testing.rehearsal import Runs

AT = "2026-01-02T03:04:05.000Z"
ENGINE = "docker 27.3.1"
PASSED = TestResults(runner="pytest", passed=2, failed=0)
FAILED = TestResults(
    runner="pytest", passed=1, failed=1, failures=("tests/test_cart.py::test_total",)
)
TRACE = (
    "Traceback (most recent call last):\n"
    '  File "/app/cart.py", line 2, in total\n'
    "    return sum(items) + 1\n"
    "AssertionError: assert 1 == 0\n"
)
_EXITS: Mapping[RunOutcome, int | None] = {"succeeded": 0, "failed": 1, "out_of_memory": 137}
_DETAILS: Mapping[RunOutcome, str] = {
    "succeeded": "app ended by itself with exit code 0",
    "served": "app was up for 5 seconds and answered",
    "failed": "app ended with exit code 1",
    "build_failed": "the image of app could not be built",
    "out_of_memory": "app wanted more than 512 MB",
    "stopped": "the developer stopped it",
}
REFUSALS = (
    RunRefusal(
        path="compose.yaml",
        line=4,
        what="privileged: true",
        reason="it would have all rights on this machine",
    ),
    RunRefusal(
        path="compose.yaml",
        line=6,
        what="- /var/run/docker.sock:/var/run/docker.sock",
        reason="it would command the engine itself",
    ),
)


def number_of(state: SessionState) -> int:
    """The number of the session's next run."""
    return state.runs[-1].number + 1 if state.runs else 1


def begun(state: SessionState, round_: str = "", attempt: int = 0, **told: Any) -> e.ExecStart:
    """The start of a run of the files as they stand; of the developer's, without a round."""
    fields: dict[str, Any] = {"engine": ENGINE, "source": "Dockerfile"}
    fields |= {"services": ("app",), "demand": Demand()}
    return e.ExecStart(
        run=number_of(state),
        round=round_,
        attempt=attempt,
        files=digest(state.project),
        **(fields | told),
    )


def wrote(run: int, text: str, stream: Any = "stdout", service: str = "app") -> e.ExecOutput:
    return e.ExecOutput(run=run, service=service, stream=stream, text=text, written=AT)


def done(run: int, outcome: RunOutcome, **told: Any) -> e.ExecDone:
    code = _EXITS.get(outcome)
    fields: dict[str, Any] = {
        "exit_code": code,
        "detail": _DETAILS.get(outcome, f"app: {outcome}"),
        "seconds": 1.25,
        "services": (ServiceEnd(name="app", outcome=outcome, exit_code=code),),
        "excerpt": "" if outcome in GOOD else TRACE,
        "log_bytes": 96,
    }
    return e.ExecDone(run=run, outcome=outcome, **(fields | told))


def a_run(
    state: SessionState, outcome: RunOutcome, round_: str = "", attempt: int = 0, **told: Any
) -> list[e.Event]:
    """A run from its start to its end; `told` goes to the end."""
    start = begun(state, round_, attempt)
    run = start.run
    events: list[e.Event] = [start, wrote(run, "#5 [2/3] COPY . /app\n#5 DONE 0.1s\n", "build")]
    if outcome == "build_failed":
        return [*events, done(run, outcome, **told)]
    if outcome == "served":
        address = Address(service="app", port=8000, url="http://127.0.0.1:49153")
        events += [wrote(run, "listening on 8000\n"), e.ExecReady(run=run, addresses=(address,))]
    elif outcome in GOOD:
        events.append(wrote(run, "2 passed in 0.02s\n"))
    else:
        events += [wrote(run, "1 failed, "), wrote(run, TRACE, "stderr")]
        events.append(wrote(run, "1 passed in 0.03s\n"))
    return [*events, done(run, outcome, **told)]


def came(outcome: RunOutcome, **told: Any) -> Runs:
    """What comes of every run of a round."""

    def run(step: Execute, state: SessionState) -> Sequence[e.Event]:
        return a_run(state, outcome, step.round, step.attempt, **told)

    return run


def nothing(kind: RunTrouble, reason: str, remedy: str = "", refusals: Any = ()) -> Runs:
    """A run that comes to nothing before it begins."""

    def run(_: Execute, state: SessionState) -> Sequence[e.Event]:
        number = number_of(state)
        error = e.ExecError(run=number, kind=kind, reason=reason, remedy=remedy, refusals=refusals)
        return (error,)

    return run


def refused() -> Runs:
    return nothing(
        "refused",
        "the files ask for what no run may have",
        "take these lines out",
        REFUSALS,
    )


def by_turns(*each: Runs) -> Callable[[Execute, SessionState], Sequence[e.Event]]:
    """One after the other; the last for all that follow."""
    left = list(each)

    def run(step: Execute, state: SessionState) -> Sequence[e.Event]:
        return (left.pop(0) if len(left) > 1 else left[0])(step, state)

    return run
