"""What tells ours from others' in an engine: a label with the run, and who leads it."""

import hashlib
import os
import secrets
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

RUN = "roundtable.run"
OWNER = "roundtable.owner"
CACHE = "cache"
"""In place of a run's id: an image that is kept for later runs."""
CACHE_NAME = "roundtable-cache"
RUN_NAME = "roundtable-run-"
_SEPARATOR = "."


@dataclass(frozen=True, slots=True)
class Mark:
    """The marks of one run."""

    run: str

    @classmethod
    def fresh(cls) -> "Mark":
        return cls(secrets.token_hex(6))

    @property
    def labels(self) -> tuple[str, ...]:
        return ("--label", f"{RUN}={self.run}", "--label", f"{OWNER}={ourselves()}")

    @property
    def kept_labels(self) -> tuple[str, ...]:
        """For what a kept layer stands on: it lives as long as that one."""
        return ("--label", f"{RUN}={CACHE}", "--label", f"{OWNER}={ourselves()}")

    @property
    def filter(self) -> tuple[str, str]:
        return ("--filter", f"label={RUN}={self.run}")

    def name(self, what: str) -> str:
        """A name for a container, a network or a volume of the run."""
        return f"roundtable-{self.run}-{what}"

    @property
    def repository(self) -> str:
        """The name of its images; what only stands under it is gone with it."""
        return f"{RUN_NAME}{self.run}"

    def image(self, number: int) -> str:
        return f"{self.repository}:{number}"


@cache
def ourselves() -> str:
    """This process, told apart from every other, also from a later one with the same number."""
    process = (str(os.getpid()), _started(os.getpid()))
    return _SEPARATOR.join((_machine(), _boot(), _namespace(), *process))


def is_dead(owner: str) -> bool:
    """Whether the process that this names has ended; what we cannot see is not ours to judge.

    That its boot is over says more than where its number counted: nothing outlives a boot, and a
    container that is started again is in another namespace each time.
    """
    machine, boot, namespace, pid, started = [*owner.split(_SEPARATOR), "", "", "", ""][:5]
    if not boot or not pid.isdigit():
        return False
    if boot != _boot():
        return machine == _machine() != ""
    return namespace == _namespace() and _started(int(pid)) != started


def is_alive(owner: str) -> bool:
    """Whether the process that this names is known to be there, and to be the same."""
    *place, _, _ = ourselves().split(_SEPARATOR)
    return owner.split(_SEPARATOR)[: len(place)] == place and not is_dead(owner)


@cache
def _machine() -> str:
    """What stays the same from boot to boot; empty where nothing tells this machine from others.

    With the host's name, since an id alone is shared: by copies of one disk, and by all containers
    of an image that holds one. Not in plain words: such an id is not for others to read.
    """
    name = socket.gethostname()
    known = _read("/etc/machine-id").removeprefix("uninitialized")
    return _digest(known, name) if known or not name.startswith("localhost") else ""


@cache
def _boot() -> str:
    """Told apart from every other boot, of any machine; where no kernel tells, its machine's."""
    boot = _read("/proc/sys/kernel/random/boot_id")
    return _digest(boot) if boot else _machine()


@cache
def _namespace() -> str:
    """Within which its number names a process: containers of one machine have the same boot."""
    try:
        return str(Path("/proc/self/ns/pid").stat().st_ino)
    except OSError:
        return ""


def _read(path: str) -> str:
    try:
        return Path(path).read_text().strip()
    except (OSError, ValueError):
        return ""


def _digest(*words: str) -> str:
    return hashlib.sha256("\0".join(("roundtable", *words)).encode()).hexdigest()[:16]


def _started(pid: int) -> str:
    """When the process started, as its system counts; empty when there is none."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return _still_there(pid)
    return "" if fields[0] in "ZX" else fields[19]


def _still_there(pid: int) -> str:
    """Where there is no /proc, a process counts as the same as long as its number is taken."""
    if Path("/proc/self").exists():
        return ""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return ""
    except OSError:
        return "there"
    return "there"


def labelled(lines: list[str]) -> Iterator[tuple[str, str, str]]:
    """Id, run and owner from lines that an engine was asked to print so."""
    for line in lines:
        name, run, owner = [*line.split("|"), "", "", ""][:3]
        if name and run:
            yield name, run, owner
