"""The execution round around its run: when the project is run, which run counts, when again."""

from dataclasses import dataclass

from roundtable.core import events as e
from roundtable.core.decide import gates
from roundtable.core.decide.mending import kept_fixes
from roundtable.core.rounds import RoundState
from roundtable.core.running import Demand
from roundtable.core.runs import RunState, digest
from roundtable.core.state import SessionState
from roundtable.core.steps import Execute, Record

SETTLE_SECONDS = 5.0
"""A service that is up for so long is taken to serve; the round does not wait for more."""


@dataclass(frozen=True, slots=True)
class Again:
    """The project is run once more."""

    instructions: str = ""
    automatic: bool = False


def owed(state: SessionState, round_: RoundState) -> Execute | None:
    """The run that the round begins with; None where it has one."""
    if round_.plan is not None or the_run(state, round_):
        return None
    demand = Demand(settle_seconds=SETTLE_SECONDS, network=state.agenda.network)
    return Execute(round_.key, round_.attempt, demand)


def the_run(state: SessionState, round_: RoundState) -> RunState | None:
    """The developer's run that the round was opened for, or its own."""
    if round_.start.run:
        return next((run for run in state.runs if run.number == round_.start.run), None)
    own = [
        run
        for run in state.runs
        if run.start and (run.start.round, run.start.attempt) == (round_.key, round_.attempt)
    ]
    ended = [run for run in own if not run.open and not _broken(run)]
    return ended[-1] if ended else _nothing(state, round_)


def to_look_at(state: SessionState) -> int:
    """The developer's last run, if it is of the files as they are and nobody has looked at it."""
    last = state.runs[-1] if state.runs else None
    if last is None or last.done is None or last.start is None or last.start.round:
        return 0
    if any(r.start.run == last.number for r in (*state.rounds, *state.superseded)):
        return 0
    return last.number if last.start.files == digest(state.project) else 0


def _broken(run: RunState) -> bool:
    return run.error is not None and run.error.kind == "broken_off"


def _undecided(run: RunState) -> bool:
    """It says nothing of the project, and would come to something at another time."""
    return run.error is not None and run.error.kind in ("broken_off", "busy")


def _nothing(state: SessionState, round_: RoundState) -> RunState | None:
    """A run that came to nothing before it began, in this round."""
    last = state.runs[-1] if state.runs else None
    failed = last.error if last and last.start is None and not _undecided(last) else None
    return last if failed and failed.seq > round_.start.seq else None


def again(state: SessionState, round_: RoundState) -> Again | Record | None:
    """After the round: run what was mended again, ask whether to, or neither."""
    run = the_run(state, round_) if round_.key == "execution" else None
    fixes = len(kept_fixes(round_))
    if run is None or not fixes or not (run.done or _was_refused(run)):
        return None
    answer = gates.answer_to(state, gates.rerun_id(round_))
    if answer:
        return Again(answer.text) if answer.option == "rerun" else None
    if state.reruns < state.agenda.auto_retry:
        return Again(automatic=True)
    return None if state.agenda.auto_advance else Record((gates.rerun(round_, fixes),))


def _was_refused(run: RunState) -> bool:
    return run.error is not None and run.error.kind == "refused"


def verdict(run: RunState | None) -> tuple[bool | None, str]:
    """Whether the run was good, where it tells; and what came of it, in words."""
    if run is None:
        return None, ""
    if run.error:
        told = f"{run.error.reason}{f' ({run.error.remedy})' if run.error.remedy else ''}"
        return (False if run.error.kind == "refused" else None), told
    assert run.done is not None, "only a run that has ended counts"
    if run.done.outcome == "stopped":
        return None, run.done.detail
    return run.good, run.done.detail


def run_text(run: RunState) -> str:
    """What came of a run, for an agent: how it was run, how it ended, and the log that matters."""
    lines: list[str] = []
    if run.start:
        lines.append(
            f"Made from {run.start.source}, run by {run.start.engine}. {_bounds(run.start)}"
        )
        lines += [f"Note: {note}" for note in run.start.notes]
    if run.error:
        lines.append(f"It was not run: {run.error.reason}")
        lines += [f"{x.path}:{x.line}: {x.what}: {x.reason}" for x in run.error.refusals]
    if run.done:
        lines += _outcome(run.done)
    return "\n".join(lines)


def _bounds(start: e.ExecStart) -> str:
    limits = start.demand.limits
    reach = {"none": "no network", "build": "network while it was built", "all": "network"}
    return (
        f"Inside: {reach[start.demand.network]}, a read-only file system but for /tmp and its "
        f"volumes, no rights of root, {limits.memory_mb} MB of memory, {limits.cpus:g} CPU, "
        f"{limits.processes} processes, {limits.seconds:g} seconds."
    )


def _outcome(done: e.ExecDone) -> list[str]:
    code = "" if done.exit_code is None else f", exit code {done.exit_code}"
    lines = [f"Outcome: {done.outcome}{code}. {done.detail}"]
    for service in done.services if len(done.services) > 1 else ():
        code = "" if service.exit_code is None else f", exit code {service.exit_code}"
        lines.append(f"Service {service.name}: {service.outcome}{code}")
    for tests in done.tests:
        told = f"{tests.passed} passed, {tests.failed} failed, {tests.skipped} skipped"
        lines.append(f"Tests ({tests.runner}): {told}")
        lines += [f"  failed: {name}" for name in tests.failures]
    dropped = f", {done.log_dropped} bytes more were not kept" if done.log_dropped else ""
    lines += [f"The log ({done.log_bytes} bytes{dropped}), what matters of it:", done.excerpt]
    return lines
