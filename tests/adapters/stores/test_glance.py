"""The list of sessions comes from the summaries alone."""

import json
import sqlite3
from pathlib import Path

import pytest

from roundtable.adapters.stores.glance import glance
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.core.errors import RoundtableError
from roundtable.testing.store_suite import notes


async def test_every_session_with_a_summary_is_listed_in_the_order_of_their_beginnings(
    tmp_path: Path,
) -> None:
    path = tmp_path / "log.db"
    assert glance(path) == []
    store = SqliteStore(path)
    assert glance(path) == []
    for name in ("b", "@project", "a"):
        summary = "" if name.startswith("@") else json.dumps({"session": name})
        await store.append(notes(name, 1, 1), summary)
    assert [s["session"] for s in glance(path)] == ["b", "a"]
    await store.close()
    assert [s["session"] for s in glance(path)] == ["b", "a"]


def test_a_log_that_has_no_tables_yet_is_an_empty_list(tmp_path: Path) -> None:
    (tmp_path / "log.db").touch()
    assert glance(tmp_path / "log.db") == []


@pytest.mark.parametrize("broken", ["UPDATE sessions SET summary = '{'", "DROP TABLE sessions"])
async def test_a_damaged_list_is_told_and_not_a_traceback(tmp_path: Path, broken: str) -> None:
    path = tmp_path / "log.db"
    store = SqliteStore(path)
    await store.append(notes("a", 1, 1), "{}")
    await store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(broken)
    connection.close()
    with pytest.raises(RoundtableError):
        glance(path)
