"""A damaged log: what can be read is saved, and the damaged file is kept."""

import sqlite3
from pathlib import Path

from roundtable.adapters.stores.salvage import salvage
from roundtable.adapters.stores.sqlite import SqliteStore
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
