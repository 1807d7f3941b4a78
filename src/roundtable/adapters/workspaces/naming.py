"""Finds the files that a topic speaks of: by path, by the end of a path, or with line numbers.

A frame of a traceback stands for the lines around the one that it names.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from roundtable.adapters.workspaces.listing import Listing
from roundtable.adapters.workspaces.tracebacks import Frame, frames

_MOST_TOPIC = 100_000
_MOST_MENTIONS = 400
AROUND = 15
"""Lines that are shown before and after the one that a traceback names."""
_SHALLOW = 4
"""Of a deeper path the last name alone, such as `index.js`, is no sign that it is ours."""
_QUOTED = re.compile(r"[`\"“]([^`\"“”\n]{1,300})[`\"”]")
_WORD = re.compile(r"[^\s`\"“”',;|]{1,1000}")
_RANGE = re.compile(r"(?P<path>.+?):(?P<start>\d{1,7})(?:-(?P<end>\d{1,7}))?")
_EDGES_BEFORE = "([{<*_"
_EDGES_AFTER = ")]}>*_.:!?"


@dataclass(frozen=True, slots=True)
class Mention:
    """Something in a topic that may be the name of a file."""

    path: str
    start: int | None = None
    end: int | None = None
    traced: bool = False
    """Named by a traceback, which may have been made on another machine."""


def mentions(topic: str) -> tuple[Mention, ...]:
    """All that looks like a path, in the order of the topic; what tracebacks name comes first."""
    traced, topic = frames(topic[:_MOST_TOPIC])
    quoted = {word.strip() for word in _QUOTED.findall(topic)}
    words = (w for word in _WORD.findall(topic) for w in _variants(word) if _like_a_path(w))
    named = (_mention(word) for word in (*words, *sorted(quoted)) if word)
    return tuple(dict.fromkeys((*_around(traced), *named)))[:_MOST_MENTIONS]


def _around(traced: Iterable[Frame]) -> list[Mention]:
    """The lines around each frame; where those of one file touch, they become one."""
    by_path: dict[str, list[Mention]] = {}
    for frame in sorted(traced, key=lambda frame: frame.line):
        start, end = max(1, frame.line - AROUND), frame.line + AROUND
        windows = by_path.setdefault(frame.path, [])
        if windows and start <= (windows[-1].end or 0) + 1:
            windows[-1] = replace(windows[-1], end=end)
        else:
            windows.append(Mention(frame.path, start, end, traced=True))
    order = dict.fromkeys(frame.path for frame in traced)
    return [mention for path in order for mention in by_path[path]]


def _variants(word: str) -> Iterable[str]:
    """The word as it stands, since a name may hold brackets, and without what surrounds it."""
    bare = word.lstrip(_EDGES_BEFORE).rstrip(_EDGES_AFTER)
    return dict.fromkeys((word, bare, word.rstrip(_EDGES_AFTER)))


def _like_a_path(word: str) -> bool:
    """A plain lower-case word is a word, even where a file has that name; quoted, it is not."""
    return "/" in word or "." in word or word[:1].isupper()


def _mention(word: str) -> Mention:
    match = _RANGE.fullmatch(word)
    if match is None:
        return Mention(word.removeprefix("./"))
    start = max(1, int(match["start"]))
    end = max(start, int(match["end"] or start))
    return Mention(match["path"].removeprefix("./"), start, end)


def _exactly(mention: Mention, listing: Listing) -> list[str]:
    """The path itself; of a traced one its longest end, where the rest is another machine's."""
    parts = mention.path.split("/")
    ends = range(len(parts) if len(parts) <= _SHALLOW else len(parts) - 1)
    for start in ends if mention.traced else (0,):
        path = "/".join(parts[start:])
        if path in listing.paths:
            return [path]
    return []


def files_named(found: Iterable[Mention], listing: Listing) -> dict[Mention, list[str]]:
    """For each mention the files that it can mean: the path itself, or paths that end with it."""
    result = {m: _exactly(m, listing) for m in found}
    endings: dict[str, list[Mention]] = {}
    for mention, paths in result.items():
        name = mention.path.rpartition("/")[2]
        if not paths and "." in name:
            endings.setdefault(name, []).append(mention)
    for path in sorted(listing.paths if endings else ()):
        for mention in endings.get(path.rpartition("/")[2], ()):
            if path.endswith(f"/{mention.path}"):
                result[mention].append(path)
    return result
