"""Which paths a tree may hold: plain places below its root, on this system and on others."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from roundtable.adapters.workspaces.visibility import PRIVATE_FOLDER, Rules

LONGEST_PATH = 500
_LONGEST_PART = 255
_DEEPEST = 40
_DRIVE = re.compile(r"[A-Za-z]:")
_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|com[0-9]|lpt[0-9])(\..*)?", re.DOTALL)
_SHORT_NAME_OF_GIT = re.compile(r"git~[0-9]+")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Kinds of characters that nobody sees: controls, directions, joiners, line ends."""
_NAMES_ALONE = Rules(())

SAME_NAME = "another file has this name, or one that some systems take for the same"
FILE_AND_FOLDER = "it is a file and a folder at once"


def no_name(path: str) -> str:
    """Why a text cannot be the name of anything; empty when it can."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return "its name is not valid text"
    return "its name holds a NUL" if "\0" in path else ""


def unsafe(path: str) -> str:
    """Why a path may lead out of the tree; empty when it surely stays inside."""
    if reason := no_name(path):
        return reason
    parts = [part.encode() for part in path.split("/")]
    if path.startswith("/"):
        return "its name is absolute"
    if _DRIVE.match(path):
        return "its name begins with a drive letter"
    if len(path) > LONGEST_PATH or any(len(part) > _LONGEST_PART for part in parts):
        return "its name is too long"
    if len(parts) > _DEEPEST:
        return "it lies too deep"
    # Some systems take a letter for its plainer twin: a wide dot or slash is one to them.
    return _leads_away(path) or _leads_away(unicodedata.normalize("NFKC", path))


def _leads_away(path: str) -> str:
    parts = path.split("/")
    if ".." in parts:
        return "its name leads upwards"
    if "\\" in path:
        return "its name holds a backslash"
    return "a part of its name is empty" if "" in parts or "." in parts else ""


def unportable(path: str) -> str:
    """Why some systems cannot hold a path as it is; empty when all of them can."""
    if any(unicodedata.category(character) in _UNSEEN for character in path):
        return "its name holds characters that cannot be seen"
    if ":" in path:
        return "its name holds a colon"
    for part in path.split("/"):
        if part.endswith((".", " ")):
            return "a part of its name ends with a dot or a space"
        if _DEVICE.fullmatch(fold(part)):
            return "its name is that of a device on some systems"
    return ""


def unfit(path: str) -> str:
    """Why a path is in no tree of ours; empty when it may be in one."""
    return unsafe(path) or unportable(path)


def private(path: str) -> str:
    """Why a name stays out, whoever gave it: git's folder, ours, or the name of a secret."""
    if any(_SHORT_NAME_OF_GIT.fullmatch(part) for part in fold(path).split("/")):
        return PRIVATE_FOLDER
    return _NAMES_ALONE.why_hidden(path) or _NAMES_ALONE.why_hidden(fold(path))


def fold(path: str) -> str:
    """The same for all names that some file system takes for one."""
    if path.isascii():
        return path.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", path).casefold())


def above(path: str) -> Iterator[str]:
    """The folders that hold it, nearest first."""
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path


class Claimed:
    """The names that are taken, so that no two files of a tree can fall on one place."""

    def __init__(self) -> None:
        self._files = set[str]()
        self._folders = set[str]()

    def clash(self, path: str) -> str:
        """Why a file cannot stand beside those that are there; empty when it can."""
        name = fold(path)
        if name in self._files:
            return SAME_NAME
        if name in self._folders or any(folder in self._files for folder in above(name)):
            return FILE_AND_FOLDER
        return ""

    def add(self, path: str) -> None:
        name = fold(path)
        self._files.add(name)
        self._folders.update(above(name))

    def add_folders(self, paths: Iterable[str]) -> None:
        """Folders that are named by themselves, which may be empty."""
        for path in paths:
            self._folders.update((fold(path), *above(fold(path))))
