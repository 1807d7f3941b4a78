"""Events as rows of the log's tables, and back."""

import json
import sqlite3
from collections.abc import Sequence

from roundtable.core.errors import LogDamaged, LogMoved, StoreError
from roundtable.core.events import Event, read_event
from roundtable.core.ports import SessionRow

StoredRow = tuple[int, str, str | None, str]
"""seq, type, once, body"""
FoundRow = tuple[str, int, str]
"""session, seq, body"""


def to_rows(events: Sequence[Event]) -> list[StoredRow]:
    return [(e.seq, e.type, e.once, e.model_dump_json(exclude={"session", "seq"})) for e in events]


def insert(
    connection: sqlite3.Connection,
    session: str,
    rows: Sequence[StoredRow],
    summary: str,
) -> None:
    first, last = rows[0][0], rows[-1][0]
    found = connection.execute(
        "SELECT key, last_seq FROM sessions WHERE name = ?", (session,)
    ).fetchone()
    key, last_seq = found or (None, 0)
    if first != last_seq + 1:
        raise LogMoved(f"session {session} stands at event {last_seq}, not at {first - 1}")
    if key is None:
        key = connection.execute(
            "INSERT INTO sessions (name, last_seq, summary) VALUES (?, ?, ?)",
            (session, last, summary),
        ).lastrowid
    else:
        connection.execute(
            "UPDATE sessions SET last_seq = ?, summary = ? WHERE key = ?", (last, summary, key)
        )
    try:
        connection.executemany(
            "INSERT INTO events (session, seq, type, once, body) VALUES (?, ?, ?, ?, ?)",
            [(key, *row) for row in rows],
        )
    except sqlite3.IntegrityError as error:
        raise StoreError(f"session {session} has recorded this already ({error})") from error


def select(connection: sqlite3.Connection, session: str, after: int) -> list[FoundRow]:
    return connection.execute(
        "SELECT s.name, e.seq, e.body FROM events e JOIN sessions s ON s.key = e.session "
        "WHERE s.name = ? AND e.seq > ? ORDER BY e.seq",
        (session, after),
    ).fetchall()


def select_types(connection: sqlite3.Connection, types: tuple[str, ...]) -> list[FoundRow]:
    return connection.execute(
        "SELECT s.name, e.seq, e.body FROM events e JOIN sessions s ON s.key = e.session "
        "WHERE e.type IN (SELECT value FROM json_each(?)) ORDER BY e.position",
        (json.dumps(types),),
    ).fetchall()


def select_sessions(connection: sqlite3.Connection) -> tuple[SessionRow, ...]:
    rows = connection.execute("SELECT name, last_seq, summary FROM sessions ORDER BY key")
    return tuple(SessionRow(*row) for row in rows)


def to_events(rows: list[FoundRow], after: int) -> tuple[Event, ...]:
    """The rows as events, with no hole between them."""
    for expected, (session, seq, _) in enumerate(rows, start=after + 1):
        if seq != expected:
            raise LogDamaged(
                f"event {expected} of session {session} is missing",
                "run `roundtable rebuild --salvage`: it keeps everything up to the gap",
            )
    return tuple(read_event(body, session, seq) for session, seq, body in rows)
