"""The local driver: sessions as supervised tasks of this process, resumed from the log."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence

from roundtable.core import events as e
from roundtable.core.budget import Budget
from roundtable.core.commands import AskJudge, Command, handle
from roundtable.core.engine import Engine
from roundtable.core.errors import CommandRefused, LogMoved, StoreError
from roundtable.core.journal import Journal
from roundtable.core.ports import (
    Clock,
    EventStore,
    Hands,
    Knight,
    Limits,
    Unlimited,
    Watcher,
    Workspace,
    World,
)
from roundtable.core.seats import Seat
from roundtable.core.state import SessionState

Seating = Callable[[Sequence[Seat]], Mapping[str, Knight]]
Judging = Callable[[e.SessionStart], Mapping[str, Knight]]
"""The voices in which the seats of a session judge, where those are others."""


class LocalDriver:
    """Starts, pauses and finds sessions. Whoever starts one may go away: the task stays."""

    def __init__(
        self,
        store: EventStore,
        clock: Clock,
        workspace: Workspace,
        seating: Seating,
        limits: Limits | None = None,
        judging: Judging | None = None,
        hands: Hands | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._workspace = workspace
        self._seating = seating
        self._limits = limits or Unlimited()
        self._judging = judging or (lambda _: {})
        self._hands = hands or Hands()
        self._journals: dict[str, Journal] = {}
        self._engines: dict[str, Engine] = {}
        self._tasks: dict[str, asyncio.Task[SessionState]] = {}
        self._pausing: set[str] = set()
        """Sessions to be paused as soon as there is an engine to tell."""

    async def create(
        self,
        session: str,
        start: e.SessionStart,
        *watchers: Watcher,
        given: e.FilesGiven | None = None,
    ) -> None:
        """A new session with the files it starts from; CommandRefused when the name is taken."""
        journal = Journal(session, self._store, self._clock)
        try:
            state = await journal.record((start, given) if given else (start,))
        except LogMoved as error:
            raise CommandRefused(f"there is a session {session} already") from error
        self._journals[session] = journal
        for watcher in watchers:
            journal.watch(watcher)
        journal.tell(state.opening)
        if state.given:
            journal.tell(state.given)

    async def state(self, session: str) -> SessionState:
        return (await self._journal(session)).state

    async def events(self, session: str) -> tuple[e.Event, ...]:
        return await self._store.read(session)

    async def watch(self, session: str, watcher: Watcher) -> None:
        """See what happens from now on."""
        (await self._journal(session)).watch(watcher)

    async def start(self, session: str, budget: Budget | None = None) -> None:
        """Lead the session in the background, unless that is being done already."""
        if session in self._tasks and not self._tasks[session].done():
            return
        journal = await self._journal(session)
        self._tasks[session] = asyncio.create_task(self._lead(journal, budget), name=session)

    async def wait(self, session: str) -> SessionState:
        """The state in which the session comes to rest; its failure is raised here."""
        return await asyncio.shield(self._tasks[session])

    async def pause(self, session: str) -> SessionState:
        """Stop at once, even in the middle of a word."""
        if engine := self._engines.get(session):
            engine.pause()
        else:
            self._pausing.add(session)
        return await self.wait(session)

    def running(self) -> tuple[str, ...]:
        return tuple(name for name, task in self._tasks.items() if not task.done())

    async def send(self, session: str, command: Command) -> SessionState:
        """Hand a command to the session, whether it runs here, elsewhere, or not at all."""
        journal = await self._journal(session)
        while True:
            with contextlib.suppress(LogMoved):
                return await journal.record(handle(journal.state, command))

    async def close(self) -> None:
        """Pause everything and let go of the log."""
        for session in self.running():
            with contextlib.suppress(Exception):
                await self.pause(session)
        await self._store.close()

    async def _journal(self, session: str) -> Journal:
        if session not in self._journals:
            journal = Journal(session, self._store, self._clock)
            await journal.load()
            self._journals[session] = journal
        return self._journals[session]

    async def chat(self, session: str, question: str) -> SessionState:
        """Put a question to the judge; the answer is the last turn of the state."""
        journal = await self._journal(session)
        async with self._store.claim(session):
            await journal.load()
            await self.send(session, AskJudge(question))
            async with self._engine(journal) as engine:
                return await engine.chat()

    async def _lead(self, journal: Journal, budget: Budget | None) -> SessionState:
        async with self._store.claim(journal.session):
            await journal.load()
            async with self._engine(journal) as engine:
                try:
                    return await engine.run(budget)
                except StoreError:
                    raise
                except Exception as error:
                    # The reason goes on the record, so that whoever resumes knows it.
                    detail = f"{type(error).__name__}: {error}"
                    paused = e.SessionPaused(reason="failure", detail=detail)
                    await journal.record((paused,), insist=True)
                    raise

    @contextlib.asynccontextmanager
    async def _engine(self, journal: Journal) -> AsyncIterator[Engine]:
        """The session's engine with its voices, which are closed when it rests."""
        opening = journal.state.opening
        knights = self._seating(opening.seats)
        judges = self._judging(opening)
        world = World(
            self._store,
            knights,
            self._workspace,
            self._clock,
            self._limits,
            judges,
            self._hands,
        )
        engine = self._engines[journal.session] = Engine(journal, world)
        if journal.session in self._pausing:
            engine.pause()
        try:
            yield engine
        finally:
            self._engines.pop(journal.session, None)
            self._pausing.discard(journal.session)
            for knight in (*knights.values(), *judges.values()):
                with contextlib.suppress(Exception):
                    await knight.close()
