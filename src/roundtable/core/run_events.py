"""The events of a run: its start, what it writes, where it can be reached, and its end."""

from typing import Literal

from roundtable.core.event_base import Base
from roundtable.core.running import (
    Address,
    Demand,
    RunOutcome,
    RunRefusal,
    RunTrouble,
    ServiceEnd,
    Stream,
    TestResults,
)


class ExecStart(Base):
    """A run begins: of these files, by this engine, within these bounds."""

    type: Literal["exec_start"] = "exec_start"
    run: int
    """From 1, in the order of the session's runs."""
    round: str = ""
    """The round that runs it; empty: the developer, at any time."""
    attempt: int = 0
    engine: str
    """`docker` or `podman`, with its version; empty where none was found."""
    source: str = ""
    """The compose file or Dockerfile that it is made from."""
    services: tuple[str, ...] = ()
    demand: Demand
    files: str
    """The digest of the project's files."""
    notes: tuple[str, ...] = ()
    """What was read otherwise than it is written."""

    @property
    def once(self) -> str | None:
        return f"exec/{self.run}"


class ExecOutput(Base):
    """A piece of what a service, or the building of its image, has written."""

    type: Literal["exec_output"] = "exec_output"
    run: int
    service: str
    stream: Stream
    text: str
    written: str
    """When its first byte came, UTC, ISO 8601."""


class ExecReady(Base):
    """Its services are up."""

    type: Literal["exec_ready"] = "exec_ready"
    run: int
    addresses: tuple[Address, ...] = ()


class ExecDone(Base):
    """The run is over, and nothing of it is left."""

    type: Literal["exec_done"] = "exec_done"
    run: int
    outcome: RunOutcome
    exit_code: int | None = None
    """Of the service that decided the outcome."""
    detail: str = ""
    """The outcome in a sentence."""
    seconds: float
    services: tuple[ServiceEnd, ...] = ()
    tests: tuple[TestResults, ...] = ()
    excerpt: str = ""
    """The part of the log that matters: the first error with its surroundings, and the end."""
    log_bytes: int = 0
    """What is kept of its output."""
    log_dropped: int = 0


class ExecError(Base):
    """It was not run, or broke off without an outcome."""

    type: Literal["exec_error"] = "exec_error"
    run: int
    kind: RunTrouble
    reason: str
    remedy: str = ""
    refusals: tuple[RunRefusal, ...] = ()
