"""A session's readable files, kept up beside its stream: in a thread, one writing at a time.

A page may take long to make. Events do not wait for it: what came meanwhile is in the next one.
"""

import asyncio
import logging
from weakref import WeakValueDictionary

from roundtable.apps.records import refresh_memory, write_session
from roundtable.bootstrap import Table
from roundtable.core.errors import RoundtableError
from roundtable.core.events import Event
from roundtable.views.folder import FolderView

_log = logging.getLogger(__name__)


class Folders:
    """The readable files of a server's sessions. What fails here harms nobody elsewhere."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._pages: dict[str, Pages] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Of two who write a session at once, the later one reads the log when it has its turn."""
        self._remembering = asyncio.Lock()
        """The same for what is known of all of them."""

    async def follow(self, session: str) -> None:
        """The files keep up with a session that is led, in their own time."""
        pages = Pages()
        state = await self._table.driver.state(session)
        pages.begin(FolderView(self._table.project.sessions, state))
        await self._table.driver.watch(session, pages.see)
        self._pages[session] = pages

    async def leave(self, session: str) -> None:
        """Nobody leads it now."""
        if pages := self._pages.pop(session, None):
            await self._table.driver.unwatch(session, pages.see)
            await pages.close()

    async def write(self, session: str) -> None:
        """The files of a session as the log has it now, and those of all sessions."""
        try:
            if pages := self._pages.get(session):
                await pages.close()  # what it still writes is older than this
            async with self._turns.setdefault(session, asyncio.Lock()):
                await write_session(self._table, await self._table.driver.state(session))
            async with self._remembering:
                await refresh_memory(self._table)
        except RoundtableError as error:
            _log.warning("%s: %s", session, error.message)

    async def close(self) -> None:
        for pages in self._pages.values():
            await pages.close()


class Pages:
    def __init__(self) -> None:
        self._folder: FolderView | None = None
        self._behind = False
        self._writing: asyncio.Task[None] | None = None

    def begin(self, folder: FolderView) -> None:
        self._folder = folder
        self._catch_up()

    def see(self, event: Event) -> None:
        if self._folder and self._folder.take_in(event):
            self._catch_up()

    async def close(self) -> None:
        """Wait until all that was seen is written."""
        if self._writing:
            await self._writing

    def _catch_up(self) -> None:
        self._behind = True
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        while self._behind and self._folder:
            self._behind = False
            await asyncio.to_thread(self._folder.write)
