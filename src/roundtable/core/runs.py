"""The runs of a session as their events have left them."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from roundtable.core import run_events as r
from roundtable.core.build_events import ProjectFile
from roundtable.core.running import GOOD, Address

RunChange = r.ExecStart | r.ExecOutput | r.ExecReady | r.ExecDone | r.ExecError


@dataclass(frozen=True, slots=True)
class RunState:
    number: int
    start: r.ExecStart | None = None
    """None: it came to nothing before it began."""
    written: int = 0
    """Characters of output. The text itself stays in the log."""
    addresses: tuple[Address, ...] = ()
    done: r.ExecDone | None = None
    error: r.ExecError | None = None

    @property
    def open(self) -> bool:
        return self.done is None and self.error is None

    @property
    def good(self) -> bool:
        """It did what it should, and no test that it printed failed."""
        done = self.done
        return done is not None and done.outcome in GOOD and not any(t.failed for t in done.tests)


def ran(runs: tuple[RunState, ...], event: RunChange) -> tuple[RunState, ...]:
    """The runs after one of their events; an event on a run that has ended changes nothing."""
    known = next((run for run in reversed(runs) if run.number == event.run), None)
    if known is None:
        return (*runs, _after(RunState(event.run), event))
    if not known.open:
        return runs
    return tuple(_after(run, event) if run is known else run for run in runs)


def _after(run: RunState, event: RunChange) -> RunState:
    match event:
        case r.ExecStart():
            return replace(run, start=event)
        case r.ExecOutput():
            return replace(run, written=run.written + len(event.text))
        case r.ExecReady():
            return replace(run, addresses=event.addresses)
        case r.ExecDone():
            return replace(run, done=event, addresses=())
        case r.ExecError():
            return replace(run, error=event, addresses=())
        case _:
            assert_never(event)


def digest(files: Mapping[str, ProjectFile]) -> str:
    """What tells one state of the project's files from every other."""
    made = hashlib.sha256()
    for path in sorted(files):
        for part in (path, files[path].text):
            data = part.encode("utf-8", "surrogatepass")
            made.update(f"{len(data)}:".encode() + data)
        made.update(b"b" if files[path].binary else b"t")
    return made.hexdigest()
