"""One run of bwrap: its birth, what it says, and its end, of which nothing is left."""

import asyncio
import json
import os
import resource
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from roundtable.adapters.finishing import to_the_end
from roundtable.adapters.sandboxes import syscalls, watching
from roundtable.adapters.sandboxes.bounds import Limits, Ran
from roundtable.adapters.sandboxes.gathering import HeadAndTail
from roundtable.adapters.sandboxes.recipe import NOBODY

_LOOK_SECONDS = 0.05
_DYING_SECONDS = 20.0
"""At most: what was killed is gone within milliseconds, unless the machine is busy."""


class SandboxFailed(RuntimeError):
    """The sandbox did not come to be: nothing was run."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who the program is for the kernel, outside of its namespace."""

    user: int
    group: int
    spare: int | None = None
    """An id that nobody has. Root maps itself for the building and this one for the program:
    the kernel never counts the processes of root."""

    def maps(self) -> tuple[str, str]:
        if self.spare is None:
            return f"{NOBODY} {self.user} 1\n", f"{NOBODY} {self.group} 1\n"
        return (f"0 0 1\n{NOBODY} {self.spare} 1\n",) * 2


@dataclass
class Box(asyncio.SubprocessProtocol):
    limits: Limits
    started: float = field(default_factory=lambda: asyncio.get_running_loop().time())
    transport: asyncio.SubprocessTransport | None = None
    first: int = 0
    """The id of the first process inside; when it dies the kernel kills all others inside."""
    handle: int = -1
    """A descriptor of that process: an id may be given to another one, this not."""
    stopped: str = ""
    timed_out: bool = False
    gone: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.outputs = {1: HeadAndTail(self.limits.output), 2: HeadAndTail(self.limits.output)}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self.transport = transport

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self.outputs[fd].add(data)
        if sum(output.seen for output in self.outputs.values()) > self.limits.flood:
            self.stop(f"printed more than {self.limits.flood:,} bytes")

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone.set()

    async def start(
        self, walls: Sequence[str], command: Sequence[str], env: dict[str, str], who: Identity
    ) -> None:
        """`walls` is bwrap with its arguments, `command` what runs inside."""
        news, tell = os.pipe()
        wait, go = os.pipe()
        calls = syscalls.program()
        filters = (_pipe_of(calls),) if calls else ()
        try:
            words = ["--info-fd", str(tell), "--userns-block-fd", str(wait)]
            words += [word for source in filters for word in ("--seccomp", str(source))]
            await self._spawn((*walls, *words, "--", *command), env, (tell, wait, *filters))
        except BaseException:
            os.close(news)
            os.close(go)
            raise
        finally:
            for descriptor in (tell, wait, *filters):
                os.close(descriptor)
        try:
            problem = self._settle_in(await _read_all(news), who)
        finally:
            # It waits for two bytes, or for our end of the pipe to be closed.
            with suppress(BrokenPipeError):
                os.write(go, b"go")
            os.close(go)
        if problem:
            raise SandboxFailed(await self._complaint() or problem)

    async def _spawn(
        self, argv: Sequence[str], env: dict[str, str], passed: tuple[int, ...]
    ) -> None:
        spawning = asyncio.get_running_loop().subprocess_exec(
            lambda: self,
            *argv,
            cwd="/",
            env=env,
            umask=0o022,
            pass_fds=passed,
            start_new_session=True,
        )
        try:
            await to_the_end(spawning)
        except (OSError, ValueError) as error:
            raise SandboxFailed(f"bwrap does not start: {error}") from None

    def _settle_in(self, news: bytes, who: Identity) -> str:
        """Says who it is and what it may use, while it waits for our word. Returns a problem."""
        try:
            self.first = json.loads(news)["child-pid"]
            self.handle = os.pidfd_open(self.first)
            users, groups = who.maps()
            home = Path(f"/proc/{self.first}")
            if who.spare is None:
                (home / "setgroups").write_text("deny")
            (home / "uid_map").write_text(users)
            (home / "gid_map").write_text(groups)
            _limit(self.first, self.limits)
        except (OSError, ValueError, KeyError) as error:
            self.stop("it did not come to be")
            return f"its user namespace was not made: {error}"
        # When the machine is out of memory the kernel shall take this, and not our neighbours.
        with suppress(OSError):
            (home / "oom_score_adj").write_text("1000")
        return ""

    async def _complaint(self) -> str:
        with suppress(TimeoutError):
            async with asyncio.timeout(_DYING_SECONDS):
                await self.gone.wait()
        return self.outputs[2].kept().decode("utf-8", "replace").strip()

    def tell(self, stdin: bytes) -> None:
        pipe = self.transport.get_pipe_transport(0) if self.transport else None
        if isinstance(pipe, asyncio.WriteTransport):
            pipe.write(stdin)
            pipe.close()

    async def end(self) -> None:
        """Returns when all of it has ended, by itself or because it used too much."""
        last = self.started + self.limits.seconds
        now = asyncio.get_running_loop().time
        while not self.gone.is_set() and not self.stopped:
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0, min(_LOOK_SECONDS, last - now()))):
                    await self.gone.wait()
            if self.gone.is_set():
                return
            if now() >= last:
                self.timed_out = True
                self.stop(f"ran longer than {self.limits.seconds:g} s")
            elif reason := watching.excess(self.first, self.limits):
                self.stop(reason)

    def stop(self, reason: str) -> None:
        """Kills all of it here and now. The first reason stays."""
        self.stopped = self.stopped or reason
        with suppress(OSError):
            if self.handle >= 0:
                signal.pidfd_send_signal(self.handle, signal.SIGKILL)
            else:
                self._kill_bwrap()

    async def clear(self) -> None:
        """Leaves nothing of it, whatever happened, and however often we are interrupted."""
        if self.transport is None:
            return
        if not self.gone.is_set():
            self.stop("was cancelled")
        try:
            await to_the_end(self._dead())
        finally:
            self.transport.close()
            if self.handle >= 0:
                os.close(self.handle)
                self.handle = -1

    async def _dead(self) -> None:
        # bwrap ends when it has buried what it guarded; a bwrap that does not end is killed.
        for _ in range(2):
            with suppress(TimeoutError):
                async with asyncio.timeout(_DYING_SECONDS / 2):
                    await self.gone.wait()
                    return
            self._kill_bwrap()

    def _kill_bwrap(self) -> None:
        if self.transport and self.transport.get_returncode() is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.transport.get_pid(), signal.SIGKILL)

    def ran(self) -> Ran:
        code = self.transport.get_returncode() if self.transport else None
        code = -signal.SIGKILL if code is None else code
        # bwrap tells the end of its charge as a shell does; a minus is its own end by a signal.
        number = -code if code < 0 else code - 128 if code > 128 else None
        return Ran(
            exit_code=code,
            signal=number,
            stdout=self.outputs[1].kept(),
            stderr=self.outputs[2].kept(),
            timed_out=self.timed_out,
            output_cut=any(output.cut for output in self.outputs.values()),
            seconds=asyncio.get_running_loop().time() - self.started,
            stopped=self.stopped,
        )


def _limit(process: int, limits: Limits) -> None:
    bounds = {
        resource.RLIMIT_NPROC: limits.processes,
        resource.RLIMIT_CPU: limits.cpu_seconds,
        resource.RLIMIT_FSIZE: limits.file_size,
        resource.RLIMIT_NOFILE: limits.open_files,
        resource.RLIMIT_AS: limits.address_space or resource.RLIM_INFINITY,
        resource.RLIMIT_CORE: 0,
    }
    for which, most in bounds.items():
        _, hard = resource.prlimit(process, which)
        held = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.prlimit(process, which, (held, held))


def _pipe_of(data: bytes) -> int:
    """The end from which a little data can be read."""
    source, sink = os.pipe()
    os.write(sink, data)
    os.close(sink)
    return source


async def _read_all(descriptor: int) -> bytes:
    """Reads a pipe to its end and closes it."""
    loop = asyncio.get_running_loop()
    data = bytearray()
    ended: asyncio.Future[None] = loop.create_future()

    def take() -> None:
        piece = os.read(descriptor, 4096)
        data.extend(piece)
        if not piece and not ended.done():
            ended.set_result(None)

    loop.add_reader(descriptor, take)
    try:
        await ended
    finally:
        loop.remove_reader(descriptor)
        os.close(descriptor)
    return bytes(data)
