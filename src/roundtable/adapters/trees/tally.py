"""A tree as it is taken in, file by file: within its bounds, and with a word on all else."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from roundtable.adapters.trees.contents import MOST_BINARY, MOST_TEXT, as_file
from roundtable.adapters.trees.names import Claimed
from roundtable.adapters.workspaces.visibility import shown
from roundtable.core.build_events import ProjectFile
from roundtable.core.context import LeftOut

MIB = 1024 * 1024
MOST_FILES = 5_000
MOST_TREE = 50 * MIB

TOO_LARGE = f"larger than {MOST_TEXT // MIB} MB"
TOO_LARGE_BINARY = f"a binary file larger than {MOST_BINARY // MIB} MB"
TOO_MANY = f"the tree has more than {MOST_FILES:,} files"
NO_ROOM = f"the tree has more than {MOST_TREE // MIB} MB"

_NAMED = 5
"""So many files with one reason are listed each; more are one entry."""


@dataclass(frozen=True, slots=True)
class Given:
    """The files that the work starts from."""

    origin: str
    """Where they come from, for people."""
    files: tuple[ProjectFile, ...]
    """By path. No two would fall on one place, whatever the file system."""
    left_out: tuple[LeftOut, ...] = ()


@dataclass
class _Same:
    """What was left out for one reason."""

    titles: list[str] = field(default_factory=list)
    count: int = 0


class Tally:
    """Counts what is taken, so that no tree is larger than the log should carry."""

    def __init__(self) -> None:
        self._files: list[ProjectFile] = []
        self._bytes = 0
        self._left: dict[str, _Same] = {}
        self._claimed = Claimed()

    def refuses(self, path: str, size: int) -> str:
        """Why a file of this size is not even read; empty when it shall be."""
        if size > MOST_TEXT:
            return TOO_LARGE
        if len(self._files) >= MOST_FILES:
            return TOO_MANY
        if self._bytes + size > MOST_TREE:
            return NO_ROOM
        return self._claimed.clash(path)

    def take(self, path: str, data: bytes) -> None:
        """Take a file as it was read, or note why not."""
        reason = self.refuses(path, len(data))
        file = as_file(path, data)
        if not reason and file.binary and len(data) > MOST_BINARY:
            reason = TOO_LARGE_BINARY
        if reason:
            self.leave(path, reason)
            return
        self._claimed.add(path)
        self._files.append(file)
        self._bytes += len(data)

    def leave(self, title: str, reason: str) -> None:
        same = self._left.setdefault(reason, _Same())
        same.count += 1
        if same.count <= _NAMED:
            same.titles.append(shown(title))

    def given(self, origin: str) -> Given:
        files = sorted(self._files, key=lambda file: file.path)
        return Given(shown(origin), tuple(files), tuple(self._left_out()))

    def _left_out(self) -> Iterator[LeftOut]:
        for reason, same in self._left.items():
            if same.count <= _NAMED:
                yield from (LeftOut(title=title, reason=reason) for title in same.titles)
            else:
                more = f"{', '.join(same.titles[:3])} and {same.count - 3:,} more"
                yield LeftOut(title=more, reason=reason)


def shallow_first(path: str) -> tuple[int, str]:
    """An order in which what finds no room lies deepest."""
    return path.count("/"), path
