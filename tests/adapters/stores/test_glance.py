"""The list of sessions comes from the summaries alone."""

import json
from pathlib import Path

from roundtable.adapters.stores.glance import glance
from roundtable.adapters.stores.sqlite import SqliteStore
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
