"""A vendor's command as a child of ours: started without a shell, heard line by line, and gone.

It works in an empty folder with a scrubbed environment, and when we are done with it nothing of
it is left: no process of its group, no stray that left the group, no descriptor, no folder.
"""

import asyncio
import os
import shutil
import signal
import tempfile
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from roundtable.adapters.finishing import to_the_end
from roundtable.adapters.search_path import search_path
from roundtable.core.errors import ErrorKind, KnightError

MOST_LINE = 32 * 1024 * 1024
"""A line longer than this is no answer."""
MOST_FILE = 64 * 1024 * 1024
"""A file that grows beyond this is no answer either."""
_MOST_COMPLAINT = 4096
_MOST_WAITING = 1024 * 1024
"""So much may wait to be read before the child is made to wait."""
_PIECE = 256 * 1024
_POLL_SECONDS = 0.02
_LAST_WORDS_SECONDS = 0.5
"""How long a pipe may stay open after its process ended: a child of it may hold it for ever."""
_MARK = "ROUNDTABLE_TURN"
_INHERITED = frozenset(
    (
        "HOME", "PATH", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "DBUS_SESSION_BUS_ADDRESS",
        "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY",
        "http_proxy", "https_proxy", "all_proxy", "no_proxy",
        "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "NODE_USE_SYSTEM_CA",
    )
)  # fmt: skip
"""What a command needs to run, to find its user's sign-in and to reach its vendor."""
_INHERITED_PREFIXES = ("LC_", "XDG_")


@dataclass(frozen=True, slots=True)
class Scratch:
    """A folder for one turn, private to us."""

    folder: Path

    @property
    def empty(self) -> Path:
        """Where the command works: there is nothing to read."""
        return self.folder / "empty"

    @property
    def temporary(self) -> Path:
        """Where the command may leave what it likes: some leave the prompt, after an error."""
        return self.folder / "tmp"

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="replace")
        return path


@contextmanager
def scratch() -> Iterator[Scratch]:
    with tempfile.TemporaryDirectory(prefix="roundtable-", ignore_cleanup_errors=True) as name:
        made = Scratch(Path(name).resolve())
        made.empty.mkdir()
        made.temporary.mkdir()
        yield made


def environment(own: Iterable[str], place: Scratch, added: Mapping[str, str]) -> dict[str, str]:
    """Ours without everything that is not on the list, with the vendor's `own` variables."""
    allowed = _INHERITED | frozenset(own)
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in allowed or name.startswith(_INHERITED_PREFIXES)
    }
    fixed = {"PATH": search_path(), "TERM": "dumb", "NO_COLOR": "1", "TMPDIR": str(place.temporary)}
    return {**kept, **fixed, **added}


def find(command: str) -> str | None:
    """The command's absolute path."""
    found = shutil.which(command, path=search_path())
    return str(Path(found).absolute()) if found else None


@dataclass
class _Pipes(asyncio.SubprocessProtocol):
    """The child's side of the conversation, as the event loop hands it to us."""

    heard: bytearray = field(default_factory=bytearray)
    complaint: bytearray = field(default_factory=bytearray)
    transport: asyncio.SubprocessTransport | None = None
    closed: bool = False
    """Nothing more will be heard."""
    uncomplaining: asyncio.Event = field(default_factory=asyncio.Event)
    """Its error output has ended."""
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self.transport = transport

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 2:
            self.complaint += data
            del self.complaint[:-_MOST_COMPLAINT]
            return
        self.heard += data
        self.news.set()
        if len(self.heard) > _MOST_WAITING:
            self._ears("pause_reading")

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 1:
            self.closed = True
            self.news.set()
        elif fd == 2:
            self.uncomplaining.set()

    def process_exited(self) -> None:
        self.gone.set()
        self.news.set()

    def take(self) -> bytes:
        data = bytes(self.heard)
        self.heard.clear()
        self.news.clear()
        self._ears("resume_reading")
        return data

    def _ears(self, method: str) -> None:
        pipe = self.transport.get_pipe_transport(1) if self.transport else None
        # A pipe that is closing can be neither paused nor resumed.
        if isinstance(pipe, asyncio.ReadTransport) and not self.closed:
            with suppress(RuntimeError):
                getattr(pipe, method)()


class Child:
    """A running command."""

    def __init__(self, pipes: _Pipes, out: IO[bytes] | None) -> None:
        self._pipes = pipes
        self._out = out

    @property
    def code(self) -> int | None:
        """The exit code; negative for the signal that ended it, None while it runs."""
        return self._pipes.transport.get_returncode() if self._pipes.transport else None

    @property
    def complaint(self) -> str:
        """The end of what it wrote to its error output."""
        return self._pipes.complaint.decode("utf-8", "replace")

    def tell(self, text: str) -> None:
        """Writes to its input; a child that has stopped listening is noticed by its silence."""
        pipe = self._input()
        if pipe and not pipe.is_closing():
            pipe.write(text.encode("utf-8", "replace"))

    def hush(self) -> None:
        """There will be no more input."""
        pipe = self._input()
        if pipe:
            pipe.close()

    async def lines(self) -> AsyncGenerator[bytes, None]:
        """What it prints, line by line, until it ends; GARBLED when a line has no end."""
        rest = bytearray()
        async for piece in self._pieces():
            first, *others = piece.split(b"\n")
            rest += first
            for other in others:
                yield bytes(rest)
                rest = bytearray(other)
            if len(rest) > MOST_LINE:
                raise KnightError(ErrorKind.GARBLED, f"printed a line of over {MOST_LINE:,} bytes")
        if rest:
            yield bytes(rest)

    async def end(self) -> int:
        """Its exit code, once it has ended by itself and its complaints are in."""
        await self._pipes.gone.wait()
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_WORDS_SECONDS):
                await self._pipes.uncomplaining.wait()
        return self.code if self.code is not None else -1

    def stop(self) -> None:
        """Ends it here and now, before it can ask for more."""
        if self._pipes.transport and self.code is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._pipes.transport.get_pid(), signal.SIGKILL)

    async def leave(self) -> None:
        """Lets it put its own house in order, for a moment; a kill could catch it writing."""
        self.hush()
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_WORDS_SECONDS):
                await self._pipes.gone.wait()

    async def _pieces(self) -> AsyncIterator[bytes]:
        if self._out:
            async for piece in self._written(self._out):
                yield piece
            return
        while True:
            data = self._pipes.take()
            if data:
                yield data
            elif self._pipes.closed or not await self._more():
                return

    async def _more(self) -> bool:
        """Waits for the next piece; False when the process is gone and its pipe is held open."""
        patience = _LAST_WORDS_SECONDS if self._pipes.gone.is_set() else None
        try:
            async with asyncio.timeout(patience):
                await self._pipes.news.wait()
        except TimeoutError:
            return False
        return True

    async def _written(self, out: IO[bytes]) -> AsyncIterator[bytes]:
        while True:
            gone = self._pipes.gone.is_set()
            data = out.read(_PIECE)
            if os.fstat(out.fileno()).st_size > MOST_FILE:
                raise KnightError(ErrorKind.GARBLED, f"printed over {MOST_FILE:,} bytes")
            if data:
                yield data
                # A file never makes us wait, and whoever wants to stop us must get a turn.
                await asyncio.sleep(0)
            elif gone:
                return
            else:
                with suppress(TimeoutError):
                    async with asyncio.timeout(_POLL_SECONDS):
                        await self._pipes.gone.wait()

    def _input(self) -> asyncio.WriteTransport | None:
        pipe = self._pipes.transport.get_pipe_transport(0) if self._pipes.transport else None
        return pipe if isinstance(pipe, asyncio.WriteTransport) else None


@asynccontextmanager
async def running(
    argv: Sequence[str], env: Mapping[str, str], place: Scratch, *, through_file: bool = False
) -> AsyncIterator[Child]:
    """The command, alive at most as long as the block, and a moment when the block ends well.

    `through_file` is for commands that lose the end of a long output when they leave: what they
    write to a file is complete, while a pipe keeps only what was taken from it in time.
    """
    mark = uuid.uuid4().hex
    name = place.folder / f"out-{mark}"
    pipes = _Pipes()
    with ExitStack() as files:
        sink = files.enter_context(name.open("wb")) if through_file else None
        out = files.enter_context(name.open("rb")) if through_file else None
        try:
            await _start(pipes, argv, {**env, _MARK: mark}, place, sink)
            child = Child(pipes, out)
            yield child
            await child.leave()
        finally:
            await _put_an_end_to(pipes, mark)


async def _start(
    pipes: _Pipes,
    argv: Sequence[str],
    env: Mapping[str, str],
    place: Scratch,
    sink: IO[bytes] | None,
) -> None:
    try:
        # Torn off in the middle, it would leave a process that nobody knows of.
        await to_the_end(
            asyncio.get_running_loop().subprocess_exec(
                lambda: pipes,
                *argv,
                cwd=place.empty,
                env=env,
                stdin=asyncio.subprocess.PIPE,
                stdout=sink or asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
        )
    except (OSError, ValueError) as error:
        raise KnightError(ErrorKind.NOT_INSTALLED, f"{argv[0]} does not start: {error}") from None


async def _put_an_end_to(pipes: _Pipes, mark: str) -> None:
    """Kills at once and without asking, then waits the moment until all of it is reaped."""
    if pipes.transport is None:
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pipes.transport.get_pid(), signal.SIGKILL)
    reaping = asyncio.ensure_future(_reaped(pipes, mark))
    cancelled: asyncio.CancelledError | None = None
    while not reaping.done():
        try:
            await asyncio.shield(reaping)
        except asyncio.CancelledError as error:
            cancelled = error
    pipes.transport.close()
    # The transport closes its pipes in the next turns of the loop; they must not outlive it.
    for _ in range(3):
        await asyncio.sleep(0)
    if cancelled:
        raise cancelled


async def _reaped(pipes: _Pipes, mark: str) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(1):
            while kill_marked(mark):  # noqa: ASYNC110 -- nobody tells us when a stray is dead
                await asyncio.sleep(0.002)
            await pipes.gone.wait()


def kill_marked(mark: str) -> int:
    """Ends processes that carry the mark in their environment, wherever they have gone.

    A child that starts a session of its own escapes the kill of its group, but it cannot lose the
    environment it was started with. Only Linux shows it; elsewhere the group has to do.
    Returns how many there were; one that is dying shows no environment and is not counted.
    """
    killed = 0
    wanted = f"{_MARK}={mark}".encode()
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if wanted in entry.read_bytes():
                os.kill(int(entry.parent.name), signal.SIGKILL)
                killed += 1
    return killed
