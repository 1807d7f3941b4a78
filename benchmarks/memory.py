"""How much memory two hundred discussions at once take in one process."""

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.goals import Goal, Line
from benchmarks.machine import peak
from benchmarks.tables import driver
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.testing.builders import session_start

SESSIONS = 200
GOAL_MB = 150


def run() -> list[Line]:
    """Measured in a process of its own, whose peak is nobody else's."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.memory"], check=True, capture_output=True, text=True
    )
    most, base = map(float, done.stdout.split())
    return [
        Goal(
            f"memory: peak of {SESSIONS} concurrent discussions",
            most,
            "under",
            GOAL_MB,
            " MB",
            f"{most / base:.1f}x the idle process with {base:.0f} MB",
        )
    ]


async def _discuss(path: Path) -> None:
    local = driver(SqliteStore(path))
    names = [f"s{number}" for number in range(SESSIONS)]
    for name in names:
        await local.create(name, session_start())

    async def lead(name: str) -> None:
        # Waited for from its start on: one that is over and idle is let go, and cannot be.
        await local.start(name)
        await local.wait(name)

    await asyncio.gather(*map(lead, names))
    await local.close()


if __name__ == "__main__":
    idle = peak(os.getpid())
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        asyncio.run(_discuss(Path(folder) / "log.db"))
    print(peak(os.getpid()), idle)
