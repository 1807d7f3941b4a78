"""What one server holds open: the project's table, its channels, uploads, and who leads what."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace

from roundtable.adapters.history_links import link_history
from roundtable.adapters.limits import LocalLimits
from roundtable.adapters.project import Project
from roundtable.apps.web.channels import Channels
from roundtable.apps.web.executing import Executions
from roundtable.apps.web.passes import Passes
from roundtable.apps.web.served import Served, state_file
from roundtable.apps.web.steward import Steward
from roundtable.apps.web.uploads import Uploads
from roundtable.bootstrap import Table, load_config, open_table
from roundtable.core.errors import (
    CommandRefused,
    NotAProject,
    RoundtableError,
    UnknownSession,
)


@dataclass(frozen=True, slots=True)
class Hall:
    """A table that stands: with everything that a route needs of it."""

    table: Table
    channels: Channels
    steward: Steward

    def fresh(self) -> Table:
        """The table with the config as the file has it now."""
        return replace(self.table, config=load_config(self.table.project))

    async def require(self, session: str) -> str:
        """The session of exactly this name; the project's own log is none."""
        if (await self.table.driver.state(session)).start is None:
            raise UnknownSession(f"there is no session {session!r}", "see: roundtable list")
        return session


class House:
    """One project, served. Before it has a `.roundtable` folder, there is no hall in it."""

    def __init__(
        self,
        project: Project,
        resume: bool = True,
        tell_link: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.project = project
        self._tell_link = tell_link
        self.served = Served(state_file(project.root))
        self.passes = Passes(project.root, self.served)
        self.uploads = Uploads()
        self.executions = Executions()
        self._limits = LocalLimits()
        self._resume = resume
        self._open = contextlib.AsyncExitStack()
        self._hall: Hall | None = None
        self._reopening = asyncio.Lock()

    @property
    def founded(self) -> bool:
        return self.project.folder.is_dir()

    @property
    def hall(self) -> Hall:
        if self._hall is None or not self.founded:
            raise NotAProject(
                f"there is no .roundtable folder in {self.project.root}",
                "make one on the start page",
            )
        return self._hall

    def tell_link(self) -> None:
        """The last link is spent; tell the next one to whoever sits at the terminal."""
        self._tell_link(self.passes.token)

    def hang_up(self) -> None:
        """End all streams, so that nobody is waited for."""
        if self._hall:
            self._hall.channels.hang_up()

    @contextlib.asynccontextmanager
    async def opened(self) -> AsyncIterator["House"]:
        """The house from its opening to its end; what runs then is paused."""
        try:
            if self.founded:
                await self.enter()
            yield self
        finally:
            await self._open.aclose()

    async def settled(self) -> Hall:
        """The hall once it stands: made in a terminal meanwhile, or being opened anew just now.

        One whose log was moved or replaced has had its time.
        """
        async with self._reopening:
            if self.founded and self._hall and not self._hall.table.store.in_place():
                closing, self._open, self._hall = self._open, contextlib.AsyncExitStack(), None
                await closing.aclose()
            if self.founded and self._hall is None:
                await self.enter()
        return self.hall

    async def current(self) -> Hall:
        """The hall for new work, which keeps to the rules that the config has now."""
        hall = await self.settled()
        if hall.fresh().config.rules.ignore == hall.table.config.rules.ignore:
            return hall
        return await self.reopen()

    async def enter(self) -> Hall:
        """Open the table that stands in the folder, and go on with what a crash broke off."""
        if self._hall:
            return self._hall
        self._hall = await self._furnished(self._open)
        self._close_with(self._open, self._hall)
        table, steward = self._hall.table, self._hall.steward
        await link_history(table.store, table.clock, table.project.root)
        await table.driver.settle_runs()
        await table.driver.settle_chats()
        for name in self.served.orphans() if self._resume else ():
            with contextlib.suppress(RoundtableError):  # one that cannot go on waits to be resumed
                await steward.take_up(name)
        return self._hall

    async def move_in(self) -> Hall:
        """The table that was founded just now; one whose folder was removed gives way to it."""
        return await self.reopen() if self._hall else await self.settled()

    async def reopen(self) -> Hall:
        """Open the table anew, with the config as its file has it now; nothing may be at work.

        The old one stays until the new one stands. Who watches a session is let go and comes back,
        and uploads, which were sifted by the old rules, are forgotten.
        """
        async with self._reopening:
            await self.refuse_at_work()
            opening = contextlib.AsyncExitStack()
            try:
                hall = await self._furnished(opening)
                await self.refuse_at_work()  # somebody may have begun meanwhile
            except BaseException:
                await opening.aclose()
                raise
            self._close_with(opening, hall)
            closing, self._open, self._hall = self._open, opening, hall
            await closing.aclose()
            return hall

    async def refuse_at_work(self) -> None:
        if self._hall and not await self._hall.steward.rests():
            raise CommandRefused(
                "a session is at work, and keeps to the rules with which the table was opened",
                "stop it, or wait until it rests",
            )

    async def _furnished(self, opening: contextlib.AsyncExitStack) -> Hall:
        """A hall that stands until the stack is closed, and leads nothing yet."""
        table = await opening.enter_async_context(open_table(self.project, self._limits))
        channels = Channels(table.driver, table.store)
        opening.callback(channels.close)
        return Hall(table, channels, Steward(table, channels, self.served))

    def _close_with(self, opening: contextlib.AsyncExitStack, hall: Hall) -> None:
        opening.push_async_callback(hall.steward.close)
        opening.push_async_callback(self.uploads.close)
