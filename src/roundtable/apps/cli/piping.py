"""A log that comes with a command: from a file, or piped into it."""

import contextlib
import os
import select
import stat
import sys
from pathlib import Path

from roundtable.core.errors import UsageError
from roundtable.core.events import FilesGiven, ProjectFile
from roundtable.core.secret_paths import is_secret
from roundtable.core.symptoms import readable_log

MOST_BYTES = 4_000_000
_PIPED = "standard input"
_PATIENCE = 1.0
"""Seconds of silence after which it is said what is waited for."""
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def read_log(path: Path | None) -> FilesGiven | None:
    """The log of the file, or else what is piped into the command; None where there is none."""
    if path is not None:
        return _given(str(path), path.name, _of_file(path))
    data = _piped()
    _take_the_terminal()
    return _given(_PIPED, "piped.log", data)


def _of_file(path: Path) -> bytes:
    if is_secret(path.name):
        raise UsageError(
            f"--log: {path} is a secret file, and none is ever shown to a knight",
            "give a log; what is safe to show of this file can be piped into the command",
        )
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(
            f"--log: {path} cannot be read ({error.strerror})", "give the path of a text file"
        ) from error


def _piped() -> bytes:
    """What stands on standard input, if it is a pipe or a file; a terminal is not waited for."""
    if sys.stdin is None or not _is_fed():
        return b""
    # Whoever started this may hold the pipe open and never say a word.
    if sys.stderr.isatty() or not _has_come(_PATIENCE):
        print(
            "roundtable: reading the log from standard input (to go without one: < /dev/null) …",
            file=sys.stderr,
        )
    return sys.stdin.buffer.read(MOST_BYTES + 1)


def _has_come(seconds: float) -> bool:
    """Whether something can be read, or nothing ever will, within this time."""
    try:
        return bool(select.select([sys.stdin], [], [], seconds)[0])
    except (OSError, ValueError):
        return True


def _is_fed() -> bool:
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (OSError, ValueError):
        return not sys.stdin.isatty()
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode) or stat.S_ISSOCK(mode)


def _take_the_terminal() -> None:
    """After a pipe has been read, let the King be asked all the same, if he sits at a terminal."""
    if sys.stdin is None or sys.stdin.isatty() or not sys.stdout.isatty():
        return
    with contextlib.suppress(OSError, ValueError):
        terminal = os.open("/dev/tty", os.O_RDWR)
        os.dup2(terminal, sys.stdin.fileno())
        os.close(terminal)


def _given(origin: str, name: str, data: bytes) -> FilesGiven | None:
    if len(data) > MOST_BYTES:
        raise UsageError(
            f"the log from {origin} is larger than {MOST_BYTES // 1_000_000} MB",
            f"give its end: tail -c {MOST_BYTES} LOG | roundtable code-red …",
        )
    if b"\0" in data and not data.startswith(_UTF16):
        raise UsageError(f"the log from {origin} is binary", "give a log that is text")
    text = readable_log(data)
    if not text.strip():
        return None
    return FilesGiven(origin=origin, files=(ProjectFile(path=name, text=text),))
