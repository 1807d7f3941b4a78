"""Who watches which session: each event becomes a frame once, and goes to every viewer's queue.

A viewer that cannot keep up is dropped: it comes back with the id of the last frame it has, and
reads the rest from the log. Nobody else waits for it, and the table least of all.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from roundtable.adapters.drivers.local import LocalDriver
from roundtable.core import events as e
from roundtable.core.ports import EventStore
from roundtable.views.stream import frame

MOST_QUEUED = 256 * 1024
"""Bytes that wait for one viewer; a single frame may be larger."""
LOOK_AGAIN = 0.4
"""Seconds between two looks into the log for what another process has written."""


class Viewer:
    """One open stream."""

    def __init__(self) -> None:
        self._frames: deque[tuple[int, bytes]] = deque()
        self._bytes = 0
        self._ready = asyncio.Event()
        self.dropped = asyncio.Event()
        """It could not keep up."""
        self.over = False
        """The server is going: the stream ends."""

    def put(self, seq: int, data: bytes) -> None:
        if self.dropped.is_set():
            return
        if self._frames and self._bytes + len(data) > MOST_QUEUED:
            self._frames.clear()
            self.dropped.set()
            return
        self._frames.append((seq, data))
        self._bytes += len(data)
        self._ready.set()

    def end(self) -> None:
        self.over = True
        self._ready.set()

    async def take(self, sent: int, seconds: float) -> tuple[int, bytes]:
        """What waits beyond the frame that was sent last; empty when nothing comes in time."""
        if not self._frames and not self.over:
            self._ready.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ready.wait(), seconds)
        pieces = []
        while self._frames:
            seq, data = self._frames.popleft()
            if seq == 0 or seq > sent:
                pieces.append(data)
                sent = seq or sent
        self._bytes = 0
        return sent, b"".join(pieces)


@dataclass
class _Channel:
    viewers: set[Viewer] = field(default_factory=set)
    said: dict[str, e.Token] = field(default_factory=dict)
    """What open turns have said so far, for who comes in the middle of a word."""
    held: int = 0
    """How many lead, run or ask the session here."""
    looking: "asyncio.Task[None] | None" = None

    def see(self, event: e.Event) -> None:
        if isinstance(event, e.Token):
            before = self.said.get(event.turn_key)
            text = (before.text if before else "") + event.text
            self.said[event.turn_key] = event.model_copy(update={"text": text})
        elif isinstance(event, e.AgentStart | e.AgentEnd | e.AgentError | e.AgentInterrupted):
            self.said.pop(event.turn_key, None)
        if self.viewers:
            data = frame(event)
            for viewer in self.viewers:
                viewer.put(event.seq, data)


class Channels:
    """All sessions that somebody watches, or that something is done with."""

    def __init__(self, driver: LocalDriver, store: EventStore) -> None:
        self._driver = driver
        self._store = store
        self._channels: dict[str, _Channel] = {}
        self._opening = asyncio.Lock()

    def hang_up(self) -> None:
        """End every stream; a client that comes back finds the next server."""
        for channel in self._channels.values():
            for viewer in channel.viewers:
                viewer.end()

    async def listen(self, session: str) -> None:
        """Follow it until it is let go, so that what is said can be shown to who comes later."""
        (await self._opened(session)).held += 1

    async def let_go(self, session: str) -> None:
        if channel := self._channels.get(session):
            channel.held -= 1
            await self._close_unused(session, channel)

    @contextlib.asynccontextmanager
    async def viewing(self, session: str, after: int) -> AsyncIterator[tuple[Viewer, int, bytes]]:
        """A viewer of what comes, and until then: all frames since `after`, with the last's id."""
        channel, viewer = await self._opened(session), Viewer()
        # What is said from this moment on comes by the queue, and only by it.
        said = [frame(token) for token in channel.said.values()]
        channel.viewers.add(viewer)
        if channel.looking is None:
            channel.looking = asyncio.create_task(self._look(session, channel))
        try:
            # An id that the log does not have is none of ours: then all of it is told.
            if after > (await self._driver.state(session)).seq:
                after = 0
            missed = await self._store.read(session, after)
            last = missed[-1].seq if missed else after
            yield viewer, last, b"".join([*map(frame, missed), *said])
        finally:
            channel.viewers.discard(viewer)
            if not channel.viewers and channel.looking is not None:
                channel.looking.cancel()
                channel.looking = None
            await self._close_unused(session, channel)

    def close(self) -> None:
        """Let every viewer go: whoever wants to see more comes back."""
        for channel in self._channels.values():
            for viewer in channel.viewers:
                viewer.dropped.set()

    async def _opened(self, session: str) -> _Channel:
        async with self._opening:  # nobody is given a channel that hears nothing yet
            if session not in self._channels:
                channel = _Channel()
                await self._driver.watch(session, channel.see)
                self._channels[session] = channel
            return self._channels[session]

    async def _close_unused(self, session: str, channel: _Channel) -> None:
        if not (channel.viewers or channel.held) and self._channels.get(session) is channel:
            del self._channels[session]
            await self._driver.unwatch(session, channel.see)

    async def _look(self, session: str, channel: _Channel) -> None:
        """What another process writes is seen here as well, a moment later."""
        while channel.viewers:
            await asyncio.sleep(LOOK_AGAIN)
            with contextlib.suppress(Exception):  # the log may be out of reach for a moment
                await self._driver.state(session)
