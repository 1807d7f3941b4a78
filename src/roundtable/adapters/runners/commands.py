"""The engine's own command as a child of ours: words only, a process group of its own, and gone."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from roundtable.adapters.finishing import to_the_end

_PIECE = 64 * 1024
_MOST_KEPT = 4 * 1024 * 1024
_LAST_CALL_SECONDS = 30.0
"""How long a short command may go on after nobody waits for it any longer: a `create` that is torn
off leaves a container behind, and a machine may stand still for some seconds."""
_LAST_WORDS_SECONDS = 0.5
"""How long a pipe may stay open after its process has ended."""

Hear = Callable[[int, bytes], None]
"""Takes a piece of output: of 1, standard output, or of 2, standard error."""


@dataclass(frozen=True, slots=True)
class Called:
    """How a short command ended."""

    code: int
    out: str
    complaint: str
    timed_out: bool = False

    @property
    def lines(self) -> list[str]:
        return [line for line in self.out.splitlines() if line.strip()]


@dataclass(frozen=True, slots=True)
class Command:
    """An engine's command, with the environment that it needs and nothing more of ours."""

    path: str
    environment: Mapping[str, str]

    async def call(self, *words: str, stdin: bytes = b"", seconds: float = 20.0) -> Called:
        """A short command, to its end. Who is cancelled meanwhile waits for it a moment longer:
        what it makes must be known, or nobody would remove it."""
        task = asyncio.ensure_future(self._call(words, stdin, seconds))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            ends = asyncio.get_running_loop().time() + _LAST_CALL_SECONDS
            while not task.done() and (left := ends - asyncio.get_running_loop().time()) > 0:
                with suppress(asyncio.CancelledError):
                    await asyncio.wait({task}, timeout=left)
            task.cancel()
            raise

    async def ask(self, *words: str, seconds: float = 20.0) -> Called:
        """A short command that makes nothing: who is cancelled meanwhile ends it at once."""
        return await self._call(words, b"", seconds)

    async def _call(self, words: tuple[str, ...], stdin: bytes, seconds: float) -> Called:
        heard = {1: bytearray(), 2: bytearray()}

        def hear(stream: int, piece: bytes) -> None:
            if len(heard[stream]) < _MOST_KEPT:
                heard[stream] += piece

        timed_out = False
        async with self.running(*words, hear=hear, stdin=stdin) as child:
            try:
                async with asyncio.timeout(seconds):
                    await child.end()
            except TimeoutError:
                timed_out = True
        out, complaint = (heard[n].decode("utf-8", "replace") for n in (1, 2))
        code = child.code if child.code is not None else -1
        return Called(code, out, complaint.strip(), timed_out)

    @asynccontextmanager
    async def talking(
        self, *words: str
    ) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """The command's own output and input, while it runs; then its group is dead."""
        process = await self._spawn(words, asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL)
        child = Child(process, lambda _, __: None, None)
        try:
            assert process.stdout is not None and process.stdin is not None
            yield process.stdout, process.stdin
        finally:
            await child.close()

    async def _spawn(
        self, words: tuple[str, ...], stdin: int, stderr: int
    ) -> asyncio.subprocess.Process:
        made: list[asyncio.subprocess.Process] = []

        async def make() -> None:
            made.append(
                await asyncio.create_subprocess_exec(
                    self.path,
                    *words,
                    stdin=stdin,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=stderr,
                    env=dict(self.environment),
                    cwd="/",
                    start_new_session=True,
                    limit=_PIECE,
                )
            )

        try:
            # Torn off in the middle, it would leave its pipes open.
            await to_the_end(make())
        except asyncio.CancelledError:
            for process in made:
                await to_the_end(Child(process, lambda _, __: None, None).close())
            raise
        return made[0]

    @asynccontextmanager
    async def running(
        self, *words: str, hear: Hear, stdin: bytes | None = b""
    ) -> AsyncIterator["Child"]:
        """The command while it runs; when this is left, all of its process group is dead."""
        fed = asyncio.subprocess.PIPE if stdin else asyncio.subprocess.DEVNULL
        process = await self._spawn(words, fed, asyncio.subprocess.PIPE)
        child = Child(process, hear, stdin or b"")
        try:
            yield child
        finally:
            await child.close()


class Child:
    """A running command: what it says is handed on as it comes."""

    def __init__(
        self, process: asyncio.subprocess.Process, hear: Hear, stdin: bytes | None
    ) -> None:
        """`stdin` None: whoever started it talks to it himself."""
        self._process = process
        self._tasks = [
            asyncio.ensure_future(_listen(stream, number, hear))
            for number, stream in ((1, process.stdout), (2, process.stderr))
            if stream and stdin is not None
        ]
        if process.stdin and stdin is not None:
            self._tasks.append(asyncio.ensure_future(_tell(process.stdin, stdin)))

    @property
    def code(self) -> int | None:
        return self._process.returncode

    async def end(self) -> int:
        """Its exit code, when it has ended and its last words are heard."""
        code = await self._process.wait()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_LAST_WORDS_SECONDS)
        return code

    def kill(self) -> None:
        """All of its process group, at once."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    async def close(self) -> None:
        if self._process.returncode is None:
            self.kill()
        for task in self._tasks:
            task.cancel()
        # A pipe that is full and that nobody reads would keep the process from counting as ended.
        transport: asyncio.SubprocessTransport = self._process._transport  # type: ignore[attr-defined]
        for number in range(3):
            if pipe := transport.get_pipe_transport(number):
                pipe.close()
        await asyncio.wait({asyncio.ensure_future(self._process.wait()), *self._tasks})


async def _listen(stream: asyncio.StreamReader, number: int, hear: Hear) -> None:
    while piece := await stream.read(_PIECE):
        hear(number, piece)


async def _tell(pipe: asyncio.StreamWriter, stdin: bytes) -> None:
    with suppress(ConnectionError):
        pipe.write(stdin)
        await pipe.drain()
    with suppress(ConnectionError):
        pipe.close()
