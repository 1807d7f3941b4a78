"""A repository as it stands before a change or as it would stand after it: paths, texts, trees."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache, cached_property
from typing import Final, Protocol

from tree_sitter import Language, Node, Query, QueryCursor, Tree

from roundtable.core.secret_paths import is_secret
from roundtable.merge.grammars import language_of, parse
from roundtable.merge.units import as_bytes

MOST_FILES: Final = 2_000
MOST_CHARACTERS: Final = 20_000_000
_OUTPUT: Final = frozenset(
    {"build", "coverage", "dist", "gen", "generated", "__generated__", "node_modules", "out"}
)
"""Folders that builds fill, and that few repositories hold."""


class Shelf:
    """Reads files of the repository, each once, and stops at a bound."""

    def __init__(self, read: Callable[[str], str | None]) -> None:
        self._read, self._kept = read, dict[str, str | None]()
        self._left = MOST_CHARACTERS

    @property
    def full(self) -> bool:
        return len(self._kept) >= MOST_FILES or self._left <= 0

    def text(self, path: str) -> str | None:
        if path not in self._kept:
            if self.full:
                return None
            self._kept[path] = text = self._read(path)
            self._left -= len(text or "")
        return self._kept[path]


class Standing:
    """The files that a change touches, with the rest of the repository around them."""

    def __init__(
        self,
        paths: frozenset[str],
        touched: Mapping[str, str],
        shelf: Shelf,
        gone: frozenset[str] = frozenset(),
    ) -> None:
        self.paths, self.gone = paths, gone
        self._touched, self._shelf = touched, shelf
        self._trees = dict[str, Tree | None]()

    @cached_property
    def folders(self) -> Mapping[str, frozenset[str]]:
        """What stands in each folder by name, files and folders alike; "" is the root."""
        found: dict[str, set[str]] = {"": set()}
        for path in self.paths:
            folder, _, name = path.rpartition("/")
            while folder not in found:
                found[folder] = {name}
                folder, _, name = folder.rpartition("/")
            found[folder].add(name)
        return {folder: frozenset(names) for folder, names in found.items()}

    def named(self, *names: str) -> list[str]:
        """The files of these names, wherever they lie."""
        return [path for name in names for path in self._by_name.get(name, ())]

    @cached_property
    def _by_name(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in sorted(self.paths):
            found.setdefault(path.rpartition("/")[2], []).append(path)
        return found

    def text(self, path: str) -> str | None:
        if path not in self.paths:
            return None
        return self._touched[path] if path in self._touched else self._shelf.text(path)

    def tree(self, path: str) -> Tree | None:
        """The syntax of a file; None where there is no grammar, or where it cannot be read."""
        if path not in self._trees:
            language, text = language_of(path), self.text(path)
            tree = parse(language, as_bytes(text)) if language and text is not None else None
            self._trees[path] = None if tree is None or tree.root_node.has_error else tree
        return self._trees[path]

    def ignores(self, path: str) -> bool:
        """Whether a path is left to a build, or hidden: the file may be there all the same."""
        made = folder_of(path) not in self.folders and _OUTPUT & set(path.split("/"))
        return bool(made) or is_secret(path) or any(self._ignored_by(f, path) for f in upward(path))

    def _ignored_by(self, folder: str, path: str) -> bool:
        """Generously: what a later line takes back is not taken back here."""
        text = self.text(joined(folder, ".gitignore")) or ""
        lines = [line.strip().strip("/").removeprefix("**/") for line in text.splitlines()]
        patterns = [line for line in lines if line and line[0] not in "#!"]
        # A folder that has files in the repository is not ignored itself.
        absent = [path, *(one for one in upward(path) if one not in self.folders)]
        below = [one[len(folder) + 1 :] if folder else one for one in absent]
        return any(
            fnmatchcase(one, pattern) or fnmatchcase(one, f"*/{pattern}")
            for pattern in patterns
            for one in below
        )


@dataclass(frozen=True, slots=True)
class Want:
    """What an import asks for."""

    module: str
    """As it is written."""
    name: str = ""
    """What is wanted from the module; empty: the module itself."""
    unsure: bool = False
    """It may be meant for another place: below a condition, for the type checker."""
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.name} from {self.module}" if self.name else self.module


@dataclass(frozen=True, slots=True)
class Lack:
    """Why an import leads nowhere."""

    reason: str
    """Goes on after `imports x, `."""
    unless: str = ""
    """A pattern: a file that was there before and matches it makes the import an ordinary one."""


@dataclass(frozen=True, slots=True)
class Found:
    """Where an import leads."""

    files: tuple[str, ...] = ()
    lack: Lack | None = None


FINE: Final = Found()
"""It is there, or nobody can tell from the repository that it is not."""


class Origins(Protocol):
    """What each language's module offers: imports, looked up in one standing."""

    def __init__(self, standing: Standing) -> None: ...

    def wants(self, path: str) -> Iterable[Want]: ...

    def look(self, want: Want, path: str) -> Found: ...

    def offers(self, path: str) -> frozenset[str] | None:
        """The names that others can import from a file; None where any may be there."""


@cache
def _query(language: Language, text: str) -> Query:
    return Query(language, text)


def captured(tree: Tree | None, query: str) -> list[Node]:
    """All that a query finds, in file order; nothing in a file that cannot be read."""
    if tree is None:
        return []
    found = QueryCursor(_query(tree.language, query)).captures(tree.root_node)
    nodes = [node for group in found.values() for node in group]
    return sorted(nodes, key=lambda node: node.start_byte)


def around(node: Node) -> Iterator[Node]:
    """What a node stands in, from the inside out."""
    outer = node.parent
    while outer is not None:
        yield outer
        outer = outer.parent


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def joined(*parts: str) -> str:
    return "/".join(part for part in parts if part)


def upward(path: str) -> Iterator[str]:
    """The folders that a path lies in, the nearest first; the last one is the root."""
    folder = path
    while folder:
        folder = folder_of(folder)
        yield folder
