"""What an event of a run means, in lines for people; and its output as whole lines.

Every view shares these words. What a program wrote is marked as such on each of its lines, so that
no program can speak in our place.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from roundtable.core import events as e
from roundtable.core.parsing.text import one_line, printable
from roundtable.core.running import (
    GOOD,
    Network,
    RunOutcome,
    RunRefusal,
    RunTrouble,
    Stream,
    TestResults,
)
from roundtable.core.state import SessionState
from roundtable.views.figures import duration, plural

RunEvent = e.ExecStart | e.ExecOutput | e.ExecReady | e.ExecDone | e.ExecError

RUN_OUTCOMES: Mapping[RunOutcome, str] = {
    "succeeded": "succeeded",
    "served": "was up and served",
    "failed": "failed",
    "build_failed": "could not be built",
    "unhealthy": "did not become healthy",
    "timed_out": "ran out of time",
    "out_of_memory": "ran out of memory",
    "too_many_processes": "wanted too many processes",
    "flooded": "wrote more than is kept, and was ended",
    "stopped": "was stopped by the developer",
}
_SERVICE_OUTCOMES: Mapping[RunOutcome, str] = {
    **RUN_OUTCOMES,
    "stopped": "was ended with the others",
}
"""Of one among several: a developer stops the run, not one of its services."""
RUN_TROUBLES: Mapping[RunTrouble, str] = {
    "no_engine": "was not run, for want of an engine",
    "no_image": "was not run, for an image that it needs is not here",
    "nothing_to_run": "was not run, for there is nothing to run",
    "refused": "was refused",
    "busy": "was not run, for another is under way",
    "engine_failed": "was not run, for the engine failed",
    "broken_off": "was broken off",
}
NETWORKS: Mapping[Network, str] = {
    "none": "no network",
    "build": "network while it is built",
    "all": "network",
}
_WIDTH = 300
_MOST_NAMED = 20
_MOST_IN_LINE = 4_000
"""A line that goes on for longer is told in parts."""
_MARKS: Mapping[Stream, str] = {"build": "|", "stdout": "|", "stderr": "!", "notice": "#"}
# What a terminal takes for colours, titles and moves; a lone escape goes with `printable`.
_ESCAPES = re.compile(
    "\x1b\\[[0-?]*[ -/]*[@-~]|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)|\x1b[ -/]*[0-~]"
)


def run_lines(event: RunEvent, state: SessionState) -> list[str]:
    """The event in plain lines; what was written comes by `RunText`."""
    match event:
        case e.ExecStart():
            return _start_lines(event)
        case e.ExecOutput():
            return []
        case e.ExecReady():
            # Without an address it may as well be a program that comes to its end.
            stands = "is up" if event.addresses else "has started"
            return [f"Run {event.run} {stands}", *address_lines(event)]
        case e.ExecDone():
            return ["", f"-> {done_line(event)}", *(f"   {x}" for x in done_details(event))]
        case e.ExecError():
            return ["", f"-> {error_line(event)}", *(f"   {x}" for x in error_details(event))]
        case _:
            assert_never(event)


def start_line(start: e.ExecStart) -> str:
    """Who runs what, by which engine."""
    who = "" if start.round else " by the developer"
    source = f" of {one_line(start.source, 120)}" if start.source else ""
    return f"Run {start.run}{who}{source}, {one_line(start.engine, 80) or 'no engine'}"


def bounds_line(start: e.ExecStart) -> str:
    """Within which bounds it is run."""
    limits = start.demand.limits
    given = "; with the developer's variables" if start.demand.variables else ""
    return (
        f"{NETWORKS[start.demand.network]}, {limits.memory_mb} MB, {limits.cpus:g} CPU, "
        f"{limits.processes} processes, {duration(limits.seconds)}, "
        f"a read-only file system but for /tmp and its volumes{given}"
    )


def _start_lines(start: e.ExecStart) -> list[str]:
    lines = ["", start_line(start), f"   {bounds_line(start)}"]
    if len(start.services) > 1:
        lines.append(f"   services: {_names(start.services)}")
    return lines + [f"   note: {one_line(note, _WIDTH)}" for note in start.notes]


def address_lines(event: e.ExecReady) -> list[str]:
    return [
        f"   {one_line(a.service, 80)}: {one_line(a.url, 200)} (port {a.port} inside)"
        for a in event.addresses
    ]


def done_line(done: e.ExecDone) -> str:
    code = "" if done.exit_code is None else f", exit code {done.exit_code}"
    why = f": {one_line(done.detail, _WIDTH)}" if done.detail else ""
    took = duration(done.seconds)
    return f"run {done.run} {RUN_OUTCOMES[done.outcome]}{code} ({took}){why}"


def done_details(done: e.ExecDone) -> list[str]:
    """What each service and each runner of tests came to."""
    lines = []
    for end in done.services if len(done.services) > 1 else ():
        code = "" if end.exit_code is None else f", exit code {end.exit_code}"
        lines.append(f"{one_line(end.name, 80)}: {_SERVICE_OUTCOMES[end.outcome]}{code}")
    for tests in done.tests:
        lines += [tests_line(tests), *failure_lines(tests)]
    if done.log_dropped:
        lines.append(f"{done.log_dropped:,} bytes of its output were not kept")
    return lines


def tests_line(tests: TestResults) -> str:
    skipped = f", {tests.skipped} skipped" if tests.skipped else ""
    told = f"{tests.passed} passed, {tests.failed} failed{skipped}"
    return f"tests ({one_line(tests.runner, 40)}): {told}"


def failure_lines(tests: TestResults) -> list[str]:
    lines = [f"failed: {one_line(name, 200)}" for name in tests.failures[:_MOST_NAMED]]
    more = len(tests.failures) - _MOST_NAMED
    return [*lines, f"and {plural(more, 'other')}"] if more > 0 else lines


def error_line(error: e.ExecError) -> str:
    return f"run {error.run} {RUN_TROUBLES[error.kind]}: {one_line(error.reason, _WIDTH)}"


def error_details(error: e.ExecError) -> list[str]:
    """The remedy, and each line for which it is not run, unless the first words said it all."""
    remedy = [one_line(error.remedy, _WIDTH)] if error.remedy else []
    if len(error.refusals) == 1 and _refusal_line(error.refusals[0]) in error_line(error):
        return remedy
    return remedy + [_refusal_line(x) + _lifted(x) for x in error.refusals]


def _refusal_line(refusal: RunRefusal) -> str:
    place = f"{one_line(refusal.path, 120)}:{refusal.line}"
    return f"{place}: {one_line(refusal.what, 160)}: {one_line(refusal.reason, _WIDTH)}"


def _lifted(refusal: RunRefusal) -> str:
    return f" ({one_line(refusal.remedy, _WIDTH)})" if refusal.remedy else ""


def is_good(done: e.ExecDone) -> bool:
    """It did what it should, and no test that it printed failed."""
    return done.outcome in GOOD and not any(tests.failed for tests in done.tests)


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(one_line(name, 80) for name in names)


@dataclass(frozen=True, slots=True)
class OutputLine:
    """One line that a service, the building of its image, or we ourselves wrote."""

    label: str
    """`build`, or the service where there are several; else empty."""
    stream: Stream
    text: str

    def __str__(self) -> str:
        return " ".join(filter(None, (self.label, _MARKS[self.stream], self.text)))


@dataclass(slots=True)
class _Place:
    label: str
    rest: list[str] = field(default_factory=list)
    length: int = 0


class RunText:
    """Turns the pieces of a run's output, which may end in mid-line, into whole lines."""

    def __init__(self, services: tuple[str, ...] = ()) -> None:
        self._several = len(services) > 1
        self._places: dict[tuple[str, Stream], _Place] = {}

    def see(self, event: e.Event) -> list[OutputLine]:
        """The lines that the event completes; at the end of a run, also what has no end."""
        match event:
            case e.ExecStart():
                left = self.rest()
                self._several = len(event.services) > 1
                return left
            case e.ExecOutput():
                return self._written(event)
            case e.ExecDone() | e.ExecError():
                return self.rest()
            case _:
                return []

    def rest(self) -> list[OutputLine]:
        """What was written and never ended."""
        left = [
            OutputLine(place.label, stream, _shown("".join(place.rest)))
            for (_, stream), place in self._places.items()
            if place.rest
        ]
        self._places = {}
        return left

    def _written(self, event: e.ExecOutput) -> list[OutputLine]:
        key = (event.service, event.stream)
        place = self._places.setdefault(key, _Place(self._label(event)))
        *whole, rest = event.text.split("\n")
        lines = []
        for text in whole:
            ended = "".join((*place.rest, text))
            place.rest, place.length = [], 0
            lines += [OutputLine(place.label, event.stream, part) for part in _parts(ended)]
        if rest:
            place.rest.append(rest)
            place.length += len(rest)
        if place.length > _MOST_IN_LINE:
            begun = "".join(place.rest)
            place.rest, place.length = [], 0
            lines += [OutputLine(place.label, event.stream, part) for part in _parts(begun)]
        return lines

    def _label(self, event: e.ExecOutput) -> str:
        if event.stream == "build":
            return "build"
        return one_line(event.service, 40) if self._several and event.stream != "notice" else ""


def _shown(line: str) -> str:
    """As a terminal would leave it: of what was written over, the last."""
    plain = _ESCAPES.sub("", line).rstrip("\r")
    return printable(plain.rpartition("\r")[2]).rstrip()


def _parts(line: str) -> list[str]:
    shown = _shown(line)
    return [shown[at : at + _MOST_IN_LINE] for at in range(0, max(1, len(shown)), _MOST_IN_LINE)]
