"""A container for each run: the same walls as the light sandbox, built by a container engine.

Its files come by standard input into memory, and what it says goes by its outputs: nothing is
mounted, and no disk is written to. It is removed by its name, whatever happened.
"""

import asyncio
import io
import secrets
import tarfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from roundtable.adapters.runners import boxes, clearing, recipe
from roundtable.adapters.runners.commands import Child
from roundtable.adapters.runners.engines import Engine
from roundtable.adapters.runners.marks import Mark
from roundtable.adapters.sandboxes.bounds import MIB, Limits, Ran
from roundtable.adapters.sandboxes.box import SandboxFailed
from roundtable.adapters.sandboxes.gathering import HeadAndTail
from roundtable.adapters.sandboxes.packing import Refused, refuse_unfit
from roundtable.adapters.sandboxes.recipe import WORK
from roundtable.adapters.sandboxes.sandbox import LIMITS, NOTHING, NOTHING_SHOWN
from roundtable.core.checks import Place, Tree

_BLOCK = 64 * 1024
_START_SECONDS = 60.0
"""An engine that needs longer for a container has failed; the run's own clock starts after it."""
_DYING_SECONDS = 10.0
_KILLED = 137
_ENVIRONMENT = {
    "LANG": "C.UTF-8",
    "HOME": "/tmp",  # noqa: S108 -- inside, where nobody else is
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
}
# dd takes whole blocks and no byte more, which `head` does not promise: what follows is the
# program's own input. tar may stop before the last block; `cat` takes the rest.
_LAID_OUT = (
    f'mkdir {WORK} && dd bs={_BLOCK} count="$1" iflag=fullblock 2>/dev/null'
    f" | {{ tar -x -f - -C {WORK} && cat >/dev/null; }} && cd {WORK} || exit 125; "
    '[ "$2" = 0 ] || ulimit -v "$2" || exit 125; echo "$3" >&2; shift 3; '
)


@dataclass(frozen=True, slots=True)
class ContainerBox:
    """Runs programs that may be hostile, each in a container of its own from a prepared image."""

    engine: Engine
    image: str
    held: frozenset[str] = frozenset()
    """What of ours the image holds, by place inside."""
    environment: Mapping[str, str] = field(default_factory=dict)
    libraries: tuple[str, ...] = ()
    python: str = "python3"
    node: str = "node"

    @property
    def place(self) -> Place:
        return "container"

    async def run(
        self,
        argv: Sequence[str],
        files: Tree,
        limits: Limits = LIMITS,
        stdin: bytes = b"",
        env: Mapping[str, str] = NOTHING,
        shown: Mapping[str, Path] = NOTHING_SHOWN,
        first: bool = False,
    ) -> Ran:
        """See `Sandbox.run`. What is shown must be in the image already."""
        missing = sorted(set(shown) - self.held)
        if missing:
            raise SandboxFailed(f"the image does not hold {', '.join(missing)}")
        laid = packed(files, limits.disk)
        mark = Mark.fresh()
        clearing.begin(mark)
        live = _Run(limits, mark.name("check"), secrets.token_hex(8))
        box = recipe.Box(
            name=live.name,
            image=self.image,
            argv=(*_prelude(first, len(laid) // _BLOCK, limits, live.token), *argv),
            entrypoint=("/bin/sh", "-c"),
            environment={**_ENVIRONMENT, **self.environment, **env},
        )
        # Not every engine knows how to bound the number of files; their size all do.
        entries = limits.entries if self.engine.kind == "docker" else 0
        words = recipe.check_words(mark, box, limits, entries)
        ended = False
        try:
            running = boxes.running(self.engine.command, words, live.hear, stdin=laid + stdin)
            async with running as child:
                await live.follow(child, self.engine)
            ended = True
        except boxes.NotMade as why:
            raise SandboxFailed(f"the container did not come to be: {why}") from None
        finally:
            await self._clear(mark, live.name, ended)
        return live.ran()

    async def _clear(self, mark: Mark, name: str, ended: bool) -> None:
        if ended:
            called = await self.engine.command.call("rm", "--force", "--volumes", name)
            if called.code == 0:
                clearing.end(mark)
                return
        # The engine may still be making it for a client that is gone.
        clearing_up = asyncio.ensure_future(clearing.clear(self.engine, mark, hurried=not ended))
        try:
            await asyncio.shield(clearing_up)
        except asyncio.CancelledError:
            await asyncio.wait({clearing_up})
            raise


@dataclass
class _Run:
    """One container while it runs: what it says, when its clock starts, and why we ended it."""

    limits: Limits
    name: str
    token: str
    """What it says on standard error before the program starts."""
    started: float | None = None
    stopped: str = ""
    timed_out: bool = False
    code: int = -1
    seconds: float = 0.0
    _before: bytes = b""

    def __post_init__(self) -> None:
        self._outputs = {1: HeadAndTail(self.limits.output), 2: HeadAndTail(self.limits.output)}
        self._news = asyncio.Event()

    def hear(self, stream: int, piece: bytes) -> None:
        if stream == 2 and self.started is None:
            self._before += piece
            said, token, piece = self._before.partition(f"{self.token}\n".encode())
            if not token:
                self._before = self._before[-_BLOCK:]
                return
            self._before = said
            self.started = _now()
            self._news.set()
        self._outputs[stream].add(piece)
        if sum(output.seen for output in self._outputs.values()) > self.limits.flood:
            self._stop(f"printed more than {self.limits.flood:,} bytes")

    def _stop(self, reason: str) -> None:
        """The first reason stays."""
        self.stopped = self.stopped or reason
        self._news.set()

    async def follow(self, child: Child, engine: Engine) -> None:
        """Until it has ended, by itself or because it used too much."""
        ending = asyncio.ensure_future(child.end())
        try:
            await self._wait(ending, _START_SECONDS)
            if self.started is not None and not self.stopped:
                self._news.clear()
                await self._wait(ending, self.started + self.limits.seconds - _now())
            if not ending.done() and not self.stopped:
                self.timed_out = self.started is not None
                self._stop(f"ran longer than {self.limits.seconds:g} s")
            if not ending.done():
                await engine.command.call("kill", self.name)
                await asyncio.wait({ending}, timeout=_DYING_SECONDS)
            self.code = ending.result() if ending.done() else -9
        finally:
            ending.cancel()
            await asyncio.wait({ending})
        self.seconds = _now() - (self.started or _now())
        if self.started is None:
            raise SandboxFailed(self._complaint())
        if self.code == _KILLED and not self.stopped and await self._ate(engine):
            self.stopped = f"used more than {self.limits.memory // MIB} MiB of memory"

    async def _wait(self, ending: "asyncio.Future[int]", seconds: float) -> None:
        """For its end, for news of it, or until the time is over."""
        news = asyncio.ensure_future(self._news.wait())
        both: set[asyncio.Future[Any]] = {ending, news}
        try:
            await asyncio.wait(both, timeout=max(0.0, seconds), return_when=asyncio.FIRST_COMPLETED)
        finally:
            news.cancel()

    async def _ate(self, engine: Engine) -> bool:
        shown = ("inspect", "--format", "{{.State.OOMKilled}}", self.name)
        return (await engine.command.call(*shown)).out.strip() == "true"

    def _complaint(self) -> str:
        said = self._before.decode("utf-8", "replace").splitlines()
        words = [line.strip() for line in said if line.strip() and not line.startswith("See '")]
        why = words[-1] if words else f"it did not start within {_START_SECONDS:g} s"
        return f"the container did not come to be: {why}"

    def ran(self) -> Ran:
        # An engine's client tells the end of its charge as a shell does.
        number = -self.code if self.code < 0 else self.code - 128 if self.code > 128 else None
        return Ran(
            exit_code=self.code,
            signal=number,
            stdout=self._outputs[1].kept(),
            stderr=self._outputs[2].kept(),
            timed_out=self.timed_out,
            output_cut=any(output.cut for output in self._outputs.values()),
            seconds=self.seconds,
            stopped=self.stopped,
        )


def packed(files: Tree, most: int) -> bytes:
    """The files as a tar of whole blocks; raises Refused for what cannot be laid out."""
    refuse_unfit(files)
    contents = {path: text.encode("utf-8", "replace") for path, text in files.items()}
    size = sum(map(len, contents.values()))
    if size > most:
        raise Refused(f"the files have {size:,} bytes; {most:,} are allowed")
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for path, data in contents.items():
            member = tarfile.TarInfo(path)
            member.size = len(data)
            member.mode = 0o644
            tar.addfile(member, io.BytesIO(data))
    return made.getvalue() + bytes(-len(made.getvalue()) % _BLOCK)


def _prelude(first: bool, blocks: int, limits: Limits, token: str) -> tuple[str, ...]:
    """The first process inside: it lays out the files, and then runs or becomes the program."""
    script = _LAID_OUT + ('exec "$@"' if first else '"$@"; exit $?')
    return (script, "sh", str(blocks), str(limits.address_space // 1024), token)


def _now() -> float:
    return asyncio.get_running_loop().time()
