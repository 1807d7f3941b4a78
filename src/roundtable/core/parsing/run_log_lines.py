"""What a run wrote, as clean whole lines of each service, in the order of arrival.

Texts are searched as a whole and never split into all their lines: a log may have millions.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from roundtable.core.parsing.text import ESCAPES
from roundtable.core.running import Stream

_ANSI = re.compile(ESCAPES)
# As in text.py; a tab and a line feed are left as they are.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_ASCII_CONTROL = bytes(n for n in range(128) if (n < 32 and n not in (9, 10)) or n == 127)
_BACKSPACES = re.compile(r"[^\n]?\x08+")
_BAR = re.compile(
    r"[━█░▒▓▌▎▏▉╸╺]{3}|\[[=#>.\- ]{8,200}\]|\|[█▏▎▍▌▋▊▉# ]{4,200}\||"
    r"[#=]{6,200}>? {0,200}\d{1,3}(?:\.\d)?%"
)
_BAR_MEASURE = re.compile(r"\d%|\d [kKMG]i?B|\dit/s|\d[kKMG]?B/s|\beta\b|\b\d+/\d+\b")
_BAR_MARKS = ("━━━", "███", "▒▒▒", "░░░", "=>", "##", "==]", "|  ")
_RUN = re.compile(r"^([^\n]*\n)\1{3}", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of what a service wrote, with its line ends, in the order of arrival.

    A line that a piece leaves open is gone on with by the next of its service and stream.
    """

    service: str
    stream: Stream
    text: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """Whole clean lines of one service that arrived together."""

    service: str
    stream: Stream
    text: str


class ServiceLog:
    """All clean lines of one service as one text, and when its parts arrived."""

    def __init__(self, name: str, chunks: Iterable[tuple[int, Chunk]]) -> None:
        self.name = name
        self._starts: list[int] = []
        self._arrivals: list[int] = []
        self.notices: list[tuple[int, int]] = []
        texts, at = [], 0
        for arrival, chunk in chunks:
            text = _collapsed(chunk.text)
            self._starts.append(at)
            self._arrivals.append(arrival)
            if chunk.stream == "notice":
                self.notices.append((at, at + len(text)))
            texts.append(text)
            at += len(text)
        self.text = "".join(texts)

    def arrival(self, offset: int) -> tuple[int, int]:
        """When the line at the offset came, comparable with those of other services."""
        return self._arrivals[bisect_right(self._starts, offset) - 1], offset

    def line_start(self, offset: int) -> int:
        return self.text.rfind("\n", 0, offset) + 1

    def line_end(self, offset: int) -> int:
        """Just after the line feed of the line in which the offset is."""
        found = self.text.find("\n", offset)
        return len(self.text) if found < 0 else found + 1

    def back(self, offset: int, lines: int) -> int:
        """The start of the line that is so many before the one that starts at the offset."""
        for _ in range(lines):
            if offset == 0:
                break
            offset = self.text.rfind("\n", 0, offset - 1) + 1
        return offset

    def on(self, offset: int, lines: int) -> int:
        """The start of the line that is so many after the one that starts at the offset."""
        for _ in range(lines):
            if offset >= len(self.text):
                break
            offset = self.line_end(offset)
        return offset


def chunks(pieces: Sequence[Piece]) -> list[Chunk]:
    """The pieces as whole clean lines; what is left open at the end is a line as well."""
    open_lines: dict[tuple[str, Stream], list[str]] = {}
    found: list[Chunk] = []
    for piece in pieces:
        key = (piece.service, piece.stream)
        cut = piece.text.rfind("\n") + 1
        if piece.stream == "notice":
            _add(found, key, piece.text)
        elif not cut:
            open_lines.setdefault(key, []).append(piece.text)
        else:
            _add(found, key, "".join((*open_lines.pop(key, ()), piece.text[:cut])))
            if cut < len(piece.text):
                open_lines[key] = [piece.text[cut:]]
    for key, parts in open_lines.items():
        _add(found, key, "".join(parts))
    return found


def _add(found: list[Chunk], key: tuple[str, Stream], text: str) -> None:
    text = cleaned(text)
    if text:
        found.append(Chunk(*key, text if text.endswith("\n") else text + "\n"))


def service_logs(parts: Sequence[Chunk]) -> list[ServiceLog]:
    """One log for each service, in the order of their first word."""
    by_service: dict[str, list[tuple[int, Chunk]]] = {}
    for arrival, chunk in enumerate(parts):
        by_service.setdefault(chunk.service, []).append((arrival, chunk))
    return [ServiceLog(name, mine) for name, mine in by_service.items()]


def cleaned(text: str) -> str:
    """The text as a reader would see it: no escapes, no overwritten parts, no bars."""
    if "\x1b" in text or "\x9b" in text:
        text = _ANSI.sub("", text)
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    if "\r" in text:
        text = "\n".join(_last_written(line) for line in text.split("\n"))
    if "\x08" in text:
        text = _BACKSPACES.sub("", text)
    if any(mark in text for mark in _BAR_MARKS):
        text = _without_bars(text)
    if text.isascii():  # many times faster than the pattern
        return text.encode("ascii").translate(None, _ASCII_CONTROL).decode("ascii")
    return _CONTROL.sub("", text)


def _without_bars(text: str) -> str:
    judged: dict[str, bool] = {}
    kept = []
    for line in text.split("\n"):
        if line not in judged:
            if len(judged) > 50_000:
                judged.clear()
            judged[line] = _is_bar(line)
        if not judged[line]:
            kept.append(line)
    return "\n".join(kept)


def _last_written(line: str) -> str:
    """What a terminal shows in the end where a line was begun anew several times."""
    if "\r" not in line:
        return line
    return next((part for part in reversed(line.split("\r")) if part.strip()), "")


def _is_bar(line: str) -> bool:
    return (
        len(line) < 400
        and any(mark in line for mark in _BAR_MARKS)
        and _BAR.search(line) is not None
        and _BAR_MEASURE.search(line) is not None
    )


def _collapsed(text: str) -> str:
    """Four or more lines in a row that are the same become one, and a word on how many."""
    parts, at = [], 0
    if text.count("\n") < 4:
        return text
    while (run := _RUN.search(text, at)) is not None:
        line = run[1]
        end = _end_of_run(text, run.end(), line)
        parts.append(text[at : run.start()] + line)
        if line.strip():
            parts.append(
                f"… the line above {(end - run.start()) // len(line) - 1:,} times more …\n"
            )
        at = end
    return "".join((*parts, text[at:])) if parts else text


def _end_of_run(text: str, at: int, line: str) -> int:
    """Where the line is no longer repeated; long runs are compared in blocks that double."""
    size, most = 1, max(1, 65_536 // len(line))
    while size:
        block = line * size
        if text.startswith(block, at):
            at += len(block)
            size = min(size * 2, most)
        else:
            size //= 2
    return at
