"""Looks at every place of a change set before any is touched: all objections, or a plan."""

import errno
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass

from roundtable.adapters.applying.journal import PERMISSIONS, Journal, Manifest, Step
from roundtable.adapters.applying.protected import why_protected
from roundtable.adapters.applying.refusals import ChangesRefused, objection
from roundtable.adapters.trees import names
from roundtable.adapters.trees.beneath import kind, regular
from roundtable.adapters.workspaces.reading import UNREADABLE, Refused, up_to
from roundtable.adapters.workspaces.visibility import shown
from roundtable.core.changes import sha256

_PLAIN_MODE = 0o644
_PROGRAM_MODE = 0o755
_ELSEWHERE = frozenset({errno.ENOTDIR, errno.ELOOP})
"""What the system says when a link or a file stands where a folder should be."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What shall become of one file."""

    path: str
    before: str
    """SHA-256 of the bytes that must be there; empty: nothing must be there."""
    content: bytes | None
    """None: the file is removed."""
    mode: int | None = None
    """The permissions if no file is there now; None: those of any new file."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A file as it stands."""

    data: bytes
    mode: int
    sha256: str


NOTHING = Standing(b"", 0, "")


@dataclass(frozen=True, slots=True)
class Plan:
    """A transaction that may begin: its journal, and the new bytes for each of its steps."""

    journal: Journal
    new: tuple[bytes | None, ...]


def standing(folder: int, path: str) -> Standing:
    """The file at a path below a folder, or NOTHING; Refused if something else is in its place."""
    try:
        with regular(folder, path) as descriptor:
            facts = os.fstat(descriptor)
            data = up_to(descriptor, facts.st_size + 1)
    except FileNotFoundError:
        return NOTHING
    except OSError as error:
        raise _elsewhere(error) from error
    return Standing(data, stat.S_IMODE(facts.st_mode), sha256(data))


def survey(root: int, wanted: Sequence[Wanted], done: str) -> Plan:
    """The plan; ChangesRefused with every objection, in the words for what is not `done`."""
    claimed = names.Claimed()
    way = _Way(root)
    found: list[Standing] = []
    objections = []
    for one in wanted:
        try:
            if reason := why_protected(one.path) or claimed.clash(one.path):
                raise Refused(reason)
            claimed.add(one.path)
            way.require_free(one.path)
            found.append(_as_it_must_be(root, one))
        except Refused as refused:
            objections.append(objection(one.path, str(refused)))
        except OSError as error:
            objections.append(objection(one.path, f"{UNREADABLE}: {error.strerror}"))
    if objections:
        raise ChangesRefused(done, objections)
    steps = tuple(_step(one, was) for one, was in zip(wanted, found, strict=True))
    made = {folder for one in wanted if one.content is not None for folder in way.missing(one.path)}
    old = tuple(was.data if was.sha256 else None for was in found)
    journal = Journal(Manifest(steps=steps, made=tuple(sorted(made))), old)
    return Plan(journal, tuple(one.content for one in wanted))


def _as_it_must_be(root: int, one: Wanted) -> Standing:
    found = standing(root, one.path)
    if found.sha256 != one.before:
        raise Refused(_difference(one.before, found.sha256))
    if found.mode & ~PERMISSIONS:
        raise Refused("it runs with the rights of its owner or group, and stays as it is")
    if not found.sha256 and one.content is None:
        raise Refused("there is nothing to remove")
    return found


def _difference(expected: str, found: str) -> str:
    if not expected:
        return "there is a file of this name by now"
    return "it has been edited since" if found else "it is not there any more"


def _step(one: Wanted, was: Standing) -> Step:
    after, mode = "", 0
    if one.content is not None:
        after = sha256(one.content)
        fresh = _PROGRAM_MODE if one.content.startswith(b"#!") else _PLAIN_MODE
        mode = was.mode if was.sha256 else fresh if one.mode is None else one.mode
    return Step(
        path=one.path,
        before=was.sha256,
        after=after,
        mode=was.mode,
        new_mode=mode,
        size=len(was.data),
    )


class _Way:
    """The folders on the way to the files of a set, each looked at once."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._kinds: dict[str, str] = {}

    def require_free(self, path: str) -> None:
        """Refused if a link, or what is neither file nor folder where it should be, is there."""
        for folder in reversed(list(names.above(path))):
            found = self._kind(folder)
            if not found:
                return
            if found != "folder":
                raise Refused(f"{shown(folder)} is a {found}, not a folder")
        if (found := self._look(path)) not in ("", "file"):
            raise Refused(f"there is a {found} of this name")

    def missing(self, path: str) -> list[str]:
        return [folder for folder in names.above(path) if not self._kind(folder)]

    def _kind(self, folder: str) -> str:
        if folder not in self._kinds:
            self._kinds[folder] = self._look(folder)
        return self._kinds[folder]

    def _look(self, path: str) -> str:
        try:
            return kind(self._root, path)
        except OSError as error:
            raise _elsewhere(error) from error


def _elsewhere(error: OSError) -> Exception:
    """The error itself, unless it says that what was a folder has become something else."""
    if error.errno in _ELSEWHERE:
        return Refused("a folder on its way has become something else")
    return error
