"""The developer's runs of one server: each in the background, from its place to its end.

No request waits for a run, and none ends one by going away. It is no lead: the session rests, or
goes on, whatever comes of it.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping

from roundtable.apps.web.channels import Channels
from roundtable.apps.web.problems import Refusal
from roundtable.bootstrap import Table
from roundtable.core.errors import RoundtableError
from roundtable.core.running import Demand
from roundtable.core.secrets import Secret
from roundtable.core.state import SessionState

BEGINS_WITHIN = 3.0
"""Seconds that an answer waits for a run's first word; then it goes on without."""
STOPS_WITHIN = 4.0
"""The same for its last: it is ended within two, and what it wrote is put on record."""
_LOOK_AGAIN = 0.02
_MOST_LOOKS = 250
_log = logging.getLogger(__name__)


class Runs:
    def __init__(self, table: Table, channels: Channels) -> None:
        self._table = table
        self._channels = channels
        self._tasks: dict[str, asyncio.Task[SessionState]] = {}
        self._known: dict[str, int] = {}
        """The last run of a session before the one that is under way here."""
        self._after: set[asyncio.Task[None]] = set()

    @property
    def sessions(self) -> tuple[str, ...]:
        return tuple(self._tasks)

    @property
    def under_way(self) -> bool:
        return bool(self._tasks or self._after)

    def at(self, session: str) -> bool:
        """Whether a run of this session, asked for by the developer, is under way here."""
        return session in self._tasks

    async def refuse_at(self, session: str) -> None:
        """That it is over is known to every viewer a moment before it is over here: that moment is
        waited for."""
        for _ in range(_MOST_LOOKS):
            if session not in self._tasks or not await self._is_told_over(session):
                break
            await asyncio.sleep(_LOOK_AGAIN)
        self._refuse_at(session)

    def _refuse_at(self, session: str) -> None:
        if session in self._tasks:
            raise Refusal("busy", "this session is being run already", "stop that run, or wait")

    async def begin(
        self,
        session: str,
        demand: Demand,
        then: Callable[[SessionState], Awaitable[None]],
        variables: Mapping[str, Secret] | None,
    ) -> int:
        """Start a run; its number, as soon as it has said or come to anything.

        What is refused before there is a word on record is refused here. `then` is called with
        the state after it.
        """
        await self.refuse_at(session)
        known = _last(await self._table.driver.state(session))
        self._refuse_at(session)  # somebody may have begun meanwhile
        self._known[session] = known
        task = self._tasks[session] = asyncio.create_task(self._run(session, demand, variables))
        task.add_done_callback(lambda _: self._tasks.pop(session, None))
        following = asyncio.create_task(self._follow(session, task, then))
        self._after.add(following)
        following.add_done_callback(self._after.discard)
        return await self._first_word(session, task, known)

    async def stop(self, session: str) -> int:
        """End the run that is under way here, a round's too; its number. Refused if there is none.

        It is over when this returns, unless it takes longer than it should.
        """
        driver = self._table.driver
        told = driver.stop_run(session)
        while not told and session in self._tasks:  # it has its place, and is not there yet
            await asyncio.sleep(_LOOK_AGAIN)
            told = driver.stop_run(session)
        if not told:
            raise Refusal("refused", "nothing of this session is being run here", "run it first")
        state = await driver.state(session)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOPS_WITHIN):
                while session in self._tasks or (state.runs and state.runs[-1].open):
                    await asyncio.sleep(_LOOK_AGAIN)
                    state = await driver.state(session)
        return _last(state)

    async def close(self) -> None:
        """Break off whatever is run; that it was is on record when this returns."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._after, return_exceptions=True)

    async def _is_told_over(self, session: str) -> bool:
        state = await self._table.driver.state(session)
        return _last(state) > self._known[session] and not state.runs[-1].open

    async def _run(
        self, session: str, demand: Demand, variables: Mapping[str, Secret] | None
    ) -> SessionState:
        await self._channels.listen(session)
        try:
            return await self._table.driver.run(session, demand, variables)
        finally:
            await self._channels.let_go(session)

    async def _follow(
        self,
        session: str,
        task: "asyncio.Task[SessionState]",
        then: Callable[[SessionState], Awaitable[None]],
    ) -> None:
        try:
            state = await task
            await then(state)
        except asyncio.CancelledError:
            return  # the server is closing
        except (RoundtableError, Refusal) as error:
            _log.warning("%s: %s", session, error)
        except Exception:
            _log.exception("%s: a run failed unexpectedly", session)

    async def _first_word(
        self, session: str, task: "asyncio.Task[SessionState]", known: int
    ) -> int:
        number = known + 1
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(BEGINS_WITHIN):
                while not task.done():
                    number = _last(await self._table.driver.state(session))
                    if number > known:
                        return number
                    await asyncio.sleep(_LOOK_AGAIN)
        if task.done():
            return _last(task.result())
        return known + 1


def _last(state: SessionState) -> int:
    return state.runs[-1].number if state.runs else 0
