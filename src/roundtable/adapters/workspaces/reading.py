"""Reads the beginning of one file below the root: bounded, never blocking, never through a link.

A path is resolved first, so that the rules can be applied to what it leads to. It is then opened
component by component without following links, so that nothing swapped in between is followed.
"""

import os
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

MOST_BYTES = 256 * 1024
SNIFFED = 8 * 1024
"""A zero byte within this many makes a file binary."""
_LONGEST_NAME = 4096

NOT_FOUND = "not found"
OUTSIDE = "outside the repository"
LINK_OUTSIDE = "a link that leads outside the repository"
FOLDER = "a folder, not a file"
NOT_REGULAR = "not a regular file"
BINARY = "a binary file"
UNREADABLE = "it cannot be read"


class Refused(Exception):
    """The file is not shown; the message says why, for people and models."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a path leads."""

    target: str
    """The file itself, relative to the root, with all links resolved."""
    link: str = ""
    """The first link on the way, relative to the root; empty when there is none."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """The first part of a text file, which is often all of it."""

    text: str
    whole: bool


def relative_name(root: Path, path: str) -> str:
    """What somebody typed as a path relative to the root; Refused if it cannot be one."""
    if "\0" in path or not path.strip():
        raise Refused("this is not a path")
    with suppress(UnicodeEncodeError):
        if len(os.fsencode(path)) <= _LONGEST_NAME:
            return _below(root, path)
    raise Refused(NOT_FOUND)


def _below(root: Path, path: str) -> str:
    if path.startswith("~"):
        raise Refused(OUTSIDE)
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise Refused(OUTSIDE)
    if path.startswith("/"):
        above = list(root.parts[1:])
        if parts[: len(above)] != above:
            raise Refused(OUTSIDE)
        parts = parts[len(above) :]
    if not parts:
        raise Refused(FOLDER)
    return "/".join(parts)


def locate(root: Path, name: str) -> Place:
    """Follow a relative name to its file; Refused if that is none or lies elsewhere."""
    try:
        real = Path(os.path.realpath(root / name, strict=True))
        if not real.is_relative_to(root):
            raise Refused(LINK_OUTSIDE)
        target = real.relative_to(root).as_posix()
        require_file(real.lstat().st_mode)
        return Place(target, "" if target == name else _first_link(root, name))
    except (FileNotFoundError, NotADirectoryError):
        raise Refused(NOT_FOUND) from None
    except (OSError, ValueError) as error:
        raise Refused(_why(error)) from error


def _first_link(root: Path, name: str) -> str:
    parts = name.split("/")
    prefixes = ("/".join(parts[: end + 1]) for end in range(len(parts)))
    return next((prefix for prefix in prefixes if (root / prefix).is_symlink()), "")


def read(root: Path, target: str, most: int = MOST_BYTES) -> Beginning:
    """The text of a located file; Refused if it is binary or cannot be read."""
    try:
        descriptor = _open_below(root, target)
    except (OSError, ValueError) as error:
        raise Refused(_why(error)) from error
    try:
        require_file(os.fstat(descriptor).st_mode)
        data = up_to(descriptor, most + 1)
    except OSError as error:
        raise Refused(_why(error)) from error
    finally:
        os.close(descriptor)
    if b"\0" in data[:SNIFFED]:
        raise Refused(BINARY)
    return _beginning(data, most)


def read_text(root: Path, target: str, most: int = MOST_BYTES) -> str:
    """The same, and nothing at all where nothing can be read."""
    try:
        return read(root, target, most).text
    except Refused:
        return ""


def _beginning(data: bytes, most: int) -> Beginning:
    whole = len(data) <= most
    if not whole:
        # The last line is not complete, unless the file has no line ends at all.
        data = data[: data.rfind(b"\n", 0, most) + 1] or data[:most]
    return Beginning(decoded(data), whole)


def decoded(data: bytes) -> str:
    """Bytes from the repository as a text that can be stored and shown."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")


def _open_below(root: Path, target: str) -> int:
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW
    *folders, name = target.split("/")
    parent = os.open(root, flags | os.O_DIRECTORY)
    try:
        for folder in folders:
            child = os.open(folder, flags | os.O_DIRECTORY, dir_fd=parent)
            os.close(parent)
            parent = child
        # Looked at before it is opened: opening a pipe would wake whoever waits at its other end.
        require_file(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode)
        return os.open(name, flags | os.O_NONBLOCK | os.O_NOCTTY, dir_fd=parent)
    finally:
        os.close(parent)


def up_to(descriptor: int, most: int) -> bytes:
    """The first bytes of an open file."""
    data = bytearray()
    while len(data) < most and (piece := os.read(descriptor, most - len(data))):
        data += piece
    return bytes(data)


def require_file(mode: int) -> None:
    """Refused unless this is the mode of a regular file."""
    if stat.S_ISDIR(mode):
        raise Refused(FOLDER)
    if not stat.S_ISREG(mode):
        raise Refused(NOT_REGULAR)


def _why(error: Exception) -> str:
    detail = error.strerror if isinstance(error, OSError) else ""
    return f"{UNREADABLE}: {detail.lower()}" if detail else UNREADABLE
