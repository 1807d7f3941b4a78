"""Saves what can be read of a damaged log into a new one; the damaged file is kept beside it."""

import contextlib
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from roundtable.adapters.stores.rows import insert, to_rows
from roundtable.adapters.stores.schema import connect
from roundtable.core.errors import LogDamaged, LogTooNew, RoundtableError
from roundtable.core.events import Event, read_event
from roundtable.core.state import SessionState, fold
from roundtable.core.summary import summary_text


@dataclass(frozen=True, slots=True)
class Salvaged:
    kept_aside: Path
    events: int
    cut: tuple[str, ...]
    """Sessions that lost their end, and from which event on."""


def salvage(path: Path) -> Salvaged:
    """Every session up to its first unreadable event, in a new log under the old name."""
    aside = _free_name(path)
    path.rename(aside)
    for suffix in ("-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + suffix).rename(aside.with_name(aside.name + suffix))
    old = sqlite3.connect(aside, isolation_level=None)
    new = connect(path)
    kept, cut = 0, []
    with contextlib.closing(old), contextlib.closing(new):
        for name in _names(old):
            events, damage = _prefix(old, name)
            if damage:
                cut.append(f"{name}: {damage}")
            if events:
                _write(new, name, events)
                kept += len(events)
    return Salvaged(kept_aside=aside, events=kept, cut=tuple(cut))


def _free_name(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return aside


def _names(old: sqlite3.Connection) -> list[str]:
    names: list[str] = []
    with contextlib.suppress(sqlite3.Error):
        for (name,) in old.execute("SELECT name FROM sessions ORDER BY key"):
            names.append(name)
    return names


def _prefix(old: sqlite3.Connection, name: str) -> tuple[list[Event], str]:
    """The session's events up to the first that cannot be read or folded."""
    events: list[Event] = []
    state = SessionState(session=name)
    last = 0
    with contextlib.suppress(sqlite3.Error):
        last = old.execute("SELECT last_seq FROM sessions WHERE name = ?", (name,)).fetchone()[0]
    for seq in range(1, last + 1):
        try:
            row = old.execute(
                "SELECT e.body FROM events e JOIN sessions s ON s.key = e.session "
                "WHERE s.name = ? AND e.seq = ?",
                (name, seq),
            ).fetchone()
            if row is None:
                return events, f"event {seq} is missing"
            event = read_event(row[0], name, seq)
            state = fold([event], state)
        except LogTooNew:
            raise
        except (sqlite3.Error, LogDamaged) as error:
            reason = error.message if isinstance(error, RoundtableError) else str(error)
            return events, f"from event {seq} on ({reason})"
        events.append(event)
    return events, ""


def _write(new: sqlite3.Connection, name: str, events: list[Event]) -> None:
    summary = summary_text(fold(events, SessionState(session=name)))
    new.execute("BEGIN IMMEDIATE")
    insert(new, name, to_rows(events), summary)
    new.execute("COMMIT")
