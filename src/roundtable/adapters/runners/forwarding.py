"""Ports on 127.0.0.1 that lead to a service: ours, so that they are gone when we are.

A service needs no network for that: a small program in its own image talks to it from inside.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from roundtable.adapters.runners import watching
from roundtable.adapters.runners.commands import Command

_PIECE = 64 * 1024
_AGAIN_SECONDS = 0.1
_MOST_TALKS = 16
"""Connections at once; others wait."""

_PYTHON = """
import os, socket, sys, threading
s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), 5)
if len(sys.argv) > 2:
    sys.exit()
s.settimeout(None)
def tell():
    while data := os.read(0, 65536):
        s.sendall(data)
    s.shutdown(socket.SHUT_WR)
threading.Thread(target=tell, daemon=True).start()
while data := s.recv(65536):
    while data:
        data = data[os.write(1, data):]
"""
_NODE = """
const [port, only] = process.argv.slice(1)
const s = require("net").connect(+port, "127.0.0.1", () => only && process.exit())
s.on("error", () => process.exit(1))
process.stdin.pipe(s).pipe(process.stdout)
"""
_TOOLS = {
    "python3": ("-c", _PYTHON),
    "python": ("-c", _PYTHON),
    "node": ("-e", _NODE),
    "nc": ("127.0.0.1",),
}
"""Programs that an image may have, and how each is made to talk to a port given after these."""
_PLACES = ("/usr/local/bin", "/usr/bin", "/bin")
PROBE = (
    "-c",
    f"for tool in {' '.join(_TOOLS)}; do for place in {' '.join(_PLACES)}; do "
    "[ -x $place/$tool ] && echo $place/$tool && exit; done; done",
)
"""For a shell in the image: prints the first of them that is there as a file."""


def known_tool(path: str) -> str:
    """The path, if it is that of a program we know; empty otherwise."""
    return path if path.startswith("/") and path.rpartition("/")[2] in _TOOLS else ""


@dataclass(frozen=True, slots=True)
class FromInside:
    """By a program of the image, started beside the service."""

    command: Command
    container: str
    tool: str
    """The program's path."""
    port: int

    @asynccontextmanager
    async def talk(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        words = ("exec", "--interactive", self.container, *self._words())
        async with self.command.talking(*words) as pair:
            yield pair

    async def answers(self) -> bool:
        check = ("only",) if self._name != "nc" else ()
        words = ("exec", self.container, *self._words(), *check)
        called = await self.command.ask(*words, seconds=10.0)
        return called.code == 0

    @property
    def _name(self) -> str:
        return self.tool.rpartition("/")[2]

    def _words(self) -> tuple[str, ...]:
        return (self.tool, *_TOOLS[self._name], str(self.port))


@dataclass(frozen=True, slots=True)
class ByAddress:
    """Over the run's own network, where the image has no program for it."""

    host: str
    port: int

    @asynccontextmanager
    async def talk(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        reader, writer = await asyncio.open_connection(self.host, self.port)
        try:
            yield reader, writer
        finally:
            writer.close()

    async def answers(self) -> bool:
        try:
            async with asyncio.timeout(1.0), self.talk():
                return True
        except (OSError, TimeoutError):
            return False


@dataclass(frozen=True, slots=True)
class Unreached:
    """No way at all: the image has no program for it, and there is no network. It is only seen."""

    pid: int
    port: int

    async def answers(self) -> bool:
        # Where not even that can be seen, one that runs is taken to be up.
        return watching.listens(self.pid, self.port) is not False


Way = FromInside | ByAddress | Unreached


class Forward:
    """One port of this machine for one port of a container."""

    def __init__(self, reach: FromInside | ByAddress) -> None:
        self._reach = reach
        self._server: asyncio.Server | None = None
        self._talks: set[asyncio.Task[None]] = set()
        self._room = asyncio.Semaphore(_MOST_TALKS)

    async def open(self) -> int:
        """The port on 127.0.0.1."""
        self._server = await asyncio.start_server(self._begin, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        if self._server:
            self._server.close()
        for talk in self._talks:
            talk.cancel()
        if self._talks:
            await asyncio.wait(self._talks)

    def _begin(self, ours: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        talk = asyncio.ensure_future(self._talk(ours, back))
        self._talks.add(talk)
        talk.add_done_callback(self._talks.discard)

    async def _talk(self, ours: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        try:
            async with self._room, self._reach.talk() as (theirs, there):
                asking = asyncio.ensure_future(_pump(ours, there))
                try:
                    # When the service has said all, the talk is over, whatever is still asked.
                    await _pump(theirs, back)
                finally:
                    asking.cancel()
                    await asyncio.wait({asking})
        except OSError:
            pass
        finally:
            back.close()


async def _pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await source.read(_PIECE):
            sink.write(piece)
            await sink.drain()
        if sink.can_write_eof():
            sink.write_eof()


async def answering(*ways: Way) -> None:
    """Returns when somebody listens at one of them."""
    while True:
        for way in ways:
            if await way.answers():
                return
        await asyncio.sleep(_AGAIN_SECONDS)
