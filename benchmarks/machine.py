"""What the figures were measured on: the machine, its quiet moments, the memory of a process."""

import asyncio
import os
import platform
import re
import sqlite3
from dataclasses import dataclass
from pathlib import Path

PATIENCE_S = 60


def describe() -> str:
    model = "unknown processor"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{model}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} "
        f"{platform.release()}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    )


def load() -> float:
    """How many programs wanted the processor in the last minute, ours included."""
    return os.getloadavg()[0]


def peak(pid: int) -> float:
    """The most memory that a process has ever held, in megabytes, as the kernel kept it.

    A look after the work is over would miss what was given back; getrusage would carry over the
    parent's.
    """
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) * 1024 / 1e6  # type: ignore[index]


async def quiet() -> None:
    """Waits for a moment in which others leave the processor alone, but not for ever."""
    for _ in range(PATIENCE_S // 2):
        before = _processor()
        await asyncio.sleep(2)
        after = _processor()
        if after.idle - before.idle > 0.7 * (after.all - before.all):
            return


@dataclass(frozen=True, slots=True)
class Ticks:
    """Of the processor, since the machine started."""

    idle: int
    all: int


def _processor() -> Ticks:
    with Path("/proc/stat").open() as lines:
        ticks = [int(part) for part in lines.readline().split()[1:9]]
    return Ticks(idle=ticks[3] + ticks[4], all=sum(ticks))
