"""Writes a tree out, into a folder or a ZIP: all of it or nothing, and never through a link."""

import io
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from roundtable.adapters.stores.schema import explain_os
from roundtable.adapters.trees import beneath, names
from roundtable.adapters.trees.beneath import inside, kind, opened
from roundtable.adapters.trees.contents import bytes_of
from roundtable.adapters.trees.zips import OUR_MARK
from roundtable.adapters.workspaces.visibility import shown
from roundtable.core.build_events import ProjectFile
from roundtable.core.errors import UsageError

_PLAIN_MODE = 0o644
_PROGRAM_MODE = 0o755
_EARLIEST = (1980, 1, 1, 0, 0, 0)
_UNIX = 3
_NEW_PLACE = "name a new place, or ask for it to be written over (--force)"
_IN_THE_WAY = "move it away, or write to another place"

Contents: TypeAlias = dict[str, bytes]


def write_folder(files: Iterable[ProjectFile], target: Path, force: bool = False) -> int:
    """Write a tree into a new or an empty folder; the number of files.

    With `force` the folder may hold files. Those of the same paths are replaced, each at once and
    with the permissions that it has; all others stay.
    """
    contents = _checked(files)
    with _explained(target), _beside(target) as (parent, name):
        found = kind(parent, name)
        if found not in ("", "folder"):
            raise UsageError(f"{target} is a {found}, not a folder", _IN_THE_WAY)
        if not found:
            _into_new(contents, parent, name)
        else:
            with inside(parent, (name,)) as folder:
                _into_existing(contents, folder, target, force)
    return len(contents)


def write_zip(files: Iterable[ProjectFile], target: Path, force: bool = False) -> int:
    """Write a tree as a ZIP whose bytes depend on the files alone; the number of files."""
    contents = _checked(files)
    with _explained(target), _beside(target) as (parent, name):
        found = kind(parent, name)
        if found not in ("", "file"):
            raise UsageError(f"{target} is a {found}, not a ZIP", _IN_THE_WAY)
        if found and not force:
            raise UsageError(f"{target} is there already", _NEW_PLACE)
        beneath.replace(parent, name, _PLAIN_MODE, lambda file: _pack(contents, file))
    return len(contents)


def zip_bytes(files: Iterable[ProjectFile]) -> bytes:
    """The same ZIP without a place on the disk, for whoever sends it on."""
    packed = io.BytesIO()
    _pack(_checked(files), packed)
    return packed.getvalue()


def _checked(files: Iterable[ProjectFile]) -> Contents:
    """The bytes by path, in order; UsageError unless all can stand in one folder."""
    contents: Contents = {}
    claimed = names.Claimed()
    for file in sorted(files, key=lambda file: file.path):
        path = file.path
        if reason := names.unfit(path) or names.private(path) or claimed.clash(path):
            raise _refusal(path, reason)
        claimed.add(path)
        contents[path] = bytes_of(file)
    return contents


def _refusal(path: str, reason: str) -> UsageError:
    return UsageError(f"{shown(path)!r} is not written: {reason}", "leave this file out")


@contextmanager
def _explained(target: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise explain_os(error, target) from error


@contextmanager
def _beside(target: Path) -> Iterator[tuple[int, str]]:
    """The folder that the target lies in, and the target's name there."""
    if reason := names.no_name(str(target)):
        raise UsageError(f"{shown(str(target))!r} is no place: {reason}", "name a new place")
    try:
        place = target if target.name not in ("", "..") else target.resolve()
        parent = place.parent.resolve()
    except RuntimeError as error:
        raise UsageError(f"{target} lies behind a loop of links", "name a new place") from error
    if not parent.is_dir():
        raise UsageError(f"{place.parent} is not a folder", "make it first")
    if not place.name:
        raise UsageError(f"{target} is the root of all folders", "name a new place")
    with opened(parent) as descriptor:
        yield descriptor, place.name


def _into_new(contents: Contents, parent: int, name: str) -> None:
    with beneath.passing_folder(parent) as (passing, folder):
        _fill(contents, folder)
        os.rename(passing, name, src_dir_fd=parent, dst_dir_fd=parent)


def _into_existing(contents: Contents, folder: int, target: Path, force: bool) -> None:
    if not os.listdir(folder):
        _into_empty(contents, folder)
    elif force:
        _over(contents, folder)
    else:
        raise UsageError(f"{target} is not empty", _NEW_PLACE)


def _into_empty(contents: Contents, folder: int) -> None:
    """The folder itself stays: somebody may stand in it, or it is where a disk is mounted."""
    with beneath.passing_folder(folder) as (_, passing):
        _fill(contents, passing)
        moved: list[str] = []
        try:
            for name in sorted({path.partition("/")[0] for path in contents}):
                os.rename(name, name, src_dir_fd=passing, dst_dir_fd=folder)
                moved.append(name)
        except BaseException:
            for name in moved:
                with suppress(OSError):
                    os.rename(name, name, src_dir_fd=folder, dst_dir_fd=passing)
            raise


def _fill(contents: Contents, root: int) -> None:
    for path, data in contents.items():
        *folders, name = path.split("/")
        with inside(root, folders, make=True) as folder:
            beneath.create(folder, name, _mode(data), _writer(data))


def _writer(data: bytes) -> beneath.Fill:
    return lambda file: file.write(data)


def _over(contents: Contents, root: int) -> None:
    for path in contents:
        if reason := _in_the_way(root, path):
            raise _refusal(path, reason)
    for path, data in contents.items():
        *folders, name = path.split("/")
        with inside(root, folders, make=True) as folder:
            mode = _mode_there(folder, name) or _mode(data)
            beneath.replace(folder, name, mode, _writer(data))


def _in_the_way(root: int, path: str) -> str:
    """What keeps a file from being written; empty when nothing does."""
    for folder in reversed(list(names.above(path))):
        found = kind(root, folder)
        if found != "folder":
            return f"{shown(folder)} is a {found} there" if found else ""
    found = kind(root, path)
    return "" if found in ("", "file") else f"there is a {found} of this name"


def _mode_there(folder: int, name: str) -> int:
    try:
        mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
    except FileNotFoundError:
        return 0
    return mode & 0o777 if stat.S_ISREG(mode) else 0


def _mode(data: bytes) -> int:
    return _PROGRAM_MODE if data.startswith(b"#!") else _PLAIN_MODE


def _pack(contents: Contents, file: BinaryIO) -> None:
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.comment = OUR_MARK
        for path, data in contents.items():
            info = ZipInfo(path, _EARLIEST)
            info.create_system = _UNIX
            info.external_attr = (stat.S_IFREG | _mode(data)) << 16
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, data)
