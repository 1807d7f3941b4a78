"""Carries a plan out, and takes it back: one file after another, each whole or not at all."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from roundtable.adapters.applying.journal import Journal, Manifest, Step
from roundtable.adapters.applying.survey import Plan, standing
from roundtable.adapters.trees.beneath import create, inside
from roundtable.adapters.workspaces.reading import Refused

_CHANGED = frozenset(
    {errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ELOOP, errno.EEXIST, errno.ENOTEMPTY}
)
"""What the system says when somebody else has moved, removed or put something there."""


class Moved(Exception):
    """A file, or a folder on its way, is not as it was when it was looked at."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} was changed by somebody else at the same time")
        self.path = path


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What taking a journal back came to."""

    restored: tuple[str, ...]
    edited: tuple[tuple[Step, bytes | None], ...]
    """Neither as before nor as written: somebody edited them, and they stay; with the old bytes."""


def carry_out(root: int, plan: Plan) -> None:
    """All steps, synced; Moved or OSError where one fails, and the rest is for `take_back`."""
    manifest = plan.journal.manifest
    for number, (step, data) in enumerate(zip(manifest.steps, plan.new, strict=True)):
        _put(root, step.path, manifest.part(number), step.before, data, step.new_mode)
    _sync(root, manifest)


def take_back(root: int, journal: Journal) -> TakenBack:
    """Every file as it was before, if it is still as it was written; it may be done again."""
    manifest = journal.manifest
    _sweep(root, manifest)
    restored: list[str] = []
    edited: list[tuple[Step, bytes | None]] = []
    for number, (step, old) in enumerate(zip(manifest.steps, journal.old, strict=True)):
        try:
            if _restore(root, manifest.part(number), step, old):
                restored.append(step.path)
        except (Moved, Refused):
            edited.append((step, old))
    remove_made(root, manifest)
    return TakenBack(tuple(restored), tuple(edited))


def remove_made(root: int, manifest: Manifest) -> None:
    """The folders that a transaction made go where they are empty; the tree is synced."""
    for path in reversed(manifest.made):
        *folders, name = path.split("/")
        with _unless_changed(), inside(root, folders) as folder:
            os.rmdir(name, dir_fd=folder)
    _sync(root, manifest)


def write_all(descriptor: int, data: bytes) -> None:
    """All bytes: the system may take fewer at once."""
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]


def _restore(root: int, part: str, step: Step, old: bytes | None) -> bool:
    """Whether anything had to be done; Moved or Refused if the file is somebody else's now."""
    found = standing(root, step.path)
    if found.sha256 == step.before:
        return False
    if found.sha256 != step.after:
        raise Moved(step.path)
    mode = found.mode if found.sha256 else step.mode
    _put(root, step.path, part, step.after, old, mode)
    return True


def _put(root: int, path: str, part: str, expected: str, data: bytes | None, mode: int) -> None:
    """One file from the bytes that are expected there to others; Moved if it has others by now."""
    *folders, name = path.split("/")
    try:
        with inside(root, folders, make=data is not None) as folder:
            if data is None:
                _require(folder, name, expected)
                os.unlink(name, dir_fd=folder)
            else:
                with _passing(folder, part, mode, data):
                    _require(folder, name, expected)
                    os.rename(part, name, src_dir_fd=folder, dst_dir_fd=folder)
    except (Moved, Refused) as error:
        raise Moved(path) from error
    except OSError as error:
        if error.errno in _CHANGED:
            raise Moved(path) from error
        error.filename = path
        raise


@contextmanager
def _passing(folder: int, part: str, mode: int, data: bytes) -> Iterator[None]:
    """A synced file under its passing name, which is gone in the end if that is still its name."""
    try:
        create(folder, part, mode, lambda file: write_all(file.fileno(), data), lasting=True)
        yield
    except BaseException:
        with suppress(OSError):
            os.unlink(part, dir_fd=folder)
        raise


def _require(folder: int, name: str, expected: str) -> None:
    if standing(folder, name).sha256 != expected:
        raise Moved(name)


def _sweep(root: int, manifest: Manifest) -> None:
    for number, step in enumerate(manifest.steps):
        with _unless_changed(), inside(root, step.path.split("/")[:-1]) as folder:
            os.unlink(manifest.part(number), dir_fd=folder)


def _sync(root: int, manifest: Manifest) -> None:
    for path in manifest.touched:
        with _unless_changed(), inside(root, path.split("/") if path else ()) as folder:
            os.fsync(folder)


@contextmanager
def _unless_changed() -> Iterator[None]:
    """What somebody else has moved or removed needs nothing more from us."""
    try:
        yield
    except OSError as error:
        if error.errno not in _CHANGED:
            raise
