"""What the core asks of the world. Adapters answer; `testing` says what they must keep to."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from roundtable.core.budget import Usage
from roundtable.core.context import ContextPart, FileExcerpt, LeftOut
from roundtable.core.errors import ErrorKind, RoundtableError
from roundtable.core.events import JUDGING, Event, ProjectFile, Purpose
from roundtable.core.running import Address, Demand, RunFailed, RunOutcome, ServiceEnd, Stream
from roundtable.core.secrets import Secret
from roundtable.core.stances import FileRequest
from roundtable.core.steps import Craft, Deed

Watcher = Callable[[Event], None]
"""Sees every event once it is committed, and tokens as they come. Must not block."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One question to one knight."""

    turn_key: str
    seat: str
    system: str
    prompt: str
    max_output_tokens: int
    purpose: Purpose
    topic: str
    iteration: int
    ask: int
    spoken_before: tuple[str, ...]
    """Who has spoken in this iteration already, in order."""
    seconds: float = 120.0
    """How long the whole turn may take."""
    stage: str = ""
    """The round of a build."""
    part: str = ""
    """Which of several asks of this purpose: a chunk, a fix, a pair."""
    labels: tuple[tuple[str, str], ...] = ()
    """Labels and seats of the round, for scripted knights alone; no model is told."""


@dataclass(frozen=True, slots=True)
class Delta:
    """A piece of text as it arrives."""

    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The last thing a knight yields: the full text is the truth, whatever was streamed."""

    text: str
    usage: Usage
    cut: bool = False
    """True: the vendor stopped at the most tokens allowed, so the end of the answer is missing."""


@dataclass(frozen=True, slots=True)
class Retries:
    """The same adapter is asked again after a failure that may pass."""

    adapter: str
    kind: ErrorKind
    detail: str
    wait: float
    """Seconds until then."""


@dataclass(frozen=True, slots=True)
class FallsBack:
    """Another adapter speaks for the seat from here on."""

    adapter: str
    to: str
    kind: ErrorKind
    detail: str


Heard = Delta | Finished | Retries | FallsBack


class Knight(Protocol):
    """A voice for a seat. Fails only with KnightError; stops at once when it is cancelled."""

    @property
    def context_tokens(self) -> int:
        """How much it can read and write in one turn."""
        ...

    def worst_case(self, ask: Ask) -> Usage:
        """The most that this ask can consume."""
        ...

    def speak(self, ask: Ask) -> AsyncGenerator[Heard, None]:
        """Zero or more deltas, then exactly one Finished; adapters know no other items."""
        ...

    async def close(self) -> None: ...


@runtime_checkable
class CountsTokens(Protocol):
    """A knight whose vendor counts tokens; all others are estimated, with a margin."""

    async def count_tokens(self, system: str, prompt: str) -> int | None:
        """What the vendor counts; None when it cannot be asked now."""
        ...


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session as the store lists it, without reading its events."""

    session: str
    seq: int
    summary: str
    """JSON, as the last writer left it."""


class EventStore(Protocol):
    """Append-only logs, one for each session."""

    async def append(self, events: Sequence[Event], summary: str) -> None:
        """All of these stamped events or none, durable on return; LogMoved if not next in line."""
        ...

    async def read(self, session: str, after: int = 0) -> tuple[Event, ...]:
        """The session's events with a higher seq; empty for an unknown session."""
        ...

    async def read_types(self, *types: str) -> tuple[Event, ...]:
        """Events of these types in all sessions, in the order of their commits."""
        ...

    async def sessions(self) -> tuple[SessionRow, ...]:
        """All sessions, in the order in which they began."""
        ...

    def claim(self, session: str) -> AbstractAsyncContextManager[None]:
        """The right to lead a session; SessionBusy while another process or task has it."""
        ...

    def in_place(self) -> bool:
        """Whether what was opened is still what others would open."""
        ...

    async def close(self) -> None: ...


class Workspace(Protocol):
    """The developer's repository, read-only."""

    async def context(
        self, topic: str, memory: Sequence[ContextPart], limit_tokens: int, diff: bool = True
    ) -> tuple[tuple[ContextPart, ...], tuple[LeftOut, ...]]:
        """What the knights shall read, within the limit, and what was left out."""
        ...

    async def excerpt(self, request: FileRequest, requested_by: tuple[str, ...]) -> FileExcerpt:
        """A requested file, or the reason why it is not shown."""
        ...


class Hold(Protocol):
    def settle(self, tokens: int) -> None:
        """Say what the call really took, in place of what was reserved."""
        ...


class Limits(Protocol):
    """What all sessions share: how many calls at once, how many tokens a minute."""

    def hold(self, adapter: str, tokens: int) -> AbstractAsyncContextManager[Hold]:
        """A place for one call, waited for outside of the call's own deadline."""
        ...


class _Nothing:
    def settle(self, tokens: int) -> None: ...


class Unlimited:
    """No limits: for knights that cost and take nothing."""

    @asynccontextmanager
    async def hold(self, adapter: str, tokens: int) -> AsyncIterator[Hold]:
        yield _Nothing()


class Clock(Protocol):
    def now(self) -> str:
        """Wall clock, UTC, ISO 8601 with milliseconds."""
        ...

    def monotonic(self) -> float: ...


class Workshop(Protocol):
    """Where candidates become one tree. Code is run in a sandbox there, or not at all."""

    async def perform(self, craft: Craft) -> Event:
        """The craft's own event: surveyed, merged, fixes planned, fix tried, review planned."""
        ...


class NoWorkshop:
    """For tables that only talk."""

    async def perform(self, craft: Craft) -> Event:
        raise RoundtableError(
            "this table has no workshop", "open it with roundtable.bootstrap.open_table"
        )


class Applier(Protocol):
    """The only way to the developer's files: nothing is written but what is approved."""

    async def perform(self, deed: Deed) -> Event:
        """The deed's own event: files given, changes proposed, (not) applied, committed."""
        ...


class NoApplier:
    """For tables that write nothing."""

    async def perform(self, deed: Deed) -> Event:
        raise RoundtableError(
            "this table writes nothing", "open it with roundtable.bootstrap.open_table"
        )


@dataclass(frozen=True, slots=True)
class RunJob:
    """One run: of these files, as demanded."""

    files: Mapping[str, ProjectFile]
    demand: Demand
    variables: Mapping[str, Secret] = field(default_factory=dict)
    """The developer's own, for services that ask for them; shown nowhere."""
    waits: bool = False
    """Where as many are run as may be, it says so and waits for its place; else it is `busy`."""


@dataclass(frozen=True, slots=True)
class Began:
    """What will be run is known, and let through."""

    engine: str
    source: str
    services: tuple[str, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wrote:
    service: str
    stream: Stream
    text: str
    at: str
    """When it came, UTC, ISO 8601."""


@dataclass(frozen=True, slots=True)
class Up:
    """All services are up."""

    addresses: tuple[Address, ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    outcome: RunOutcome
    detail: str
    exit_code: int | None = None
    services: tuple[ServiceEnd, ...] = ()
    dropped: int = 0
    """Bytes of output that are not kept."""


RunNews = Began | Wrote | Up | Ended


class Runner(Protocol):
    """Runs a project where it can do no harm, or not at all."""

    def run(self, job: RunJob, stop: asyncio.Event) -> AsyncGenerator[RunNews, None]:
        """Began, what is written, Up, then exactly one Ended; RunFailed where it comes to nothing.

        `stop` ends it within two seconds. When the generator has ended or is closed, nothing of
        the run is left anywhere.
        """
        ...


class NoRunner:
    """For tables that run nothing."""

    async def run(self, job: RunJob, stop: asyncio.Event) -> AsyncGenerator[RunNews, None]:
        nothing: tuple[RunNews, ...] = ()
        for news in nothing:
            yield news
        raise RunFailed("no_engine", "this table runs nothing")


@dataclass(frozen=True, slots=True)
class Hands:
    """Who works on files: on candidates in the workshop, on the developer's own as the applier."""

    workshop: Workshop = field(default_factory=NoWorkshop)
    applier: Applier = field(default_factory=NoApplier)
    runner: Runner = field(default_factory=NoRunner)
    """Who runs what was made of them."""


@dataclass(frozen=True, slots=True)
class World:
    """The ports that one session is led through."""

    store: EventStore
    knights: Mapping[str, Knight]
    """A voice for each seat, by the seat's name."""
    workspace: Workspace
    clock: Clock
    limits: Limits = field(default_factory=Unlimited)
    judges: Mapping[str, Knight] = field(default_factory=dict)
    """The voice in which a seat judges, where it is another than the one it speaks with."""
    hands: Hands = field(default_factory=Hands)

    def voice(self, seat: str, purpose: Purpose) -> Knight:
        """Who answers for a seat when it is asked for this."""
        judge = self.judges.get(seat) if purpose in JUDGING else None
        return judge or self.knights[seat]
