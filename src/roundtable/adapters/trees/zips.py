"""A tree from a ZIP: nothing is unpacked to the disk, and never more than its bounds to memory."""

import asyncio
import copy
import os
import stat
import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO
from zipfile import BadZipFile, ZipFile

from roundtable.adapters.trees import names
from roundtable.adapters.trees.members import FEWER, Member, Unsound, files_in
from roundtable.adapters.trees.tally import Given, Tally, shallow_first
from roundtable.adapters.workspaces.visibility import Rules, shown
from roundtable.core.errors import UsageError

MIB = 1024 * 1024
MOST_ARCHIVE = 100 * MIB
MOST_LIST = 2 * MIB
"""For the list of the members: it is read at once, and each entry becomes an object."""
OUR_MARK = b"the paths begin at the project's root"
"""The comment of an archive that we wrote: a single folder on top is then part of the project."""
_PIECE = 64 * 1024
_OF_A_MAC = "written by macOS for itself"
_DAMAGED = (
    *(BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(ValueError, NotImplementedError, RuntimeError, OverflowError, KeyError),
)
"""What reading a ZIP raises when the bytes are not those of one."""


async def from_zip(path: Path, ignore: tuple[str, ...] = ()) -> Given:
    """All files of an archive that may be shown; a single folder on top of it is taken off."""

    def read() -> Given:
        with _opened(path) as (file, size):
            return _from_file(file, size, str(path), Rules(ignore))

    return await _taken(read, str(path))


async def from_open_zip(
    file: BinaryIO, size: int, origin: str, ignore: tuple[str, ...] = ()
) -> Given:
    """The same from a file that is open already and has this many bytes."""
    return await _taken(lambda: _from_file(file, size, origin, Rules(ignore)), origin)


async def _taken(read: Callable[[], Given], origin: str) -> Given:
    try:
        return await asyncio.to_thread(read)
    except Unsound as unsound:
        raise UsageError(f"{origin} cannot be taken: {unsound}", unsound.remedy) from unsound


def _from_file(file: BinaryIO, size: int, origin: str, rules: Rules) -> Given:
    _refuse_large(size)
    tally = Tally()
    with _archive(file) as archive:
        _take_all(archive, size, rules, tally)
    given = tally.given(origin)
    if not given.files:
        why = "; ".join(sorted({left.reason for left in given.left_out})) or "it is empty"
        raise Unsound(f"there is no file in it to work with ({why})", "look into the archive")
    return given


@contextmanager
def _opened(path: Path) -> Iterator[tuple[BinaryIO, int]]:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unsound(reason.lower(), "give the path of a .zip file that you can read") from error
    with os.fdopen(descriptor, "rb") as file:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode):
            raise Unsound("it is not a file", "give a folder or a .zip file")
        yield file, facts.st_size


def _refuse_large(size: int) -> None:
    if size > MOST_ARCHIVE:
        limit = f"{MOST_ARCHIVE // MIB} MB are taken"
        raise Unsound(f"it has {size // MIB:,} MB; {limit}", "unpack it yourself")


def _archive(file: BinaryIO) -> ZipFile:
    try:
        return ZipFile(_Measured(file))
    except _DAMAGED as error:
        raise Unsound(
            f"it is damaged, cut off, or not a ZIP at all ({shown(str(error))})",
            "give a folder or a whole .zip file",
        ) from error


class _Measured:
    """A file that hands out no more at once than the list of a sound archive needs."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = -1) -> bytes:
        if 0 <= size <= MOST_LIST:
            return self._file.read(size)
        data = self._file.read(MOST_LIST + 1)
        if len(data) > MOST_LIST:
            raise Unsound("it has too many members, or their names are too long", FEWER)
        return data


def _take_all(archive: ZipFile, size: int, rules: Rules, tally: Tally) -> None:
    members = files_in(archive, size)
    top = "" if archive.comment == OUR_MARK else _only_folder(members)
    for member in sorted(members, key=lambda member: shallow_first(member.path)):
        path = member.path.removeprefix(top)
        reason = _why_hidden(member.path, path, rules)
        if reason := reason or tally.refuses(path, member.info.file_size):
            tally.leave(path, reason)
        else:
            tally.take(path, _content(archive, member))


def _only_folder(members: list[Member]) -> str:
    """The folder that all is in, with its slash; empty when there is none."""
    paths = [member.path for member in members if not _is_of_a_mac(member.path)]
    tops = {path.partition("/")[0] for path in paths}
    return f"{tops.pop()}/" if len(tops) == 1 and all("/" in path for path in paths) else ""


def _why_hidden(whole: str, path: str, rules: Rules) -> str:
    if _is_of_a_mac(whole):
        return _OF_A_MAC
    # The folder on top counts too: that of a secret stays one.
    return names.private(whole) or names.unportable(whole) or rules.why_hidden(path)


def _is_of_a_mac(path: str) -> bool:
    return path.startswith("__MACOSX/")


def _content(archive: ZipFile, member: Member) -> bytes:
    """A member's bytes, which must be as many as its entry says."""
    declared = member.info.file_size
    info = copy.copy(member.info)
    info.file_size += 1  # else what lies beyond would be cut off in silence
    data = bytearray()
    try:
        with archive.open(info) as stream:
            while len(data) <= declared and (piece := stream.read(_PIECE)):
                data += piece
    except _DAMAGED as error:
        why = shown(str(error))
        raise Unsound(f"its member {shown(member.path)!r} is damaged ({why})") from error
    if len(data) != declared:
        raise Unsound(f"its member {shown(member.path)!r} has another size than it says")
    return bytes(data)
