"""Opens what lies below a folder part by part, so that no link on the way is ever followed."""

import os
import secrets
import shutil
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TypeAlias

from roundtable.adapters.workspaces.reading import require_file

_PLAIN = os.O_CLOEXEC | os.O_NOFOLLOW
_INTO = os.O_RDONLY | os.O_DIRECTORY | _PLAIN
FOLDER_MODE = 0o755

Fill: TypeAlias = Callable[[BinaryIO], object]
"""Writes a file's content."""


@contextmanager
def opened(folder: Path) -> Iterator[int]:
    """A folder's descriptor: what is done by it is done there, wherever the name leads later."""
    descriptor = os.open(folder, _INTO)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def inside(root: int, folders: Sequence[str], make: bool = False) -> Iterator[int]:
    """The descriptor of a folder below another; with `make`, those that are missing are made."""
    here = os.dup(root)
    try:
        for name in folders:
            child = _enter(here, name, make)
            os.close(here)
            here = child
        yield here
    finally:
        os.close(here)


def _enter(parent: int, name: str, make: bool) -> int:
    try:
        return os.open(name, _INTO, dir_fd=parent)
    except FileNotFoundError:
        if not make:
            raise
    os.mkdir(name, 0o700, dir_fd=parent)
    child = os.open(name, _INTO, dir_fd=parent)
    os.fchmod(child, FOLDER_MODE)  # the caller's umask does not change what is written
    return child


@contextmanager
def regular(root: int, path: str) -> Iterator[int]:
    """The descriptor of a file below a folder, to be read; Refused if it is of another kind."""
    *folders, name = path.split("/")
    with inside(root, folders) as folder:
        # Looked at before it is opened: opening a pipe would wake whoever waits at its other end.
        require_file(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)
        flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | _PLAIN
        descriptor = os.open(name, flags, dir_fd=folder)
    try:
        require_file(os.fstat(descriptor).st_mode)
        yield descriptor
    finally:
        os.close(descriptor)


def kind(root: int, path: str) -> str:
    """What stands at a path whose folders are there: file, folder, link, special; or nothing."""
    *folders, name = path.split("/")
    try:
        with inside(root, folders) as folder:
            mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
    except FileNotFoundError:
        return ""
    if stat.S_ISLNK(mode):
        return "link"
    if stat.S_ISDIR(mode):
        return "folder"
    return "file" if stat.S_ISREG(mode) else "special file"


def create(folder: int, name: str, mode: int, fill: Fill, lasting: bool = False) -> None:
    """A file that was not there before; if `lasting`, it outlives a power cut from now on."""
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | _PLAIN
    with os.fdopen(os.open(name, flags, 0o600, dir_fd=folder), "w+b") as file:
        fill(file)
        file.flush()
        os.fchmod(file.fileno(), mode)
        if lasting:
            os.fsync(file.fileno())


def replace(folder: int, name: str, mode: int, fill: Fill) -> None:
    """A file in the place of whatever file has its name: the old one or the new, never a half."""
    passing = passing_name()
    try:
        create(folder, passing, mode, fill, lasting=True)
        os.rename(passing, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with suppress(OSError):
            os.unlink(passing, dir_fd=folder)
        raise


@contextmanager
def passing_folder(parent: int) -> Iterator[tuple[str, int]]:
    """A new folder's name and descriptor; it is removed in the end if it still has that name."""
    name = passing_name()
    os.mkdir(name, 0o700, dir_fd=parent)
    try:
        with inside(parent, (name,)) as folder:
            os.fchmod(folder, FOLDER_MODE)
            yield name, folder
    finally:
        try:
            os.rmdir(name, dir_fd=parent)
        except FileNotFoundError:
            pass
        except OSError:
            shutil.rmtree(name, ignore_errors=True, dir_fd=parent)


def passing_name() -> str:
    return f".roundtable-{secrets.token_hex(8)}.part"
