"""The local driver: sessions as supervised tasks of this process, resumed from the log."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence

from roundtable.core import events as e
from roundtable.core.budget import Budget
from roundtable.core.commands import AskJudge, Command, handle
from roundtable.core.engine import Engine, open_turns
from roundtable.core.errors import CommandRefused, LogMoved, SessionBusy, StoreError
from roundtable.core.executing import Execution
from roundtable.core.journal import Journal
from roundtable.core.ports import (
    Clock,
    EventStore,
    Hands,
    Knight,
    Limits,
    RunJob,
    Unlimited,
    Watcher,
    Workspace,
    World,
)
from roundtable.core.running import Demand
from roundtable.core.seats import Seat
from roundtable.core.secrets import Secret
from roundtable.core.state import SessionState

Seating = Callable[[Sequence[Seat]], Mapping[str, Knight]]
Judging = Callable[[e.SessionStart], Mapping[str, Knight]]
"""The voices in which the seats of a session judge, where those are others."""


MOST_KEPT = 32
"""Sessions whose state is held though nobody leads or watches them; a log is soon read again."""


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
        self._executions: dict[str, Execution] = {}
        """Runs that the developer asked for; those of a round are its engine's."""
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
        """What the log says now, whoever has written it."""
        return await (await self._journal(session)).load()

    async def events(self, session: str) -> tuple[e.Event, ...]:
        return await self._store.read(session)

    async def watch(self, session: str, watcher: Watcher) -> None:
        """See what happens from now on."""
        (await self._journal(session)).watch(watcher)

    async def unwatch(self, session: str, watcher: Watcher) -> None:
        (await self._journal(session)).unwatch(watcher)

    async def start(self, session: str, budget: Budget | None = None) -> None:
        """Lead the session in the background, unless that is being done already."""
        if session in self._tasks and not self._tasks[session].done():
            return
        journal = await self._journal(session)
        self._pausing.discard(session)  # meant for what ran before
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
        try:
            return await self.wait(session)
        finally:
            self._pausing.discard(session)  # the table has risen: the next one is not meant

    def hush(self, session: str) -> None:
        """Break off whatever is being said for the session here, a chat included."""
        if engine := self._engines.get(session):
            engine.pause()
        else:
            self._pausing.add(session)  # whoever is about to speak does not begin

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
        journal = self._journals.pop(session, None)
        if journal is None:
            journal = Journal(session, self._store, self._clock)
            await journal.load()
            journal = self._journals.pop(session, journal)  # somebody else may have read it too
        self._journals[session] = journal  # the last to be asked for is the last to be let go
        self._let_go()
        return journal

    def _let_go(self) -> None:
        """Forget what has been asked for least lately; what anybody leads or watches stays."""
        idle = [name for name, journal in self._journals.items() if not self._is_held(journal)]
        for name in idle[:-MOST_KEPT]:
            del self._journals[name]
            self._tasks.pop(name, None)

    def _is_held(self, journal: Journal) -> bool:
        name = journal.session
        task = self._tasks.get(name)
        at_work = name in self._engines or name in self._executions
        return journal.watched or at_work or (task is not None and not task.done())

    async def chat(self, session: str, question: str) -> SessionState:
        """Put a question to the judge; the answer is the last turn of the state."""
        journal = await self._journal(session)
        try:
            async with self._store.claim(session):
                await journal.load()
                await _settle_chat(journal)
                await self.send(session, AskJudge(question))
                async with self._engine(journal) as engine:
                    return await engine.chat()
        finally:
            self._pausing.discard(session)

    async def run(
        self, session: str, demand: Demand, variables: Mapping[str, Secret] | None = None
    ) -> SessionState:
        """Run what the session has built, at the developer's word; it moves nothing else."""
        journal = await self._journal(session)
        await journal.load()
        if not journal.state.project:
            raise CommandRefused(
                f"session {session} has no files to run", "name a build: roundtable list"
            )
        if session in self._executions:
            raise SessionBusy(f"session {session} is being run", "stop that run, or wait for it")
        execution = self._executions[session] = self._execution(journal)
        try:
            await execution.perform(RunJob(journal.state.project, demand, variables or {}))
        finally:
            del self._executions[session]
        return journal.state

    async def break_off(self, session: str, detail: str) -> None:
        """Put on record that it could not go on; not where it rests, or somebody leads it."""
        async with self._store.claim(session):
            journal = await self._journal(session)
            state = await journal.load()
            if not (state.ended or state.question or state.paused):
                paused = e.SessionPaused(reason="failure", detail=detail)
                await journal.record((paused,), insist=True)

    async def settle_runs(self) -> None:
        """Whatever was being run when its process was killed is told to have been broken off."""
        going: dict[str, int] = {}
        for event in await self._store.read_types("exec_start", "exec_done", "exec_error"):
            if isinstance(event, e.ExecStart):
                going[event.session] = event.run
            else:
                going.pop(event.session, None)
        for session in going:
            await self._execution(await self._journal(session)).settle()

    async def settle_chats(self) -> None:
        """The same for what a judge was asked; no lead would take it over, for it led nothing."""
        asked = {event.session for event in await self._store.read_types("chat_asked")}
        for session in asked:
            with contextlib.suppress(SessionBusy):
                async with self._store.claim(session):
                    journal = await self._journal(session)
                    await journal.load()
                    await _settle_chat(journal)

    def stop_run(self, session: str) -> bool:
        """End the session's run here, the round's or the developer's; False: there is none."""
        engine = self._engines.get(session)
        either = (self._executions.get(session), engine.execution if engine else None)
        running = [execution for execution in either if execution]
        for execution in running:
            execution.stop.set()
        return bool(running)

    def _execution(self, journal: Journal) -> Execution:
        world = World(self._store, {}, self._workspace, self._clock, hands=self._hands)
        return Execution(journal, world)

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


async def _settle_chat(journal: Journal) -> None:
    """Whoever has claimed the session is alone: an answer that is open broke off."""
    broken = [turn for turn in open_turns(journal.state, "crash") if _is_chat(journal, turn)]
    if broken:
        await journal.record(broken, insist=True)


def _is_chat(journal: Journal, turn: e.AgentInterrupted) -> bool:
    return journal.state.turns[turn.turn_key].purpose == "chat"
