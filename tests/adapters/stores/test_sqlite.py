"""The embedded store keeps to what every store must do, and syncs what it says is durable."""

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.core.errors import DiskFull, LogDamaged, LogTooNew, StoreError
from roundtable.testing.builders import session_start
from roundtable.testing.store_suite import StoreSuite, notes, stamped


class TestSqliteStore(StoreSuite):
    @pytest.fixture(autouse=True)
    def _place(self, tmp_path: Path) -> None:
        self._path = tmp_path / "log.db"

    async def open(self) -> SqliteStore:
        return SqliteStore(self._path)


async def test_only_its_owner_can_read_the_log(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "log.db")
    await store.append(notes("a", 1, 1), "")
    for path in tmp_path.glob("log.db*"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    await store.close()


async def test_a_log_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(LogTooNew, match="newer version"):
        SqliteStore(path)


async def test_an_unreadable_event_is_named_with_its_place_and_a_remedy(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "log.db")
    await store.append(notes("a", 1, 3), "")
    await store.close()
    with sqlite3.connect(tmp_path / "log.db") as connection:
        connection.execute("UPDATE events SET body = substr(body, 1, 9) WHERE seq = 3")
    connection.close()
    store = SqliteStore(tmp_path / "log.db")
    with pytest.raises(LogDamaged, match="event 3 of session a") as caught:
        await store.read("a")
    assert "salvage" in caught.value.remedy
    await store.close()


async def test_a_hole_in_the_log_is_damage(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "log.db")
    await store.append(notes("a", 1, 3), "")
    await store.close()
    with sqlite3.connect(tmp_path / "log.db") as connection:
        connection.execute("DELETE FROM events WHERE seq = 2")
    connection.close()
    store = SqliteStore(tmp_path / "log.db")
    with pytest.raises(LogDamaged, match="event 2 of session a is missing"):
        await store.read("a")
    await store.close()


async def test_a_file_that_is_no_database_is_damage_and_not_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "log.db").write_bytes(b"this is not a database" * 500)
    with pytest.raises(LogDamaged, match="damaged"):
        SqliteStore(tmp_path / "log.db")


async def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "log.db")
    await store.close()
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await store.read("a")


@pytest.mark.parametrize("another", [False, True], ids=["moved", "replaced"])
async def test_nothing_is_written_to_a_log_that_has_been_moved_away(
    tmp_path: Path, another: bool
) -> None:
    path = tmp_path / "log.db"
    store = SqliteStore(path)
    await store.append(stamped("a", 1, session_start()), "")
    path.rename(tmp_path / "old.db")
    if another:
        await SqliteStore(path).close()
    assert not store.in_place()
    with pytest.raises(StoreError, match="moved or replaced"):
        await store.append(notes("a", 2, 1), "")
    with pytest.raises(StoreError, match="moved or replaced"):
        await store.read("a")
    if not another:  # put back, it is as it was
        (tmp_path / "old.db").rename(path)
        assert [event.seq for event in await store.read("a")] == [1]
    await store.close()


@pytest.mark.parametrize("others", [0, 3])
async def test_where_there_is_no_room_nobody_is_told_to_have_written(
    tmp_path: Path, others: int
) -> None:
    store = SqliteStore(tmp_path / "log.db")

    def bound(connection: sqlite3.Connection) -> None:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages + 2}")

    await store._do(bound)
    large = stamped("large", 1, session_start(topic="x" * 100_000))
    small = [stamped(f"s{number}", 1, session_start()) for number in range(others)]
    outcomes = await asyncio.gather(
        *(store.append(events, "") for events in (*small, large)), return_exceptions=True
    )
    assert isinstance(outcomes[-1], DiskFull)
    kept = {row.session for row in await store.sessions()}
    assert kept == {f"s{n}" for n, outcome in enumerate(outcomes[:-1]) if outcome is None}
    await store.close()


async def test_a_writer_that_was_cancelled_harms_nobody(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "log.db")
    task = asyncio.create_task(store.append(stamped("a", 1, session_start()), ""))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await store.append(notes("b", 1, 1), "")
    assert len(await store.read("b")) == 1
    await store.close()


APPENDS = """
import asyncio, sys
from pathlib import Path
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.testing.store_suite import notes

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    await store.append(notes("a", 1, 1), "")  # the first commit also makes the files
    print("ready", flush=True)
    for seq in range(2, 12):
        await store.append(notes("a", seq, 1), "")
    import os; os._exit(0)

asyncio.run(main())
"""


def test_every_append_is_synced_before_it_returns(tmp_path: Path) -> None:
    """kill -9 cannot tell a synced commit from an unsynced one, so the calls are counted."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("not run: strace is not installed on this machine")
    trace = tmp_path / "trace"
    command = [sys.executable, "-c", APPENDS, str(tmp_path / "log.db")]
    subprocess.run(
        [strace, "-f", "-e", "trace=fsync,fdatasync", "-o", str(trace), *command],
        check=True,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": "src"},
    )
    syncs = [line for line in trace.read_text().splitlines() if "sync(" in line]
    assert len(syncs) >= 11
