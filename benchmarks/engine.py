"""What the engine costs beside the log itself: time for each turn, and size of the log."""

import asyncio
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.goals import Goal, Line
from benchmarks.tables import TEXT_SIZE, Batches, RecordingStore, driver
from roundtable.adapters.drivers.local import LocalDriver
from roundtable.adapters.stores.rows import insert, to_rows
from roundtable.adapters.stores.schema import connect
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.core.events import AgentEnd
from roundtable.testing.builders import session_start

SESSIONS = 20
REPEATS = 5
TIME_GOAL, SIZE_GOAL = 2.0, 1.3


@dataclass(frozen=True, slots=True)
class Figures:
    """Microseconds a turn, and the log's size over the text's."""

    engine: float
    append: float
    raw: float
    size: float


def run() -> list[Line]:
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        found = [asyncio.run(_measure(Path(folder) / str(number))) for number in range(REPEATS)]
    engine = statistics.median(f.engine for f in found)
    append = statistics.median(f.append for f in found)
    ratio = statistics.median(f.engine / f.append for f in found)
    raw = statistics.median(f.engine / f.raw for f in found)
    return [
        Goal(
            f"engine: a turn of {TEXT_SIZE // 1000} kB, over appending its events to such a log",
            ratio,
            "at most",
            TIME_GOAL,
            "x",
            f"{engine:.0f} us, {append:.0f} us",
        ),
        f"engine: {raw:.2f}x the same inserts and commits by sqlite3 itself, without a thread",
        Goal("log: its size over the text's", found[0].size, "at most", SIZE_GOAL, "x"),
    ]


async def _measure(folder: Path) -> Figures:
    folder.mkdir()
    store = RecordingStore(folder / "engine.db")
    local = driver(store)
    await _lead(local, "warm-up")
    store.batches.clear()
    began = time.perf_counter()
    for number in range(SESSIONS):
        await _lead(local, f"s{number}")
    engine = time.perf_counter() - began
    await local.close()
    ended = [e for events, _ in store.batches for e in events if isinstance(e, AgentEnd)]
    append, size = await _append(folder / "append.db", store.batches)
    raw = _insert(folder / "raw.db", store.batches)
    text = sum(len(turn.text.encode()) for turn in ended)
    each = 1e6 / len(ended)
    return Figures(engine * each, append * each, raw * each, size / text)


async def _lead(local: LocalDriver, name: str) -> None:
    await local.create(name, session_start())
    await local.start(name)
    await local.wait(name)


async def _append(path: Path, batches: Batches) -> tuple[float, int]:
    """The same batches through the store alone: the same thread, the same syncs, no engine."""
    store = SqliteStore(path)
    began = time.perf_counter()
    for events, summary in batches:
        await store.append(events, summary)
    taken = time.perf_counter() - began
    await store.close()
    return taken, path.stat().st_size


def _insert(path: Path, batches: Batches) -> float:
    """The same batches by hand: serialise, insert, commit."""
    connection = connect(path)
    began = time.perf_counter()
    for events, summary in batches:
        connection.execute("BEGIN IMMEDIATE")
        insert(connection, events[0].session, to_rows(events), summary)
        connection.execute("COMMIT")
    taken = time.perf_counter() - began
    connection.close()
    return taken
