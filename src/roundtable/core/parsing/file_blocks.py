"""Reads the files out of a model's answer: `FILE: path` and a fenced block, `DELETE: path`.

Whatever the text, the answer is a value. What is certain is taken, with a warning where the form
was not kept; everything else is rejected with a reason for the agent, and its text is kept.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from roundtable.core.parsing.file_cases import Case, judge
from roundtable.core.parsing.file_known import Known, KnownFiles
from roundtable.core.parsing.file_layout import lay_out
from roundtable.core.parsing.text import clean, one_line
from roundtable.core.values import Value

SegmentKind = Literal["prose", "marker", "fence", "content", "rejected"]

_MOST_DESCRIBED = 50


class FileBlock(Value):
    path: str
    """Relative to the project's root, with forward slashes; never outside of it."""
    text: str
    warnings: tuple[str, ...] = ()
    """In which ways the form was not kept."""


class Rejected(Value):
    path: str
    """As it was written, or as the project writes it; empty when there was none."""
    reason: str
    """What is wrong and what to do, in a sentence for the agent."""
    raw: str


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of the answer. All of them, joined, are the answer."""

    kind: SegmentKind
    raw: str
    index: int | None = None
    """Which file a content belongs to, or which rejection."""


@dataclass(frozen=True, slots=True)
class FileReading:
    files: tuple[FileBlock, ...] = ()
    deleted: tuple[str, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    prose: str = ""
    """What stands around the blocks."""
    segments: tuple[Segment, ...] = ()


def read_files(text: str, known: KnownFiles = (), *, cut: bool = False) -> FileReading:
    """The files in an answer; `known` are the paths, and maybe texts, that the project has.

    `cut` says that the model is known to have stopped too early, at its most tokens: a last block
    that is left open is then half a file, however whole it looks.
    """
    cases = judge(text, lay_out(text, cut), Known(known))
    segments = _joined(_segments(text, cases))
    return FileReading(
        files=tuple(
            FileBlock(path=case.path, text=case.text, warnings=case.warnings)
            for case in cases
            if case.fate == "file"
        ),
        deleted=tuple(dict.fromkeys(case.path for case in cases if case.fate == "delete")),
        rejected=tuple(
            Rejected(
                path=one_line(clean(case.path), 300),
                reason=case.reason,
                raw=clean(text[case.piece.start : case.piece.stop]),
            )
            for case in cases
            if case.fate == "reject"
        ),
        prose=clean("".join(s.raw for s in segments if s.kind == "prose")).strip(),
        segments=segments,
    )


def describe(reading: FileReading) -> str:
    """What the agent is told about the blocks that were not taken; empty when all were."""
    if not reading.rejected:
        return ""
    count = len(reading.rejected)
    head = (
        f"{count} of your blocks could not be taken:"
        if count > 1
        else "One block could not be taken:"
    )
    lines = [
        f"- {rejected.path or '(no path)'}: {rejected.reason}"
        for rejected in reading.rejected[:_MOST_DESCRIBED]
    ]
    if count > _MOST_DESCRIBED:
        lines.append(f"- and {count - _MOST_DESCRIBED:,} more.")
    taken = f"{len(reading.files)} other files were read; do not send them again."
    tail = taken if len(reading.files) > 1 else ""
    if len(reading.files) == 1:
        tail = f"{reading.files[0].path} was read; do not send it again."
    return "\n".join((head, *lines, *([tail] if tail else [])))


def _segments(text: str, cases: list[Case]) -> Iterator[Segment]:
    position, rejected = 0, 0
    numbers: dict[str, int] = {}
    for case in cases:
        piece = case.piece
        yield Segment("prose", text[position : piece.start])
        position = piece.stop
        if case.fate == "reject":
            yield Segment("rejected", text[piece.start : piece.stop], rejected)
            rejected += 1
        elif case.fate in ("file", "again") and case.block is not None:
            number = numbers.setdefault(case.path, len(numbers))
            for kind, start, stop in case.block.parts:
                yield Segment(kind, text[start:stop], number if kind == "content" else None)
        else:
            kinds: dict[str, SegmentKind] = {"delete": "marker", "border": "fence"}
            yield Segment(kinds.get(case.fate, "prose"), text[piece.start : piece.stop])
    yield Segment("prose", text[position:])


def _joined(segments: Iterator[Segment]) -> tuple[Segment, ...]:
    """Without empty segments, and with talk beside talk made one."""
    found: list[Segment] = []
    filled = (segment for segment in segments if segment.raw)
    for kind, group in groupby(filled, key=lambda segment: segment.kind):
        together = list(group)
        if kind == "prose":
            together = [Segment("prose", "".join(segment.raw for segment in together))]
        found.extend(together)
    return tuple(found)
