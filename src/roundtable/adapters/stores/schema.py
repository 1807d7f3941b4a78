"""The log's tables in SQLite, how a file is opened, and what its errors mean.

Imports stay light: `list` and `status` come through here.
"""

import contextlib
import errno
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from roundtable.core.errors import (
    DiskFull,
    LogDamaged,
    LogTooNew,
    ReadOnly,
    RoundtableError,
    StoreError,
)

SCHEMA_VERSION = 1

_SCHEMA = """
CREATE TABLE sessions (
  key      INTEGER PRIMARY KEY,
  name     TEXT NOT NULL UNIQUE,
  last_seq INTEGER NOT NULL,
  summary  TEXT NOT NULL
) STRICT;
CREATE TABLE events (
  position INTEGER PRIMARY KEY,
  session  INTEGER NOT NULL REFERENCES sessions(key),
  seq      INTEGER NOT NULL,
  type     TEXT NOT NULL,
  once     TEXT,
  body     TEXT NOT NULL,
  UNIQUE (session, seq)
) STRICT;
CREATE UNIQUE INDEX events_once ON events (session, once) WHERE once IS NOT NULL;
CREATE INDEX events_type ON events (type);
"""


def connect(path: Path) -> sqlite3.Connection:
    """A connection that commits durably, to a log that is made if it is not there."""
    try:
        # The file may hold the repository's text: only its owner reads it.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        connection = sqlite3.connect(
            path, timeout=10, isolation_level=None, check_same_thread=False
        )
        with closing_on_error(connection):
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            _ensure_schema(connection, path)
    except sqlite3.Error as error:
        raise explain(error, path) from error
    except OSError as error:
        raise explain_os(error, path) from error
    return connection


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, also where the folder itself is read-only."""
    base = path.resolve().as_uri()
    for mode in ("?mode=ro", "?immutable=1"):
        connection = sqlite3.connect(base + mode, uri=True, timeout=10, isolation_level=None)
        try:
            with closing_on_error(connection):
                _check_version(connection, path)
        except sqlite3.OperationalError as error:
            if mode == "?immutable=1":
                raise explain(error, path) from error
        except sqlite3.Error as error:
            raise explain(error, path) from error
        else:
            return connection
    raise AssertionError("the second mode returns or raises")


@contextlib.contextmanager
def closing_on_error(connection: sqlite3.Connection) -> Iterator[None]:
    """Close the connection if what follows fails."""
    try:
        yield
    except BaseException:
        connection.close()
        raise


def _check_version(connection: sqlite3.Connection, path: Path) -> int:
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > SCHEMA_VERSION:
        raise LogTooNew(
            f"{path} was written by a newer version of Roundtable",
            "upgrade: pip install --upgrade llm-roundtable",
        )
    return version


def _ensure_schema(connection: sqlite3.Connection, path: Path) -> None:
    if _check_version(connection, path) == SCHEMA_VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        if _check_version(connection, path) == 0:
            for statement in filter(str.strip, _SCHEMA.split(";")):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def explain(error: sqlite3.Error, path: Path) -> RoundtableError:
    """SQLite's error as one that says what to do."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return LogDamaged(
            f"the log {path} is damaged ({error})",
            "run `roundtable rebuild --salvage`: it keeps the damaged file aside "
            "and every event that can still be read",
        )
    if code == sqlite3.SQLITE_FULL:
        return DiskFull(
            f"there is no room left to write {path}",
            "free some space, then go on with: roundtable resume",
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN):
        return ReadOnly(
            f"{path} cannot be written ({error})",
            f"make {path.parent} writable for your user",
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreError(
            f"{path} has been locked by another program for more than 10 s",
            "close the program that holds it, then try again",
        )
    return StoreError(f"{path}: {error}", "look at the disk, then go on with: roundtable resume")


def explain_os(error: OSError, path: Path) -> RoundtableError:
    """The operating system's error as one that says what to do."""
    if error.errno == errno.ENOSPC:
        return DiskFull(f"there is no room left to write {path}", "free some space and try again")
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return ReadOnly(
            f"{path} cannot be written ({error.strerror})",
            f"make {path.parent} writable for your user",
        )
    return StoreError(f"{path}: {error.strerror or error}", "look at the path, then try again")
