"""A session's readable files, kept up beside its stream: in a thread, one writing at a time.

A page may take long to make. Events do not wait for it: what came meanwhile is in the next one.
"""

import asyncio

from roundtable.core.events import Event
from roundtable.views.folder import FolderView


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
