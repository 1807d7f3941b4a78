"""What the kernel tells of a container from outside: forks that it refused, ports listened on."""

import sys
from functools import cache
from pathlib import Path

_GROUPS = Path("/sys/fs/cgroup")
_LISTENS = "0A"
"""The state of a socket that waits for connections, as the kernel writes it."""
_NAMES = f"{int.from_bytes(bytes((127, 0, 0, 11)), sys.byteorder):08X}"
"""Where an engine itself answers for the names of its network: no service of ours."""


def is_here(pid: int, container: str) -> bool:
    """Whether this process of this machine is one of that container.

    An engine elsewhere, in a virtual machine of its own too, tells numbers of its own: here they
    may be a stranger's.
    """
    if pid <= 0 or not container:
        return False
    try:
        return container in Path(f"/proc/{pid}/cgroup").read_text()
    except OSError:
        return False


def refused_forks(pid: int) -> int | None:
    """How often the kernel has refused a new process to the container of this one.

    None where that cannot be read: the engine is elsewhere, or the process has ended.
    """
    if pid <= 0:
        return None
    try:
        lines = Path(f"/proc/{pid}/cgroup").read_text().splitlines()
    except OSError:
        return None
    for line in lines:
        _, controllers, path = line.split(":", 2)
        folder = _folder(controllers)
        if folder is None or path in ("", "/"):
            continue
        try:
            words = (folder / path.lstrip("/") / "pids.events").read_text().split()
            return int(words[words.index("max") + 1])
        except (OSError, ValueError, IndexError):
            continue
    return None


def listens(pid: int, port: int) -> bool | None:
    """Whether somebody listens on this port in the network of this process.

    None where that cannot be read.
    """
    found = listening(pid)
    return None if found is None else port in found


def listening(pid: int) -> frozenset[int] | None:
    """The ports on which somebody listens in the network of this process.

    None where that cannot be read.
    """
    found: set[int] = set()
    for name in ("tcp", "tcp6"):
        try:
            lines = Path(f"/proc/{pid}/net/{name}").read_text().splitlines()[1:]
        except OSError:
            return None
        for line in lines:
            _, address, _, state, *_ = line.split()
            host, _, port = address.rpartition(":")
            if state == _LISTENS and host != _NAMES:
                found.add(int(port, 16))
    return frozenset(found)


@cache
def _folder(controllers: str) -> Path | None:
    """Where the group that counts processes stands: of its own, or with all others."""
    if "pids" in controllers.split(","):
        return _GROUPS / "pids"
    return _GROUPS if controllers == "" and not (_GROUPS / "pids").is_dir() else None
