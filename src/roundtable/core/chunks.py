"""Cuts a code base into chunks for review, and tells where the chunks touch each other."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import groupby

from roundtable.core.file_sorts import SORTS, Sort, sort_and_rank
from roundtable.core.tokens import estimate
from roundtable.core.values import Value

Sizes = Callable[[str], int]

_MOST_DEFINERS = 4
"""A name that more files define ("run", "main") ties none of them to its users."""
_SHORTEST_NAME = 3
_WORDS = re.compile(r"[^\W\d]\w*")
_TELLS_NOTHING = frozenset({"__init__", "__main__", "index", "main", "mod", "lib", "test", "app"})


class Part(Value):
    """A file, or so many of its lines."""

    path: str
    start_line: int
    end_line: int
    text: str
    lines: int
    """How many lines the whole file has."""


class Chunk(Value):
    """What a reviewer is shown at once."""

    index: int
    """From 1."""
    total: int
    sort: Sort
    """Of all its parts; of the first one where everything is in one chunk."""
    parts: tuple[Part, ...]
    tokens: int

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(part.path for part in self.parts))


class Tie(Value):
    """One file uses what another defines."""

    user: str
    definer: str
    names: tuple[str, ...]
    """The rarest first."""
    strength: float


class Border(Value):
    """Two chunks that touch, with the files at which they do."""

    first: int
    second: int
    ties: tuple[Tie, ...]

    @property
    def strength(self) -> float:
        return sum(tie.strength for tie in self.ties)


_Piece = tuple[Part, int]
"""A part and its tokens."""
_Touch = tuple[int, int, str, str]
"""The user's chunk, the definer's chunk, the user, the definer."""


def chunk(files: Mapping[str, str], most_tokens: int, sizes: Sizes = estimate) -> tuple[Chunk, ...]:
    """The files in chunks of at most so many tokens: code, then configuration, then tests.

    Files of a folder stay together where they fit, and neighbours follow each other. A file that
    is larger than a chunk is cut, if possible before a top-level line after a blank one. Each
    line is in exactly one part; only a line that is larger than a chunk by itself is cut too, and
    all its pieces carry its number. `most_tokens=0`: everything in one chunk.
    """
    ordered = sorted(files, key=_place)
    if most_tokens <= 0:
        everything = [(_whole(path, files[path]), sizes(files[path])) for path in ordered]
        packed = [(sort_and_rank(ordered[0])[0], everything)] if everything else []
    else:
        packed = [
            (sort, pieces)
            for sort, paths in groupby(ordered, key=lambda path: sort_and_rank(path)[0])
            for pieces in _packed(paths, files, most_tokens, sizes)
        ]
    return tuple(
        Chunk(
            index=index,
            total=len(packed),
            sort=sort,
            parts=tuple(part for part, _ in pieces),
            tokens=sum(tokens for _, tokens in pieces),
        )
        for index, (sort, pieces) in enumerate(packed, 1)
    )


def _place(path: str) -> tuple[int, int, list[str], str]:
    """Its sort, then its folder, so that the files of a folder stand side by side."""
    sort, rank = sort_and_rank(path)
    *folders, name = path.split("/")
    return SORTS.index(sort), rank, folders, name


def _packed(
    paths: Iterator[str], files: Mapping[str, str], most: int, sizes: Sizes
) -> Iterator[list[_Piece]]:
    """Next fit: a folder that fits into a fresh chunk is not torn, if this one is half full."""
    filled: list[_Piece] = []
    used = 0
    for _, together in groupby(paths, key=lambda path: path.rpartition("/")[0]):
        pieces = [piece for path in together for piece in _pieces(path, files[path], most, sizes)]
        size = sum(tokens for _, tokens in pieces)
        if filled and size <= most < used + size and 2 * used >= most:
            yield filled
            filled, used = [], 0
        for piece in pieces:
            if filled and used + piece[1] > most:
                yield filled
                filled, used = [], 0
            filled.append(piece)
            used += piece[1]
    if filled:
        yield filled


def _whole(path: str, text: str) -> Part:
    count = max(1, text.count("\n") + (not text.endswith("\n")))
    return Part(path=path, start_line=1, end_line=count, text=text, lines=count)


def _pieces(path: str, text: str, most: int, sizes: Sizes) -> Iterator[_Piece]:
    whole = _whole(path, text)
    size = sizes(text)
    if size <= most:
        yield whole, size
        return
    lines = text.split("\n")
    lines = [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
    for start, end in _cuts(lines, [sizes(line) for line in lines], most):
        joined = "".join(lines[start:end])
        for piece in _halves(joined, most, sizes) if end - start == 1 else [joined]:
            part = Part(
                path=path, start_line=start + 1, end_line=end, text=piece, lines=whole.lines
            )
            yield part, sizes(piece)


def _halves(text: str, most: int, sizes: Sizes) -> Iterator[str]:
    if len(text) < 2 or sizes(text) <= most:
        yield text
        return
    middle = len(text) // 2
    yield from _halves(text[:middle], most, sizes)
    yield from _halves(text[middle:], most, sizes)


def _cuts(lines: Sequence[str], tokens: Sequence[int], most: int) -> Iterator[tuple[int, int]]:
    """Ranges of lines that fit, each at least half full where lines allow it."""
    start = 0
    while start < len(lines):
        end, used, half = start, 0, start + 1
        while end < len(lines) and (end == start or used + tokens[end] <= most):
            used += tokens[end]
            end += 1
            if 2 * used < most:
                half = end
        if end < len(lines):
            end = _best_cut(lines, half, end)
        yield start, end
        start = end


def _best_cut(lines: Sequence[str], least: int, most: int) -> int:
    """The line in this window before which to cut: the best kind of seam, the last of these."""
    return max(range(max(least, 1), most + 1), key=lambda at: (_seam(lines, at), at))


def _seam(lines: Sequence[str], at: int) -> int:
    """How well a text can be cut before this line."""
    after_blank = not lines[at - 1].strip()
    line = lines[at]
    starts_something = line[:1] not in ("", " ", "\t", "\n", "\r", "}", ")", "]")
    return 2 * after_blank + starts_something if line.strip() else 0


def borders(
    chunks: Sequence[Chunk],
    definitions: Mapping[str, Collection[str]],
    most_borders: int = 20,
    most_ties: int = 5,
) -> tuple[Border, ...]:
    """Where chunks touch: the strongest borders first, and at each the strongest ties.

    A file uses another when it has a word that the other one defines, or the other's module name.
    A name counts less the more files define it, and nothing if the user defines it itself.
    """
    parts = [
        (c.index, part.path, set(_WORDS.findall(part.text))) for c in chunks for part in c.parts
    ]
    homes = _homes(parts, definitions)
    found: defaultdict[_Touch, dict[str, float]] = defaultdict(dict)
    for index, user, words in parts:
        for name in words & homes.keys():
            definers = {path for _, path in homes[name]}
            if user in definers and len(definers) > 1:
                continue
            for home, definer in homes[name]:
                if home != index and not (user == definer and home < index):
                    found[index, home, user, definer][name] = 1 / len(definers)
    return _strongest(found, most_borders, most_ties)


def _homes(
    parts: Sequence[tuple[int, str, set[str]]], definitions: Mapping[str, Collection[str]]
) -> dict[str, tuple[tuple[int, str], ...]]:
    """For each name that few files define: the chunks and files where it stands."""
    chunks_of: defaultdict[str, list[tuple[int, set[str]]]] = defaultdict(list)
    for index, path, words in parts:
        chunks_of[path].append((index, words))
    definers: defaultdict[str, set[str]] = defaultdict(set)
    for path in chunks_of:
        for name in (*definitions.get(path, ()), _module(path)):
            if len(name) >= _SHORTEST_NAME and name not in _TELLS_NOTHING:
                definers[name].add(path)
    return {
        name: tuple(
            (index, path)
            for path in sorted(paths)
            for index, words in chunks_of[path]
            if name in words or name == _module(path)
        )
        for name, paths in definers.items()
        if len(paths) <= _MOST_DEFINERS
    }


def _module(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]


def _strongest(
    found: Mapping[_Touch, Mapping[str, float]], most_borders: int, most_ties: int
) -> tuple[Border, ...]:
    ties: defaultdict[tuple[int, int], list[Tie]] = defaultdict(list)
    for (index, home, user, definer), names in found.items():
        rarest = sorted(names, key=lambda name: (-names[name], name))
        tie = Tie(user=user, definer=definer, names=tuple(rarest[:8]), strength=sum(names.values()))
        ties[min(index, home), max(index, home)].append(tie)
    all_borders = [
        Border(
            first=first,
            second=second,
            ties=tuple(sorted(between, key=lambda t: (-t.strength, t.user, t.definer))[:most_ties]),
        )
        for (first, second), between in ties.items()
    ]
    return tuple(sorted(all_borders, key=lambda b: (-b.strength, b.first, b.second))[:most_borders])
