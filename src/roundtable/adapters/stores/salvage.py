"""Saves what can be read of a damaged log into a new one; the damaged file is kept beside it."""

import contextlib
import fcntl
import os
import sqlite3
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from roundtable.adapters.stores.rows import insert, to_rows
from roundtable.adapters.stores.schema import connect, explain_os
from roundtable.core.errors import LogDamaged, LogTooNew, RoundtableError, SessionBusy
from roundtable.core.events import Event, read_event
from roundtable.core.state import SessionState, fold
from roundtable.core.summary import summary_text

_OPENED = (0x40000000, 512)
"""Start and length of the bytes on which SQLite holds a lock as long as a file is open."""


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


def refuse_in_use(path: Path) -> None:
    """SessionBusy while anybody leads a session of this log, or has the log open at all.

    A process that has it open would go on with the damaged file, which others no longer read.
    """
    at_work = sorted(_led(path.parent / "locks"))
    if at_work:
        raise SessionBusy(
            f"sessions of this log are at work: {', '.join(at_work)}",
            "end what is named where it runs (Ctrl-C), then try again",
        )
    try:
        with path.open("rb+") as log:
            _refuse_open(path, log.fileno())
    except OSError as error:
        raise explain_os(error, path) from error


def _refuse_open(path: Path, log: int) -> None:
    try:
        fcntl.lockf(log, fcntl.LOCK_EX | fcntl.LOCK_NB, _OPENED[1], _OPENED[0])
    except (BlockingIOError, PermissionError):
        raise SessionBusy(
            f"the log {path} is open in another process{_process(_holder(log))}",
            "close it there (a server: Ctrl-C where `roundtable serve` runs), then try again",
        ) from None


def _led(locks: Path) -> Iterator[str]:
    """The sessions, and runs of sessions, that a process holds, with that process."""
    for path in locks.glob("*.lock"):
        with contextlib.suppress(FileNotFoundError), path.open("rb") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                told = lock.read(20)
                yield path.stem + _process(int(told) if told.isdigit() else 0)


def _holder(log: int) -> int:
    """The process that holds SQLite's lock; 0 where the system does not tell."""
    if sys.platform != "linux" or struct.calcsize("l") != 8:
        return 0
    layout = "hhqqi"  # struct flock: type, whence, start, length, process
    asked = struct.pack(layout, fcntl.F_WRLCK, os.SEEK_SET, *_OPENED, 0)
    found: tuple[int, ...] = struct.unpack(layout, fcntl.fcntl(log, fcntl.F_GETLK, asked))
    return max(found[-1], 0)


def _process(pid: int) -> str:
    """The process as its owner knows it, as far as that can be seen."""
    if not pid:
        return ""
    words = b""
    with contextlib.suppress(OSError):
        words = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ")
    shown = "".join(c for c in words.decode(errors="replace") if c.isprintable()).strip()
    return f" (process {pid}{f': {shown[:120]}' if shown else ''})"


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
