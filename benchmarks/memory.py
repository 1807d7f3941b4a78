"""How much memory two hundred discussions at once take in one process."""

import asyncio
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.tables import driver
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.testing.builders import session_start

SESSIONS = 200
GOAL_MB = 150


def run() -> list[str]:
    """Measured in a process of its own, whose peak is nobody else's."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.memory"], check=True, capture_output=True, text=True
    )
    peak, base = map(float, done.stdout.split())
    return [
        f"memory: {SESSIONS} concurrent discussions peak at {peak:.0f} MB, "
        f"{peak / base:.1f}x the idle process with {base:.0f} MB (goal: under {GOAL_MB} MB)"
    ]


async def _discuss(path: Path) -> None:
    local = driver(SqliteStore(path))
    names = [f"s{number}" for number in range(SESSIONS)]
    for name in names:
        await local.create(name, session_start())
    for name in names:
        await local.start(name)
    await asyncio.gather(*(local.wait(name) for name in names))
    await local.close()


def _peak() -> float:
    """This process's own high-water mark; getrusage would carry over the parent's."""
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024  # type: ignore[index]


if __name__ == "__main__":
    idle = _peak()
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        asyncio.run(_discuss(Path(folder) / "log.db"))
    print(_peak(), idle)
