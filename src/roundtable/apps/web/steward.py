"""Leads the sessions of a server: begins, stops, resumes and answers them, and keeps their views.

No request waits for a deliberation, and none ends one by going away.
"""

import asyncio
import contextlib
import logging
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from roundtable.apps.applying import Manner, convene_apply
from roundtable.apps.convening import convene
from roundtable.apps.running import calls_for_analysis
from roundtable.apps.undoing import undo_apply
from roundtable.apps.web.channels import Channels
from roundtable.apps.web.chats import Chats, is_answering
from roundtable.apps.web.pages import Folders
from roundtable.apps.web.problems import Refusal
from roundtable.apps.web.runs import Runs
from roundtable.apps.web.served import Served
from roundtable.bootstrap import Table, load_config, seat_knight
from roundtable.core.budget import Budget
from roundtable.core.commands import Analyse, Command, Complete, refuse_at_rest
from roundtable.core.errors import CommandRefused, RoundtableError, StoreError
from roundtable.core.events import FilesGiven, SessionStart
from roundtable.core.running import Demand
from roundtable.core.secrets import Secret
from roundtable.core.state import SessionState

MOST_AT_WORK = 16
"""Sessions that one server leads at once; each of them asks several models."""
_TRY_AGAIN = 1.0
_LOOK_AGAIN = 0.02
_MOST_LOOKS = 1500
"""Half a minute: a disk may be slow, and whoever waits for a moment that never comes is told."""
_log = logging.getLogger(__name__)


class Steward:
    def __init__(self, table: Table, channels: Channels, served: Served) -> None:
        self._table = table
        self._channels = channels
        self._served = served
        self._led: set[str] = set()
        """Sessions that are led from here, from before they start until they rest."""
        self._places = 0
        """Places that are kept for sessions which are about to be led."""
        self._folders = Folders(table)
        self._chats = Chats(table, channels, self._folders.write)
        self._work: set[asyncio.Task[Any]] = set()
        """Until all of it is done, the log stays open."""
        self._runs = Runs(table, channels)
        self._applying = asyncio.Lock()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Who starts or stops a session, or asks its judge, finds it as nobody else changes it."""
        self._closing = False

    def running(self, session: str) -> bool:
        return session in self._led

    @property
    def at_work(self) -> bool:
        """Whether anything is being led, run, written or asked from here."""
        return bool(self._led or self._places or self._work or self._runs.under_way)

    async def rests(self) -> bool:
        """Whether nothing is at work here; what is about to come to its end is waited for."""
        for _ in range(_MOST_LOOKS):
            if not self.at_work or await self._goes_on():
                break
            await asyncio.sleep(_LOOK_AGAIN)
        return not self.at_work

    async def _goes_on(self) -> bool:
        """Whether anything is under way that does not end in a moment by itself."""
        for session in {*self._led, *self._chats.sessions, *self._runs.sessions}:
            state = await self._table.driver.state(session)
            running = bool(state.runs) and state.runs[-1].open
            led = self.running(session) and _is_at_work(state)
            if led or running or is_answering(state):
                return True
        return bool(self._places)

    def run_here(self, state: SessionState) -> int | None:
        """The number of the run that this server is at, a round's or the developer's."""
        last = state.runs[-1] if state.runs else None
        if last is None or not last.open:
            return None
        of_round = last.start is not None and last.start.round != ""
        here = self.running(state.session) if of_round else self._runs.at(state.session)
        return last.number if here else None

    async def begin(self, start: SessionStart, given: FilesGiven | None = None) -> str:
        """A new session, led from now on; its name."""
        with self._place():
            session = await convene(self._table, start, given=given)
            async with self._turn(session):
                await self._start(session)
        return session

    async def begin_apply(self, decided: SessionState, manner: Manner) -> str:
        """A session that carries a decision out, within what is left of the caps."""
        with self._place():
            async with self._applying:
                await self._refuse_if_applied_just_now(decided.session)
                caps = decided.budget.left(decided.committed, decided.active_seconds)
                table = replace(self._table, config=load_config(self._table.project))
                session = await convene_apply(table, decided, manner, caps)
            async with self._turn(session):
                await self._start(session)
        return session

    async def lead(self, session: str, budget: Budget | None = None) -> None:
        """Lead a session until it rests, in the background; refused where that cannot be."""
        async with self._turn(session):
            if await self._is_led(session):
                if budget:
                    raise CommandRefused(
                        "the table is at work under the caps that it has",
                        "stop it, then resume it with others",
                    )
                return
            with self._place():
                if (await self._table.driver.state(session)).ended:
                    return  # meanwhile, by another's hand
                await self._require_ready(session)
                await self._start(session, budget)

    async def take_up(self, session: str) -> None:
        """Go on with what nobody leads though it does not rest; not with what was just stopped."""
        async with self._turn(session):
            if self.running(session) or not _is_at_work(await self._table.driver.state(session)):
                return
            with self._place():
                await self._require_ready(session)
                await self._start(session)

    async def stop(self, session: str) -> SessionState:
        """Stop at once what is being said; nothing that was completed is lost."""
        async with self._turn(session):
            return await self._stop(session)

    async def _stop(self, session: str) -> SessionState:
        await self._chats.stop(session)
        if self.running(session):
            return await self._table.driver.pause(session)
        state = await self._table.driver.state(session)
        if not _is_at_work(state):
            return state
        # Nobody leads it here. If nobody does elsewhere, it broke off: that goes on the record.
        await self._require_ready(session)
        await self._table.driver.start(session)
        return await self._table.driver.pause(session)

    async def send(self, session: str, command: Command) -> SessionState:
        """Hand the command over; the files of a session that rests tell it at once."""
        state = await self._table.driver.send(session, command)
        if not self.running(session):
            await self._folders.write(session)
        return state

    async def send_and_lead(self, session: str, command: Command) -> SessionState:
        """Hand the command over and go on with it; one that could not be followed is not taken."""
        async with self._turn(session):
            return await self._send_and_lead(session, command)

    async def stop_and_lead(self, session: str, command: Command) -> SessionState:
        """The same for what is taken only at rest; what would be refused then stops nothing."""
        async with self._turn(session):
            refuse_at_rest(await self._table.driver.state(session), command)
            await self._stop(session)
            return await self._send_and_lead(session, command)

    async def _send_and_lead(self, session: str, command: Command) -> SessionState:
        if await self._is_led(session):
            return await self._table.driver.send(session, command)
        with self._place():
            await self._require_ready(session)
            state = await self._table.driver.send(session, command)
            await self._start(session)
        return state

    async def complete(self, session: str) -> SessionState:
        async with self._turn(session):
            refuse_at_rest(await self._table.driver.state(session), Complete())
            await self._stop(session)
            return await self.send(session, Complete())

    async def undo(self, session: str) -> SessionState:
        """Take an apply back, named itself or by what decided it."""
        for name in tuple(self._led):
            await self._is_led(name)  # one that is about to be gone still holds its session
        state = (await undo_apply(self._table, session)).state
        await self._folders.write(state.session)  # others may have written it as it was before
        return state

    async def run(
        self,
        session: str,
        demand: Demand,
        analyse: bool,
        variables: Mapping[str, Secret] | None = None,
    ) -> int:
        """Run what was built, in the background; the run's number.

        With `analyse`, a build that has ended goes on if the run ends badly: the table looks at it.
        """

        async def follow(state: SessionState) -> None:
            await self._folders.write(session)
            if analyse and calls_for_analysis(state) and not self._closing:
                await self.analyse(session)

        self._refuse_closing()
        return await self._runs.begin(session, demand, follow, variables)

    async def stop_run(self, session: str) -> int:
        """End the run that is under way here; its number."""
        return await self._runs.stop(session)

    async def analyse(self, session: str, instructions: str = "") -> SessionState:
        """Have the table look at the last run of a build that has ended."""
        await self._runs.refuse_at(session)
        return await self.send_and_lead(session, Analyse(instructions))

    async def chat(self, session: str, question: str) -> None:
        """Put a question to the judge; question and answer are events as all others.

        Returns when he has begun to answer; where he may not, it is refused.
        """
        async with self._turn(session):
            self._chats.refuse_at(session)
            if await self._is_led(session):
                raise CommandRefused(
                    "the table is at work, and the judge with it", "stop it first, or wait"
                )
            await self._require_ready(session)
            asking = await self._chats.begin(session, question)
            self._keep(asking)
        await self._chats.begun(session, asking)

    async def close(self) -> None:
        """Pause what runs; whoever restarts the server finds it paused, by his own hand."""
        self._closing = True
        self._served.keep_leading(())
        await self._runs.close()
        for session in (*self._chats.sessions, *self._led):
            with contextlib.suppress(Exception):
                await self.stop(session)
        await asyncio.gather(*self._work, return_exceptions=True)
        await self._folders.close()

    async def _is_led(self, session: str) -> bool:
        """Whether it is at work here. That it has come to rest is in the log, and known to every
        viewer, a moment before whoever led it is gone: that moment is waited for."""
        for _ in range(_MOST_LOOKS):
            if not self.running(session) or _is_at_work(await self._table.driver.state(session)):
                break
            await asyncio.sleep(_LOOK_AGAIN)
        return self.running(session)

    async def _start(self, session: str, budget: Budget | None = None) -> None:
        """Lead it; whoever calls this has its turn."""
        await self._channels.listen(session)
        try:
            await self._folders.follow(session)
            await self._table.driver.start(session, budget)
        except BaseException:
            await self._leave(session)
            raise
        self._led.add(session)  # from here to the end of its place nobody else has the word
        self._keep(asyncio.create_task(self._follow(session)))
        self._served.keep_leading(sorted(self._led))

    async def _follow(self, session: str) -> None:
        try:
            state = await self._table.driver.wait(session)
        except RoundtableError as error:
            _log.warning("%s: %s; %s", session, error.message, error.remedy)
            if isinstance(error, StoreError):
                self._keep(asyncio.create_task(self._tell_later(session, error)))
            return
        except Exception:
            _log.exception("%s: unexpected failure; the session is paused", session)
            return
        finally:
            await self._leave(session)
        await self._folders.write(session)
        if self._closing:
            return
        try:
            if _is_to_be_applied(state):
                await self.begin_apply(state, Manner())
            elif (await self._table.driver.state(session)).seq > state.seq:
                # An answer came when the table had risen, and was not gone yet.
                await self.take_up(session)
        except (RoundtableError, Refusal) as error:
            _log.warning("%s cannot go on: %s", session, error)

    async def _tell_later(self, session: str, error: StoreError) -> None:
        """That the log could not be written is in the log as soon as it can be."""
        while not self._closing:
            await asyncio.sleep(_TRY_AGAIN)
            try:
                await self._table.driver.break_off(session, error.message)
            except StoreError:
                continue
            except RoundtableError as other:
                _log.warning("%s: %s", session, other.message)
            return

    async def _leave(self, session: str) -> None:
        """Nobody leads it now: what followed it for that is over."""
        self._led.discard(session)
        if not self._closing:
            self._served.keep_leading(sorted(self._led))
        await self._folders.leave(session)
        await self._channels.let_go(session)

    async def _require_ready(self, session: str) -> None:
        """Refuses what could not be led now, before anything is recorded."""
        self._chats.refuse_at(session)
        state = await self._table.driver.state(session)
        for seat in state.seats:
            await asyncio.to_thread(seat_knight, seat, self._table.project)
        async with self._table.store.claim(session):
            pass

    async def _refuse_if_applied_just_now(self, decided: str) -> None:
        going: dict[str, str] = {}
        for event in await self._table.store.read_types("session_start", "session_end"):
            if isinstance(event, SessionStart) and event.errand:
                going[event.session] = event.errand.session
            else:
                going.pop(event.session, None)
        for session, of in going.items():
            if of == decided:
                raise CommandRefused(
                    f"{session} is carrying it out already", "go on there: it waits for you"
                )

    @contextlib.contextmanager
    def _place(self) -> Iterator[None]:
        """A place at work, kept before the first thing is done for it."""
        self._refuse_closing()
        if len(self._led) + self._places >= MOST_AT_WORK:
            raise Refusal(
                "too_many",
                f"{MOST_AT_WORK} sessions are at work",
                "wait until one of them rests, or stop one",
            )
        self._places += 1
        try:
            yield
        finally:
            self._places -= 1

    def _refuse_closing(self) -> None:
        if self._closing:  # for good, or because another one takes its place
            raise Refusal("busy", "the table is being opened anew", "try it again in a moment")

    def _turn(self, session: str) -> asyncio.Lock:
        return self._turns.setdefault(session, asyncio.Lock())

    def _keep(self, task: asyncio.Task[Any]) -> None:
        self._work.add(task)
        task.add_done_callback(self._work.discard)


def _is_at_work(state: SessionState) -> bool:
    return not (state.ended or state.question or state.paused)


def _is_to_be_applied(state: SessionState) -> bool:
    chosen = state.choices[-1].option if state.choices else ""
    return state.ended is not None and state.decision is not None and chosen == "apply"
