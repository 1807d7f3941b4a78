"""Opening a log, and what its errors tell people to do."""

import errno
import sqlite3
from pathlib import Path

import pytest

from roundtable.adapters.stores.schema import connect, connect_to_read, explain, explain_os
from roundtable.core.errors import DiskFull, LogDamaged, ReadOnly, StoreError


def test_a_new_log_is_durable_and_checks_its_references(tmp_path: Path) -> None:
    connection = connect(tmp_path / "log.db")
    found = {
        name: connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "foreign_keys")
    }
    connection.close()
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_a_reader_cannot_write(tmp_path: Path) -> None:
    connect(tmp_path / "log.db").close()
    reader = connect_to_read(tmp_path / "log.db")
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader.execute("DELETE FROM events")
    reader.close()


def test_a_full_disk_is_told_as_one(tmp_path: Path) -> None:
    connection = connect(tmp_path / "log.db")
    connection.execute("PRAGMA max_page_count = 8")
    with pytest.raises(sqlite3.Error) as caught:
        connection.execute(
            "INSERT INTO sessions (name, last_seq, summary) VALUES ('a', 1, ?)", ("x" * 100_000,)
        )
    connection.close()
    told = explain(caught.value, tmp_path / "log.db")
    assert isinstance(told, DiskFull)
    assert "resume" in told.remedy


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_CORRUPT, LogDamaged),
        (sqlite3.SQLITE_NOTADB, LogDamaged),
        (sqlite3.SQLITE_READONLY, ReadOnly),
        (sqlite3.SQLITE_CANTOPEN, ReadOnly),
        (sqlite3.SQLITE_FULL, DiskFull),
        (sqlite3.SQLITE_BUSY, StoreError),
        (sqlite3.SQLITE_IOERR, StoreError),
    ],
)
def test_every_error_of_sqlite_gets_a_remedy(code: int, kind: type[Exception]) -> None:
    error = sqlite3.OperationalError("as sqlite says it")
    error.sqlite_errorcode = code
    told = explain(error, Path("x/log.db"))
    assert isinstance(told, kind)
    assert told.remedy


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, DiskFull),
        (errno.EROFS, ReadOnly),
        (errno.EACCES, ReadOnly),
        (errno.EIO, StoreError),
    ],
)
def test_every_error_of_the_system_gets_a_remedy(number: int, kind: type[Exception]) -> None:
    told = explain_os(OSError(number, "as the system says it"), Path("x/log.db"))
    assert isinstance(told, kind)
    assert told.remedy
