"""Reads a list of files however a model draws it: a tree, nested bullets, plain paths."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from roundtable.core.parsing.file_kinds import is_file_name
from roundtable.core.parsing.file_paths import check_path

_MOST = 1_000
_LONGEST_LINE = 500
_BRANCH = re.compile(r"[\s│|┃]*(?:[├└┣┗┬][─━\-]*|[|`+\\]-+)\s*")
_BULLET = re.compile(r"(?P<indent>\s*)(?:[-*+•]\s+)?(?:\d{1,3}[.)]\s+)?")
# What a line says about its file stands behind one of these.
_REMARK = re.compile(r"\s+(?:#|//|--|<-|←|→|=>|[—–-]\s|\()|\s*[—–]\s|:\s|\s{2,}")  # noqa: RUF001
_NAME = re.compile(r"[^\s:;,!?\"'<>|*…]+|[A-Za-z]:[\\/]\S*")
_ENDING = re.compile(r"[^./]\.\w{1,10}$|^\.\w")
_ROOTS_TO_KEEP = frozenset(
    {
        *("src", "lib", "app", "apps", "tests", "test", "docs", "backend", "frontend", "cmd"),
        *("pkg", "internal", "packages", "server", "client", "api", "services", "scripts"),
        *("config", "web", "core", "public", "static", "templates", "migrations", "deploy"),
        *("infra", ".github"),
    }
)


@dataclass(frozen=True, slots=True)
class _Entry:
    depth: int
    """The column where its name begins."""
    name: str
    """With a slash at the end when it is a folder."""
    drawn: bool
    """Whether a branch of a tree leads to it."""

    @property
    def is_folder(self) -> bool:
        return self.name.endswith("/")


def read_file_structure(lines: Iterable[str]) -> tuple[str, ...]:
    """The files of the list, once each, as relative paths; what may not be one is left out.

    The folder that stands alone at the root of a drawn tree is the project itself, and no part
    of the paths, unless it has a name that only folders inside of projects have.
    """
    entries = _without_root(list(_entries(lines)))
    checked = (check_path(path) for path in _paths(entries))
    return tuple(dict.fromkeys(c.path for c in checked if not c.reason))[:_MOST]


def _entries(lines: Iterable[str]) -> Iterator[_Entry]:
    for line in lines:
        if line.lstrip().startswith(("```", "~~~")):
            continue
        pieces = line.split(",") if _is_row(line) else [line[:_LONGEST_LINE]]
        for piece in pieces:
            entry = _entry(piece.strip(" \t.;") if len(pieces) > 1 else piece.expandtabs(4))
            if entry:
                yield entry


def _is_row(line: str) -> bool:
    """Several files on one line, with commas between them."""
    names = [piece.strip(" \t`*'\".;") for piece in line.split(",")]
    return len(names) > 1 and all(_names_file(name) for name in names if name)


def _entry(line: str) -> _Entry | None:
    branch, bullet = _BRANCH.match(line), _BULLET.match(line)
    if branch:
        depth, rest = branch.end(), line[branch.end() :]
    else:
        indent = bullet["indent"] if bullet else ""
        depth, rest = len(indent), line[bullet.end() :] if bullet else line
    if rest.startswith(("*.", "**/")):
        return None  # a pattern for files, and the name of none
    name = _REMARK.split(rest.lstrip("`*"), maxsplit=1)[0].strip().strip("`*'\"").rstrip(",;")
    if name in (".", "./", "/"):
        return _Entry(depth, "./", drawn=False)
    if not _NAME.fullmatch(name) or not name.strip("."):
        return None
    return _Entry(depth, name.removeprefix("./"), drawn=branch is not None)


def _names_file(name: str) -> bool:
    last = name.rpartition("/")[2]
    return is_file_name(last) or _ENDING.search(last) is not None


def _without_root(entries: list[_Entry]) -> list[_Entry]:
    if not entries:
        return entries
    root, *below = entries
    if root.name == "./":
        return below
    name = root.name.rstrip("/")
    alone = bool(below) and not root.drawn and all(entry.drawn for entry in below)
    is_project = alone and "/" not in name and not _names_file(root.name)
    if is_project and name.casefold() not in _ROOTS_TO_KEEP:
        return below
    return entries


def _paths(entries: list[_Entry]) -> Iterator[str]:
    above: list[_Entry] = []
    for index, found in enumerate(entries):
        while above and above[-1].depth >= found.depth:
            above.pop()
        if above and not above[-1].is_folder and not found.drawn:
            continue  # a remark below a file
        following = entries[index + 1] if index + 1 < len(entries) else found
        has_children = following.depth > found.depth and not _names_file(found.name)
        name = f"{found.name.rstrip('/')}/" if has_children else found.name
        entry = replace(found, name=name)
        above.append(entry)
        if not entry.is_folder and _counts_as_file(entry):
            yield "".join(e.name for e in above if e.is_folder) + entry.name


def _counts_as_file(entry: _Entry) -> bool:
    """A plain word in a list is no file, and one on a branch of a tree is."""
    return entry.drawn or "/" in entry.name or "\\" in entry.name or _names_file(entry.name)
