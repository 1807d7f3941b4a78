"""A run of what was built: what is asked for, what it may use, and what can come of it."""

from typing import Literal

from pydantic import Field

from roundtable.core.values import Value

Network = Literal["none", "build", "all"]
"""Whom it may reach: nobody, others while its image is being built, or others at all times."""

Stream = Literal["build", "stdout", "stderr", "notice"]
"""Where a line came from; `notice` is our own word on the run."""

RunOutcome = Literal[
    "succeeded",
    "served",
    "failed",
    "build_failed",
    "unhealthy",
    "timed_out",
    "out_of_memory",
    "too_many_processes",
    "flooded",
    "stopped",
]
"""How a run ended.

`served`: it was up and answering when its time was over, or when it was stopped. `flooded`: it
wrote more than is kept. `stopped`: by the developer, before it had come to anything.
"""

GOOD: frozenset[RunOutcome] = frozenset({"succeeded", "served"})
"""Nothing is wrong with what ended so."""

RunTrouble = Literal[
    "no_engine", "nothing_to_run", "refused", "no_image", "busy", "engine_failed", "broken_off"
]
"""Why a run did not come to be, or left no outcome.

`no_image`: one that it stands on is not on this machine, and was not allowed to be fetched.
"""


class RunLimits(Value):
    """What one run may use; each service of several has the whole of it but for the clock."""

    memory_mb: int = Field(default=512, ge=16, le=65_536)
    cpus: float = Field(default=1.0, ge=0.01, le=64)
    processes: int = Field(default=256, ge=8, le=4096)
    """Processes and threads together."""
    seconds: float = Field(default=120.0, ge=1, le=3600)
    """From the start of its first service, by the clock on the wall."""
    build_seconds: float = Field(default=300.0, ge=1, le=3600)
    log_bytes: int = Field(default=1_048_576, ge=1024, le=67_108_864)
    """What is kept of all that it writes; who writes more is ended."""
    disk_mb: int = Field(default=64, ge=1, le=4096)
    """Each place that it may write to: /tmp, and every volume."""


class Demand(Value):
    """What a run is asked to be."""

    limits: RunLimits = RunLimits()
    network: Network = "none"
    settle_seconds: float | None = None
    """A service that is up for so long has served, and is ended; None: it stays up."""
    variables: bool = False
    """True: the developer gave it a file of variables. Their values are recorded nowhere."""


class RunRefusal(Value):
    """One thing in the project's files for which it is not run."""

    path: str
    line: int = Field(ge=1)
    what: str
    """The words that are refused, on one line."""
    reason: str
    remedy: str = ""
    """What of the run itself would lift it, such as a flag; empty: only the file can be changed."""


class ServiceEnd(Value):
    name: str
    outcome: RunOutcome
    exit_code: int | None = None
    """None: it was ended by us, or never started."""


class Address(Value):
    """Where a service can be reached on this machine."""

    service: str
    port: int
    """Inside."""
    url: str


class TestResults(Value):
    """What a known runner of tests printed of its results."""

    __test__ = False
    runner: str
    passed: int = Field(ge=0)
    failed: int = Field(ge=0)
    skipped: int = Field(default=0, ge=0)
    failures: tuple[str, ...] = ()
    """The names of the tests that failed, as they were printed."""


class RunFailed(Exception):
    """A run came to nothing, by kind, with the remedy and the places that were refused."""

    def __init__(
        self,
        kind: RunTrouble,
        reason: str,
        remedy: str = "",
        refusals: tuple[RunRefusal, ...] = (),
    ) -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason
        self.remedy = remedy
        self.refusals = refusals
