"""What a sandbox uses in sum, seen from outside: the kernel limits only each process."""

from contextlib import suppress
from os import statvfs, sysconf
from pathlib import Path

from roundtable.adapters.sandboxes.bounds import MIB, Limits

_PAGE = sysconf("SC_PAGE_SIZE")


def excess(first: int, limits: Limits) -> str:
    """What the sandbox whose first process has this id uses too much of; empty when nothing.

    A sandbox that is gone, or that we may not look into, uses nothing.
    """
    root = Path(f"/proc/{first}/root")
    with suppress(OSError):
        if root.samefile("/"):
            return ""  # it is still being made: what is seen there is the machine itself
        space = statvfs(root / "tmp")
        if space.f_files - space.f_ffree > limits.entries:
            return f"made more than {limits.entries:,} files"
    if memory(root / "proc", limits.memory) > limits.memory:
        return f"used more than {limits.memory // MIB} MiB of memory"
    return ""


def memory(processes: Path, enough: int) -> int:
    """What all processes of one /proc hold in sum, in bytes; exact only above `enough`."""
    found = []
    with suppress(OSError):
        found = [entry for entry in processes.iterdir() if entry.name.isdigit()]
    rough = sum(_resident(entry) for entry in found)
    # The exact count walks through every page: it is made only when it decides something.
    return rough if rough <= enough else sum(_share(entry) for entry in found)


def _resident(process: Path) -> int:
    with suppress(OSError, ValueError, IndexError):
        return int((process / "statm").read_text().split()[1]) * _PAGE
    return 0


def _share(process: Path) -> int:
    """A page that several share is counted in parts, where the kernel tells us."""
    with suppress(OSError, ValueError, IndexError):
        for line in (process / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return _resident(process)
