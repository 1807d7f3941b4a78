"""A log is read from a file or a pipe, never from a terminal, and only if it is text."""

import contextlib
import os
import pty
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from roundtable.apps.cli.piping import MOST_BYTES, read_log
from roundtable.core.errors import UsageError

Feed = Callable[[int], None]


@pytest.fixture
def fed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Feed]:
    """Put what a descriptor holds on standard input."""
    with contextlib.ExitStack() as opened:

        def feed(descriptor: int) -> None:
            monkeypatch.setattr(sys, "stdin", opened.enter_context(os.fdopen(descriptor)))

        yield feed


def piped(data: bytes) -> int:
    read, write = os.pipe()
    os.write(write, data)
    os.close(write)
    return read


def test_a_pipe_is_read(fed: Feed) -> None:
    fed(piped(b"\x1b[31mError\x1b[0m: no\n"))
    given = read_log(None)
    assert given is not None
    assert given.origin == "standard input"
    assert [file.text for file in given.files] == ["Error: no"]


def test_a_file_as_standard_input_is_read(fed: Feed, tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    log.write_text("Error: no\n")
    fed(os.open(log, os.O_RDONLY))
    given = read_log(None)
    assert given is not None
    assert given.files[0].text == "Error: no"


def test_a_terminal_and_an_empty_device_are_not_waited_for(fed: Feed) -> None:
    leader, follower = pty.openpty()
    fed(follower)
    assert read_log(None) is None
    os.close(leader)
    fed(os.open(os.devnull, os.O_RDONLY))
    assert read_log(None) is None


def test_an_empty_pipe_is_no_log(fed: Feed) -> None:
    fed(piped(b" \n\n"))
    assert read_log(None) is None


def test_without_any_standard_input_there_is_no_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert read_log(None) is None


def test_a_file_that_is_named_goes_before_the_pipe(fed: Feed, tmp_path: Path) -> None:
    fed(piped(b"Error: of the pipe\n"))
    log = tmp_path / "server.log"
    log.write_text("Error: of the file\n")
    given = read_log(log)
    assert given is not None
    assert given.origin == str(log)
    assert given.files[0].path == "server.log"
    assert given.files[0].text == "Error: of the file"


@pytest.mark.parametrize(
    ("data", "told"), [(b"a\0b", "is binary"), (b"x" * (MOST_BYTES + 1), "larger than 4 MB")]
)
def test_what_is_no_log_is_refused_with_a_remedy(tmp_path: Path, data: bytes, told: str) -> None:
    log = tmp_path / "x.log"
    log.write_bytes(data)
    with pytest.raises(UsageError, match=told) as refused:
        read_log(log)
    assert refused.value.remedy


def test_a_log_of_exactly_the_bound_and_one_in_utf_16_are_taken(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    log.write_bytes(b"x" * MOST_BYTES)
    given = read_log(log)
    assert given is not None
    assert len(given.files[0].text) == MOST_BYTES
    log.write_bytes("Fehler: ü".encode("utf-16"))
    given = read_log(log)
    assert given is not None
    assert given.files[0].text == "Fehler: ü"


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(UsageError, match="cannot be read"):
            read_log(path)
