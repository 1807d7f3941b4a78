"""Says on which line of a JSON text each of its parts stands.

Python's reader gives values without their places; a person who mends a file needs the places.
The text is walked once, with a stack of its own, so that depth costs no recursion.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

JsonPath = tuple[str | int, ...]

# A text that never closes runs to the end: were it no match, every quote in it would be tried
# as a new beginning, and a broken file could take quadratic time.
_PIECE = re.compile(
    r"""(?P<line>\r\n?|\n)
      | (?P<text>"[^"\\]*(?:\\.[^"\\]*)*"?)
      | (?P<mark>[][{},])
      | (?P<bare>[\w.+-]+)""",
    re.VERBOSE | re.DOTALL,
)
_LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Repeat:
    """A key that its object has already."""

    path: JsonPath
    line: int
    first: int
    """The line of the same key's occurrence before this one."""


def locate(text: str) -> dict[JsonPath, int]:
    """Every path of a valid JSON text with its line, the first line being 1.

    A member stands where its key is, a list item where its value begins, and () is the document.
    Where a key stands twice its last place is given, as Python's reader keeps the last value.
    The time grows with the text and with the paths that are returned, and with nothing else.
    """
    return _Survey(text).lines


def repeats(text: str) -> tuple[Repeat, ...]:
    """Every key of a valid JSON text that its object has already, in the text's order."""
    return tuple(_Survey(text).repeats)


def place(text: str, position: int) -> tuple[int, int]:
    """Line and column of a position, both from 1."""
    ends = [match.end() for match in _LINE_END.finditer(text, 0, position)]
    return len(ends) + 1, position - (ends[-1] if ends else 0) + 1


def too_deep(text: str, most: int) -> int | None:
    """The line of the first bracket that is open inside of `most` others; the text may be broken.

    To be asked before Python's reader is, which recurses.
    """
    line, depth = 1, 0
    for kind, piece in _pieces(text):
        if kind == "line":
            line += 1
        elif piece in ("{", "["):
            depth += 1
            if depth > most:
                return line
        elif piece in ("}", "]"):
            depth -= 1
    return None


def _pieces(text: str) -> Iterator[tuple[str | None, str]]:
    return ((match.lastgroup, match[0]) for match in _PIECE.finditer(text))


class _Survey:
    """One walk over a valid text."""

    def __init__(self, text: str) -> None:
        self.lines: dict[JsonPath, int] = {}
        self.repeats: list[Repeat] = []
        self._line = 1
        # One entry for each open bracket: a list's index, or an object's key, which is None as
        # long as the next text is a key and not a value.
        self._path: list[str | int | None] = []
        # The keys of each open object. Paths would not do: an object that stands there twice
        # repeats its own key only, and not those inside of it.
        self._keys: list[dict[str, int]] = []
        for kind, piece in _pieces(text):
            self._take(kind, piece)

    def _take(self, kind: str | None, piece: str) -> None:
        if kind == "line":
            self._line += 1
        elif piece in ("}", "]"):
            self._path.pop()
            self._keys.pop()
        elif piece == ",":
            index = self._path[-1]
            self._path[-1] = index + 1 if isinstance(index, int) else None
        elif kind == "text" and self._path and self._path[-1] is None:
            self._key(piece)
        else:
            self._value(piece)

    def _key(self, piece: str) -> None:
        key = str(json.loads(piece)) if "\\" in piece else piece[1:-1]
        self._path[-1] = key
        path, known = self._here(), self._keys[-1]
        if key in known:
            self.repeats.append(Repeat(path, self._line, known[key]))
        known[key] = self.lines[path] = self._line

    def _value(self, piece: str) -> None:
        if not self._path or isinstance(self._path[-1], int):
            self.lines[self._here()] = self._line
        if piece in ("{", "["):
            self._path.append(0 if piece == "[" else None)
            self._keys.append({})

    def _here(self) -> JsonPath:
        return tuple(part for part in self._path if part is not None)
