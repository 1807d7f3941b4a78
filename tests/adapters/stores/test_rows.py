"""Events become rows and come back the same."""

import sqlite3
from pathlib import Path

import pytest

from roundtable.adapters.stores.rows import insert, select, select_types, to_events, to_rows
from roundtable.adapters.stores.schema import connect
from roundtable.core.errors import LogDamaged, LogMoved
from roundtable.testing.builders import session_start
from roundtable.testing.store_suite import notes, stamped


@pytest.fixture
def connection(tmp_path: Path) -> sqlite3.Connection:
    return connect(tmp_path / "log.db")


def test_the_row_does_not_repeat_what_its_columns_say(connection: sqlite3.Connection) -> None:
    ((seq, kind, once, body),) = to_rows(stamped("a", 1, session_start()))
    assert (seq, kind, once) == (1, "session_start", None)
    assert '"seq"' not in body
    assert '"session":' not in body
    connection.close()


def test_rows_come_back_as_the_same_events(connection: sqlite3.Connection) -> None:
    events = (*stamped("a", 1, session_start()), *notes("a", 2, 2))
    insert(connection, "a", to_rows(events), "s")
    assert to_events(select(connection, "a", 0), 0) == events
    assert to_events(select(connection, "a", 1), 1) == events[1:]
    assert [row[1] for row in select_types(connection, ("note_added",))] == [2, 3]
    connection.close()


def test_a_batch_that_is_not_next_in_line_is_refused(connection: sqlite3.Connection) -> None:
    insert(connection, "a", to_rows(notes("a", 1, 2)), "s")
    with pytest.raises(LogMoved, match="stands at event 2"):
        insert(connection, "a", to_rows(notes("a", 2, 1)), "s")
    connection.close()


def test_a_gap_is_told_with_its_place() -> None:
    with pytest.raises(LogDamaged, match="event 4 of session a"):
        to_events([("a", 5, "{}")], 3)
