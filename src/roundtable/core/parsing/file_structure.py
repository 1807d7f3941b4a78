"""Reads a list of files however a model draws it: a tree, nested bullets, plain paths."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from roundtable.core.parsing.places import is_file_name, safe_path

_MOST = 1_000
_LONGEST_LINE = 500
_BRANCH = re.compile(r"[\s│├└─┬┼|`+\\─━┃┣┗•*\-]*")
_GLYPH = re.compile(r"[│├└┣┗]|[|`+\\]--")
_NUMBER = re.compile(r"\d{1,3}[.)]\s+")
# What a line says about its file stands behind one of these.
_REMARK = re.compile(r"\s+(?:#|//|--|<-|←|→|=>|[—–-]\s|\()|\s*[—–]\s|:\s|\t+|\s{2,}")  # noqa: RUF001
_ROOTS_TO_KEEP = frozenset(
    """src lib app apps tests test docs backend frontend cmd pkg internal packages server client api
    services scripts config web core public static templates migrations deploy infra .github
    """.split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class _Entry:
    depth: int
    """The column where its name begins."""
    name: str
    drawn: bool
    """Whether a branch of a tree leads to it."""


def read_file_structure(lines: Iterable[str]) -> tuple[str, ...]:
    """The files of the list, once each, as relative paths; what cannot be one is left out.

    The folder that stands alone at the root of a drawn tree is the project itself, and no part
    of the paths, unless it has a name that only folders inside of projects have.
    """
    entries = list(_entries(lines))
    paths = _paths(_without_root(entries))
    return tuple(dict.fromkeys(paths))[:_MOST]


def _entries(lines: Iterable[str]) -> Iterator[_Entry]:
    for line in lines:
        if line.lstrip().startswith(("```", "~~~")):
            continue
        pieces = [p.strip() for p in line.split(",")] if _is_row(line) else [line[:_LONGEST_LINE]]
        for piece in pieces:
            entry = _entry(piece.expandtabs(4))
            if entry:
                yield entry


def _is_row(line: str) -> bool:
    """Several files on one line, with commas between them."""
    names = [_bare(piece) for piece in line.split(",")]
    return len(names) > 1 and all(is_file_name(n) and safe_path(n) for n in names if n)


def _bare(text: str) -> str:
    return text.strip().strip("`*'\"").strip().rstrip(".;")


def _entry(line: str) -> _Entry | None:
    branch = _BRANCH.match(line)
    column = branch.end() if branch else 0
    rest = line[column:]
    if rest.startswith(".") and line[:column].endswith("*"):
        return None  # a pattern such as `*.py`
    number = _NUMBER.match(rest)
    rest = rest[number.end() :] if number else rest
    name = _REMARK.split(rest.lstrip("`*"), maxsplit=1)[0]
    name = name.strip().strip("`*'\"").rstrip(",;")
    if not name or set(name) <= set(".…"):
        # A lone dot is the project; three of them stand for files that nobody names.
        return _Entry(column, ".", False) if name == "." else None
    path = safe_path(name.rstrip("/")) if name not in ("/", "./") else "."
    if path is None:
        return None
    folder = name.endswith("/") and path != "."
    drawn = _GLYPH.search(line[:column]) is not None
    return _Entry(column, f"{path}/" if folder else path, drawn)


def _without_root(entries: list[_Entry]) -> list[_Entry]:
    if not entries:
        return entries
    root, *below = entries
    if root.name == ".":
        return below
    name = root.name.rstrip("/")
    alone = bool(below) and not root.drawn and all(e.drawn for e in below)
    is_project = alone and "/" not in name and not is_file_name(name)
    if is_project and name.casefold() not in _ROOTS_TO_KEEP:
        return below
    return entries


def _paths(entries: list[_Entry]) -> Iterator[str]:
    above: list[_Entry] = []
    for index, entry in enumerate(entries):
        while above and above[-1].depth >= entry.depth:
            above.pop()
        if above and not above[-1].name.endswith("/") and not entry.drawn:
            continue  # a remark below a file
        following = entries[index + 1] if index + 1 < len(entries) else entry
        has_children = following.depth > entry.depth
        if has_children and not is_file_name(entry.name):
            entry = replace(entry, name=f"{entry.name.rstrip('/')}/")  # noqa: PLW2901
        above.append(entry)
        if not entry.name.endswith("/") and entry.name != "." and _counts_as_file(entry):
            yield "".join(e.name for e in above if e.name.endswith("/")) + entry.name


def _counts_as_file(entry: _Entry) -> bool:
    """A plain word in a list is no file, and one on a branch of a tree is."""
    return is_file_name(entry.name) or "/" in entry.name or entry.drawn
