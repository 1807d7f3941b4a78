"""A patch as git writes it: taken apart by files and hunks, packed into chunks, nothing lost.

What the table is shown has the number of each line after the change in front of it, so that a
finding can name its place.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from roundtable.core.tokens import characters_for

_FILE = re.compile(r"^(?=diff --git |\* Unmerged path )", re.MULTILINE)
_HUNK = re.compile(r"^(?=@@ )", re.MULTILINE)
_PLACE = re.compile(r"@@ -\d+(?:,\d+)? \+(\d+)")
_ESCAPE = re.compile(rb"\\([abtnvfr\"\\]|[0-7]{3})")
_MEANT = {b"a": 7, b"b": 8, b"t": 9, b"n": 10, b"v": 11, b"f": 12, b"r": 13, b'"': 34, b"\\": 92}
_AROUND = 25
"""Lines before and after a place that tell what it is about."""
_GAP = "…\n"

Numbered = tuple[str, str]
"""The number of a line after the change, empty for one that is gone; and the line with its end."""
Place = tuple[str, int | None]
"""A path, and a line in it after the change."""


@dataclass(frozen=True, slots=True)
class Hunk:
    header: str
    lines: tuple[Numbered, ...]


@dataclass(frozen=True, slots=True)
class FilePatch:
    path: str
    """After the change; before it, where the file is gone."""
    header: str
    hunks: tuple[Hunk, ...]
    new: bool = False
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A file's patch, or a part of it."""

    path: str
    text: str
    """As git wrote it: the texts of all pieces in a row are the patch."""
    shown: str
    """The same with the file's header in front, and its lines numbered."""
    part: int = 1
    parts: int = 1

    @property
    def heading(self) -> str:
        return self.path if self.parts == 1 else f"{self.path}, part {self.part} of {self.parts}"


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Lines of a hunk in a row."""

    hunk: Hunk
    lines: tuple[Numbered, ...]
    begins: bool = True
    """Whether the hunk begins with them."""

    @property
    def text(self) -> str:
        return (self.hunk.header if self.begins else "") + "".join(raw for _, raw in self.lines)

    @property
    def shown(self) -> str:
        return _ended(self.hunk.header) + "".join(_shown(line) for line in self.lines)

    @property
    def size(self) -> int:
        return _size(self.shown)


@lru_cache(maxsize=4)
def split(patch: str) -> tuple[FilePatch, ...]:
    """The files of a patch, in its order."""
    return tuple(_file(section) for section in _FILE.split(patch) if section)


@lru_cache(maxsize=4)
def pack(patch: str, most_tokens: int) -> tuple[tuple[Piece, ...], ...]:
    """The patch in chunks of at most so many tokens, as they are shown.

    A file that fits into a chunk is in one; a larger one is cut between its hunks, a larger hunk
    between its lines, and only a line that is too large by itself within it. Headers are shown
    again with every piece; where they would fill half of a chunk, they come on top.
    """
    limit = characters_for(most_tokens)
    chunks: list[list[Piece]] = []
    used = limit
    for piece in (piece for file in split(patch) for piece in _pieces(file, limit)):
        size = _size(piece.shown)
        if used + size > limit:
            chunks.append([])
            used = 0
        chunks[-1].append(piece)
        used += size
    return tuple(map(tuple, chunks))


def around(
    patch: str, places: Iterable[Place], most_tokens: int
) -> tuple[tuple[Piece, ...], tuple[str, ...]]:
    """The lines around these places, the first ones first, as far as there is room for them.

    The second are the files of which not everything is among them.
    """
    files = split(patch)
    # A file that has become a link is there twice: as it was, and as it is now.
    index_of = {file.path: index for index, file in enumerate(files) if file.hunks}
    left = characters_for(most_tokens)
    wanted: dict[int, dict[int, set[int]]] = {}
    for path, line in places:
        if path not in index_of:
            continue
        file = files[index_of[path]]
        number, window = _window(file, line)
        hunk = file.hunks[number]
        known = wanted.get(index_of[path], {}).get(number, set())
        cost = sum(_size(_shown(hunk.lines[i])) for i in window if i not in known)
        cost += 0 if known else _size(file.header) + _size(hunk.header) + 2 * _size(_GAP)
        if cost <= left:
            left -= cost
            wanted.setdefault(index_of[path], {}).setdefault(number, set()).update(window)
    pieces = {index: _excerpt(files[index], wanted[index]) for index in sorted(wanted)}
    missing = (f.path for i, f in enumerate(files) if i not in pieces or pieces[i].text != _raw(f))
    return tuple(pieces.values()), tuple(dict.fromkeys(missing))


def _file(section: str) -> FilePatch:
    header, *hunks = _HUNK.split(section)
    if section.startswith("@@ "):
        header, hunks = "", [header, *hunks]
    lines = header.split("\n")
    return FilePatch(
        path=_path(lines),
        header=header,
        hunks=tuple(_hunk(text) for text in hunks),
        new=any(line.startswith("new file mode ") for line in lines),
        gone=any(line.startswith("deleted file mode ") for line in lines),
    )


def _hunk(text: str) -> Hunk:
    header, *body = _with_ends(text)
    place = _PLACE.match(header)
    number = int(place[1]) if place else 0
    lines: list[Numbered] = []
    for raw in body:
        there = raw[0] not in "-\\"
        lines.append((str(number) if there else "", raw))
        number += there
    return Hunk(header, tuple(lines))


def _with_ends(text: str) -> list[str]:
    """The lines with their line feeds; no other character ends a line of a patch."""
    *whole, last = text.split("\n")
    lines = [f"{line}\n" for line in whole]
    return [*lines, last] if last else lines


def _path(header: Sequence[str]) -> str:
    for start, side in (
        ("+++ ", "b/"),
        ("--- ", "a/"),
        ("rename to ", ""),
        ("* Unmerged path ", ""),
    ):
        for line in header:
            if line.startswith(start) and line != f"{start}/dev/null":
                return _name(line[len(start) :], side)
    # Nothing is compared line by line: both names are the same, and stand beside each other.
    both = header[0].removeprefix("diff --git ")
    return _name(both[(len(both) + 1) // 2 :], "b/")


def _name(written: str, side: str) -> str:
    """A path as git writes it: quoted where it has to be, with a tab behind one with spaces."""
    name = written.removesuffix("\t")
    if name.startswith('"') and name.endswith('"'):
        name = _ESCAPE.sub(_meant, name[1:-1].encode()).decode("utf-8", "replace")
    return name.removeprefix(side)


def _meant(escape: re.Match[bytes]) -> bytes:
    return bytes([_MEANT.get(escape[1]) or int(escape[1], 8) & 0xFF])


def _pieces(file: FilePatch, limit: int) -> Iterator[Piece]:
    whole = [_Stretch(hunk, hunk.lines) for hunk in file.hunks]
    room = max(limit - _size(_ended(file.header)), limit // 2)
    cut = list(_gathered(_cut(whole, room), room)) or [[]]
    for number, stretches in enumerate(cut, 1):
        text = "".join(stretch.text for stretch in stretches)
        yield Piece(
            path=file.path,
            text=file.header + text if number == 1 else text,
            shown=_ended(file.header) + "".join(stretch.shown for stretch in stretches),
            part=number,
            parts=len(cut),
        )


def _gathered(stretches: Iterable[_Stretch], room: int) -> Iterator[list[_Stretch]]:
    """As many in a row together as there is room for."""
    together: list[_Stretch] = []
    used = 0
    for stretch in stretches:
        if together and used + stretch.size > room:
            yield together
            together, used = [], 0
        together.append(stretch)
        used += stretch.size
    if together:
        yield together


def _cut(stretches: Iterable[_Stretch], room: int) -> Iterator[_Stretch]:
    """The same, those that are too large in several."""
    for stretch in stretches:
        if stretch.size <= room:
            yield stretch
            continue
        hunk = stretch.hunk
        left = max(room - _size(_ended(hunk.header)), room // 2)
        lines = [part for line in stretch.lines for part in _slices(line, left)]
        for number, part in enumerate(_runs(lines, left)):
            yield _Stretch(hunk, tuple(part), begins=number == 0)


def _runs(lines: Iterable[Numbered], room: int) -> Iterator[list[Numbered]]:
    run: list[Numbered] = []
    used = 0
    for line in lines:
        size = _size(_shown(line))
        if run and used + size > room:
            yield run
            run, used = [], 0
        run.append(line)
        used += size
    yield run


def _slices(line: Numbered, room: int) -> Iterator[Numbered]:
    """The line, or pieces of it under its number where it is larger than there is room."""
    number, raw = line
    if len(raw) < 2 or _size(_shown(line)) <= room:
        yield line
        return
    middle = len(raw) // 2
    yield from _slices((number, raw[:middle]), room)
    yield from _slices((number, raw[middle:]), room)


def _window(file: FilePatch, line: int | None) -> tuple[int, range]:
    """The hunk that is nearest to the line, and which of its lines are around it."""
    nearest = min(
        (
            (abs(int(number) - line), place, index)
            for place, hunk in enumerate(file.hunks)
            for index, (number, _) in enumerate(hunk.lines)
            if number and line is not None
        ),
        default=(0, 0, 0),
    )
    _, place, index = nearest
    most = len(file.hunks[place].lines)
    return place, range(max(0, index - _AROUND), min(most, index + _AROUND + 1))


def _excerpt(file: FilePatch, wanted: dict[int, set[int]]) -> Piece:
    text, shown = file.header, _ended(file.header)
    for number, hunk in enumerate(file.hunks):
        if number not in wanted:
            continue
        text += hunk.header
        shown += _ended(hunk.header)
        for there, run in groupby(
            enumerate(hunk.lines), key=lambda item: item[0] in wanted[number]
        ):
            lines = [line for _, line in run]
            text += "".join(raw for _, raw in lines) if there else ""
            shown += "".join(map(_shown, lines)) if there else _GAP
    return Piece(file.path, text, shown)


def _raw(file: FilePatch) -> str:
    return file.header + "".join(_Stretch(hunk, hunk.lines).text for hunk in file.hunks)


def _shown(line: Numbered) -> str:
    number, raw = line
    return f"{number}|{_ended(raw)}"


def _ended(text: str) -> str:
    return text if text.endswith("\n") or not text else f"{text}\n"


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
