"""Finds the files that a topic speaks of: by path, by the end of a path, or with line numbers."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from roundtable.adapters.workspaces.listing import Listing

_MOST_TOPIC = 100_000
_MOST_MENTIONS = 400
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


def mentions(topic: str) -> tuple[Mention, ...]:
    """All that looks like a path, in the order of the topic."""
    topic = topic[:_MOST_TOPIC]
    quoted = {word.strip() for word in _QUOTED.findall(topic)}
    words = (w for word in _WORD.findall(topic) for w in _variants(word) if _like_a_path(w))
    found = dict.fromkeys(_mention(word) for word in (*words, *sorted(quoted)) if word)
    return tuple(found)[:_MOST_MENTIONS]


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


def files_named(found: Iterable[Mention], listing: Listing) -> dict[Mention, list[str]]:
    """For each mention the files that it can mean: the path itself, or paths that end with it."""
    result = {m: [m.path] if m.path in listing.paths else [] for m in found}
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
