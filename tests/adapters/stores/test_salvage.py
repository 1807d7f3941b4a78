"""A damaged log: what can be read is saved, and the damaged file is kept."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from roundtable.adapters.stores.claims import claim_file
from roundtable.adapters.stores.salvage import refuse_in_use, salvage
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.core.errors import SessionBusy, StoreError
from roundtable.testing.builders import session_start
from roundtable.testing.store_suite import notes, stamped


async def filled(path: Path, sessions: int = 3, each: int = 6) -> None:
    store = SqliteStore(path)
    for number in range(sessions):
        name = f"s{number}"
        await store.append(stamped(name, 1, session_start()), "old summary")
        await store.append(notes(name, 2, each - 1), "old summary")
    await store.close()


async def test_a_session_is_kept_up_to_its_first_unreadable_event(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    await filled(path)
    with sqlite3.connect(path) as connection:
        connection.execute(
            "UPDATE events SET body = 'torn' WHERE seq = 5 AND session = "
            "(SELECT key FROM sessions WHERE name = 's1')"
        )
    connection.close()
    before = path.read_bytes()
    saved = salvage(path)
    assert saved.kept_aside.read_bytes() == before
    assert saved.events == 6 + 4 + 6
    assert len(saved.cut) == 1
    assert saved.cut[0].startswith("s1: from event 5 on")
    store = SqliteStore(path)
    assert [len(await store.read(f"s{i}")) for i in range(3)] == [6, 4, 6]
    assert all('"session": "s' in row.summary for row in await store.sessions())
    await store.append(notes("s1", 5, 1), "goes on")
    await store.close()


async def test_a_file_with_torn_pages_gives_what_it_still_can(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    await filled(path, sessions=30, each=40)
    content = bytearray(path.read_bytes())
    content[-3 * 4096 :] = b"\xff" * (3 * 4096)
    path.write_bytes(content)
    saved = salvage(path)
    assert saved.kept_aside.read_bytes() == bytes(content)
    store = SqliteStore(path)
    kept = [await store.read(row.session) for row in await store.sessions()]
    assert sum(map(len, kept)) == saved.events > 0
    await store.close()


async def test_salvaging_twice_keeps_both_files(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    await filled(path)
    assert salvage(path).kept_aside.name == "log.db.damaged-1"
    assert salvage(path).kept_aside.name == "log.db.damaged-2"


async def test_a_file_that_is_no_database_is_put_aside_and_a_new_log_begun(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    path.write_bytes(b"not a database at all" * 1000)
    assert salvage(path).events == 0
    store = SqliteStore(path)
    assert await store.sessions() == ()
    await store.close()


_OPENER = """
import sys
from pathlib import Path
from roundtable.adapters.stores.schema import connect
log = connect(Path(sys.argv[1]))
log.execute("SELECT count(*) FROM sessions").fetchall()
print("open", flush=True)
sys.stdin.read()
log.close()
"""


@contextmanager
def opened_elsewhere(path: Path) -> Iterator[int]:
    """Another process has the log open, and does nothing with it; which one."""
    words = [sys.executable, "-c", _OPENER, str(path)]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield process.pid
        process.communicate(timeout=30)


async def test_a_log_that_nobody_uses_is_free(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    await filled(path)
    (tmp_path / "locks").mkdir()
    (tmp_path / "locks" / "s0.lock").write_text("4711")  # left by a process that was killed
    refuse_in_use(path)
    path.write_bytes(b"not a database at all" * 1000)
    refuse_in_use(path)


async def test_a_session_that_is_held_is_named_with_its_process(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    await filled(path)
    with (
        claim_file(tmp_path / "locks", "s1"),
        claim_file(tmp_path / "locks", "s2.run"),
        pytest.raises(SessionBusy) as caught,
    ):
        refuse_in_use(path)
    assert "s1 (process " in caught.value.message
    assert "s2.run (process " in caught.value.message
    assert "s0" not in caught.value.message
    refuse_in_use(path)


@pytest.mark.parametrize("damaged", [False, True])
async def test_a_log_that_is_open_elsewhere_is_told_with_the_process(
    tmp_path: Path, damaged: bool
) -> None:
    path = tmp_path / "log.db"
    await filled(path)
    with opened_elsewhere(path) as pid:
        if damaged:
            with path.open("rb+") as log:
                log.write(b"no longer a database")
        with pytest.raises(SessionBusy) as caught:
            refuse_in_use(path)
        assert "open in another process" in caught.value.message
        if sys.platform == "linux":
            assert f"process {pid}: " in caught.value.message
        assert "roundtable serve" in caught.value.remedy
    refuse_in_use(path)


def test_what_is_no_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        refuse_in_use(tmp_path)
