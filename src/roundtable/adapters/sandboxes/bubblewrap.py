"""The light sandbox: bubblewrap, tried before it is trusted.

Inside there is no network, no file of ours, no environment of ours, and one user without rights.
Models' code runs here or not at all.
"""

import asyncio
import json
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

from roundtable.adapters.sandboxes import recipe, syscalls
from roundtable.adapters.sandboxes.bounds import Limits, Ran
from roundtable.adapters.sandboxes.box import Box, Identity, SandboxFailed
from roundtable.adapters.sandboxes.interpreters import Interpreter, interpreter
from roundtable.adapters.sandboxes.packing import packed
from roundtable.core.checks import Place, Tree

_NOTHING: Mapping[str, str] = MappingProxyType({})
_NOTHING_SHOWN: Mapping[str, Path] = MappingProxyType({})
_LIMITS = Limits()
_TRIAL = replace(_LIMITS, seconds=60.0, processes=16)
"""Nothing in it waits; that it took too long would count for as long as this process lives."""
_HIGHEST_SPARE = 2_000_000_000
_QUESTIONS = """
import json, os, signal, socket
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
forks = 0
try:
    while forks < 64:
        if os.fork() == 0:
            signal.pause()
        forks += 1
except OSError:
    pass
try:
    writable = bool(open("/probe", "w"))
except OSError:
    writable = False
print(json.dumps({
    "who it is": os.getuid(),
    "its rights": int(status["CapEff"], 16) + int(status["CapPrm"], 16),
    "new rights": status["NoNewPrivs"].strip(),
    "its system calls": status["Seccomp"].strip(),
    "its network": [name for _, name in socket.if_nameindex()],
    "how often it forks": forks < 16,
    "the root folder": writable,
}))
"""


@dataclass(frozen=True, slots=True)
class Bubblewrap:
    """Runs programs that may be hostile. What it holds is in `Limits`; what it shows in `recipe`.

    As root it maps the program to a user id that nobody has, by `setpriv`: the kernel does not
    count the processes of root, and a fork bomb would not end.
    """

    command: str
    laid: Interpreter
    who: Identity
    setpriv: str = ""

    @classmethod
    def find(cls) -> "Bubblewrap | None":
        """The sandbox, if it works here. Tried once in a process."""
        return _search()[0]

    @staticmethod
    def why_not() -> str:
        """Why there is none, in words for a person; empty when there is one."""
        return _search()[1]

    @property
    def place(self) -> Place:
        return "bubblewrap"

    @property
    def node(self) -> str:
        """Empty: only the system's own is shown inside, at its own place."""
        return ""

    @property
    def libraries(self) -> tuple[str, ...]:
        return ()

    @property
    def python(self) -> str:
        """Our interpreter's path inside, with what can be imported here."""
        return self.laid.python

    async def run(
        self,
        argv: Sequence[str],
        files: Tree,
        limits: Limits = _LIMITS,
        stdin: bytes = b"",
        env: Mapping[str, str] = _NOTHING,
        shown: Mapping[str, Path] = _NOTHING_SHOWN,
        first: bool = False,
    ) -> Ran:
        """Runs a command in a copy of the files. `shown`: files of ours to show, by place inside.

        `first` is for a command of ours: it is the first process inside, which the others cannot
        kill, and which must bury them.
        Raises `Refused` for files that cannot be laid out, and `SandboxFailed`.
        """
        with packed(files, limits.disk, recipe.beside(self.laid)) as place:
            box = Box(limits)
            try:
                walls = list(recipe.walls(place, self.laid, limits, shown))
                await self._start(box, (*recipe.prelude(first), *argv), env, walls)
                box.tell(stdin)
                await box.end()
            finally:
                await box.clear()
            return box.ran()

    async def _start(
        self, box: Box, argv: Sequence[str], env: Mapping[str, str], walls: Sequence[str]
    ) -> None:
        own = self._becoming_nobody()
        rights = ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID") if own else ()
        command = (*own, *argv)
        environment = recipe.environment(self.laid, env)
        await box.start((self.command, *walls, *rights), command, environment, self.who)

    def _becoming_nobody(self) -> tuple[str, ...]:
        if not self.setpriv:
            return ()
        user, group = f"--reuid={recipe.NOBODY}", f"--regid={recipe.NOBODY}"
        # Who changes its id is no longer bound to its parent's death, unless it says so again.
        bound = "--pdeathsig=KILL"
        return (self.setpriv, user, group, "--clear-groups", "--inh-caps=-all", bound, "--")


@cache
def _search() -> tuple[Bubblewrap | None, str]:
    if sys.platform != "linux":
        return None, "the light sandbox needs Linux"
    command = shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin")
    if not command:
        return None, "bubblewrap is not installed (the command bwrap)"
    who = _identity(os.getuid(), os.getgid(), Path("/proc/self/uid_map").read_text())
    setpriv = shutil.which("setpriv", path="/usr/bin:/bin") if who.spare is not None else ""
    if setpriv is None:
        return None, "as root the sandbox needs the command setpriv (in util-linux)"
    found = Bubblewrap(command, interpreter(), who, setpriv)
    # We may be called from a running loop, which cannot wait for another one.
    with ThreadPoolExecutor(1) as pool:
        reason = pool.submit(asyncio.run, _fault(found)).result()
    return (None, f"bubblewrap does not hold here: {reason}") if reason else (found, "")


async def _fault(box: Bubblewrap) -> str:
    """What is wrong with a sandbox, from what a program inside sees."""
    try:
        ran = await box.run((box.python, "-c", _QUESTIONS), {}, _TRIAL)
    except (SandboxFailed, OSError) as error:
        return str(error)
    try:
        seen = json.loads(ran.stdout)
    except ValueError:
        words = ran.stderr.decode("utf-8", "replace").strip().splitlines()
        return words[-1] if words else ran.stopped or f"it ended with {ran.exit_code}"
    wanted = {
        "who it is": recipe.NOBODY,
        "its rights": 0,
        "new rights": "1",
        "its system calls": "2" if syscalls.program() else "0",
        "its network": ["lo"],
        "how often it forks": True,
        "the root folder": False,
    }
    wrong = [name for name, value in wanted.items() if seen.get(name) != value]
    return f"wrong inside: {', '.join(wrong)}" if wrong else ""


def _identity(user: int, group: int, mapped: str) -> Identity:
    """Who we are and, for root, which id is left over; `mapped` is our own map of ids."""
    spare = None
    if user == 0:
        spans = [line.split() for line in mapped.splitlines()]
        highest = max((int(first) + int(count) - 1 for first, _, count in spans), default=0)
        # In a namespace that maps nothing but ourselves we are not the machine's root.
        spare = min(highest, _HIGHEST_SPARE) or None
    return Identity(user, group, spare)
