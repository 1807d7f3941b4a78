"""What a program's words give away, however they are cut."""

import pytest

from roundtable.adapters.runners.hints import Hints


def told(*pieces: bytes, stream: int = 2) -> str:
    hints = Hints()
    for piece in pieces:
        hints.hear(stream, piece)
    return hints.told


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (b"No such file or directory", "it is not in the image"),
        (b"Permission denied", "it may not be executed"),
        (b"Exec format error", "it is a script without #!"),
    ],
)
def test_a_program_that_cannot_be_started_is_named(reason: bytes, words: str) -> None:
    line = b"[FATAL tini (8)] exec gunicorn failed: " + reason + b"\n"
    assert told(line).startswith(f"gunicorn could not be started: {words}")
    assert told(*(bytes([byte]) for byte in line)) == told(line)
    assert told(line, stream=1) == "", "it is standard error that the first process writes to"


@pytest.mark.parametrize(
    "line",
    [
        b"touch: /app/x: Read-only file system",
        b"sqlite3.OperationalError: unable to open database file",
        b"sqlite3.OperationalError: attempt to write a readonly database",
        b"Error: EROFS: read-only file system, open '/app/x'",
    ],
)
def test_who_met_the_read_only_file_system_is_told_where_to_write(line: bytes) -> None:
    assert told(line[:9], line[9:], line).count("It may write to /tmp and its volumes alone") == 1
    assert told(line, stream=1) != ""


def test_other_words_give_nothing_away() -> None:
    assert told(b"a read-only view of the file\n", b"[FATAL] exec failed: gone\n") == ""
