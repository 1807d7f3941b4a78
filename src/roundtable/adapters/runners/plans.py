"""What is to be run, in our own words: no file of the project goes to an engine as it is."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from roundtable.core.running import RunRefusal

Condition = Literal["started", "healthy", "completed"]
"""What a service must have come to before another one starts."""


GIVE_VARIABLES = "give it variables: --env-file PATH, or the page's field Variables"
REACH_OTHERS = "let its build reach others: --network build"
"""What a developer can do for a run without changing its files."""
HAVE_CHANGED = "change the file, or have the table do it: roundtable retry devops --session SESSION"
PLATFORM = "linux/amd64"
"""What is built for where no engine has said otherwise."""


class PlanRefused(Exception):
    """The project asks for something that is not given; each place is named."""

    def __init__(self, refusals: tuple[RunRefusal, ...]) -> None:
        first = refusals[0]
        more = f" (and {len(refusals) - 1} more)" if len(refusals) > 1 else ""
        self.message = f"{first.path}:{first.line}: {first.what}: {first.reason}{more}"
        self.remedy = next((one.remedy for one in refusals if one.remedy), HAVE_CHANGED)
        self.refusals = refusals
        super().__init__(self.message)


@dataclass(frozen=True, slots=True)
class BuildSource:
    """An image to be made from a Dockerfile of the project."""

    dockerfile: str
    """Its path in the project, or that of the compose file which holds it."""
    text: str
    """What it says."""
    first_line: int = 1
    """Where the text begins in that file."""
    context: str = ""
    """The folder whose files it may copy, relative to the project; empty: all of it."""
    target: str = ""
    """The stage to stop at; empty: the last."""
    args: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Health:
    command: tuple[str, ...]
    """As given to exec; a line for a shell is ("/bin/sh", "-c", line)."""
    interval: float = 30.0
    timeout: float = 30.0
    retries: int = 3
    start_period: float = 0.0
    """Where a file is silent, an engine's own measures hold, as its author expects."""

    @property
    def patience(self) -> float:
        """For so many seconds it may be unwell without being given up."""
        return self.start_period + self.interval * max(1, self.retries)


@dataclass(frozen=True, slots=True)
class Mount:
    """A volume of this run, kept in memory and gone with it."""

    volume: str
    target: str
    read_only: bool = False

    @classmethod
    def unnamed(cls, service: str, target: str) -> "Mount":
        """One that only this service has; no file can name it, for the dash in front."""
        return cls(f"-{service}-{hashlib.sha256(target.encode()).hexdigest()[:12]}", target)

    @property
    def is_unnamed(self) -> bool:
        return self.volume.startswith("-")


@dataclass(frozen=True, slots=True)
class Image:
    """What a service is made of, and what the engine would add to it unasked."""

    name: str
    declared: tuple[Mount, ...] = ()
    """Each place where it declares a volume, with what it has there, to be read."""
    entrypoint: tuple[str, ...] = ()
    argv: tuple[str, ...] = ()
    """What it starts, where nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class Copy:
    """Files of the project that lie at a place inside, where its compose file would mount them."""

    source: str
    """Relative to the project; empty: all of it."""
    target: str


@dataclass(frozen=True, slots=True)
class Service:
    name: str
    image: str = ""
    """One that is there already; empty where it is built."""
    build: BuildSource | None = None
    command: tuple[str, ...] | None = None
    entrypoint: tuple[str, ...] | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    ports: tuple[int, ...] = ()
    """Inside, TCP. Each is reached through one on 127.0.0.1 that is free."""
    working_dir: str = ""
    user: str = ""
    """As the file says; root and names become nobody."""
    after: Mapping[str, Condition] = field(default_factory=dict)
    """The services that come before it."""
    health: Health | None = None
    unchecked: bool = False
    """Its file says that it is not to be asked, whatever its image has for it."""
    mounts: tuple[Mount, ...] = ()
    copies: tuple[Copy, ...] = ()
    tmpfs: tuple[str, ...] = ()
    """Further places that it may write to."""
    memory_mb: int | None = None
    """Less than the run's own bound, if it says so."""
    cpus: float | None = None
    aliases: tuple[str, ...] = ()
    """Other names under which the rest reach it."""
    stop_signal: str = ""


@dataclass(frozen=True, slots=True)
class RunPlan:
    source: str
    """The file it was read from."""
    services: tuple[Service, ...]
    """In an order in which each comes after those it waits for."""
    notes: tuple[str, ...] = ()
    """What the file says and is not done, or done otherwise."""

    @property
    def volumes(self) -> tuple[str, ...]:
        named = (mount.volume for service in self.services for mount in service.mounts)
        return tuple(dict.fromkeys(named))
