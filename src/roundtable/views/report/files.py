"""The files of the result: from whom each unit came, and what changed in the starting files."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from roundtable.core import events as e
from roundtable.core.provenance import Origin, origins
from roundtable.core.state import SessionState
from roundtable.core.units import WHOLE
from roundtable.merge.changed import edited_units
from roundtable.merge.units import Split, as_text, split_text
from roundtable.views.diffs import DiffRun, difference

MOST_BYTES: Final = 200_000
"""What of one file is shown."""
MOST_UNTOUCHED: Final = 1_000_000
"""What of all untouched starting files together is shown."""

Origins = Mapping[str, tuple[Origin, ...]]
"""By unit: whose code stands in it; several where lines were carried along."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines in a row that came from the same hands."""

    first: int
    last: int
    units: tuple[str, ...]
    """Empty: what stands between units."""
    origins: tuple[Origin, ...]
    """Empty: the starting files."""
    text: str

    @property
    def numbers(self) -> str:
        return "\n".join(map(str, range(self.first, self.last + 1)))


@dataclass(frozen=True, slots=True)
class ResultFile:
    path: str
    standing: str
    """`new`, `changed` or `untouched`."""
    lines: int
    size: int
    pieces: tuple[Piece, ...] = ()
    note: str = ""
    """What is not shown of it, and why."""
    diff: tuple[DiffRun, ...] = ()
    diff_note: str = ""

    @property
    def seats(self) -> tuple[str, ...]:
        names = (origin.seat for piece in self.pieces for origin in piece.origins)
        return tuple(dict.fromkeys(name for name in names if name))


@dataclass(frozen=True, slots=True)
class Result:
    made: tuple[ResultFile, ...]
    """New and changed files."""
    untouched: tuple[ResultFile, ...]
    deleted: tuple[str, ...]


def result_of(state: SessionState) -> Result:
    """The files of the result; what a code-red or a summon is about is none of them."""
    if state.opening.workflow in ("code-red", "summon"):
        return Result((), (), ())
    given = {file.path: file for file in state.given.files} if state.given else {}
    known = _origins(state)
    made: list[ResultFile] = []
    untouched: list[ResultFile] = []
    left = MOST_UNTOUCHED
    for path, file in sorted(state.project.items()):
        before = given.get(path)
        if before is not None and before == file:
            told = _untouched(file, left)
            untouched.append(told)
            left -= sum(len(piece.text) for piece in told.pieces)
        else:
            made.append(_made(file, before, known.get(path, {})))
    deleted = tuple(sorted(path for path in given if path not in state.project))
    return Result(tuple(made), tuple(untouched), deleted)


def _origins(state: SessionState) -> dict[str, dict[str, tuple[Origin, ...]]]:
    """By path and unit. Where the round that owns a unit names several sources, all of them."""
    found: dict[str, dict[str, tuple[Origin, ...]]] = {}
    told: dict[tuple[str, int, str, str], list[Origin]] = {}
    for round_ in state.rounds:
        for source in round_.result.provenance if round_.result else ():
            origin = Origin(source.source, round_.key, round_.attempt, source.why)
            place = (round_.key, round_.attempt, source.path, source.unit)
            told.setdefault(place, []).append(origin)
    for (path, unit), origin in origins(state, edited_units).items():
        several = told.get((origin.round, origin.attempt, path, unit), [])
        several = several if origin in several else [origin]  # the developer's edit stands alone
        found.setdefault(path, {})[unit] = tuple(dict.fromkeys(several))
    return found


def _untouched(file: e.ProjectFile, left: int) -> ResultFile:
    if not file.binary and len(file.text) > left:
        size = len(file.text.encode("utf-8", "replace"))
        note = "Its text is not repeated here, to keep this page small; it stands as it was given."
        return ResultFile(file.path, "untouched", _lines(file.text), size, note=note)
    return _made(file, file, {})


def _made(file: e.ProjectFile, before: e.ProjectFile | None, known: Origins) -> ResultFile:
    standing = "new" if before is None else "untouched" if before == file else "changed"
    if file.binary:
        size = len(file.text) * 3 // 4
        return ResultFile(file.path, standing, 0, size, note="A binary file; it is not shown.")
    size = len(file.text.encode("utf-8", "replace"))
    pieces = _merged(_pieces(split_text(file.path, file.text), known))
    pieces, note = _within(pieces, size)
    diff: tuple[DiffRun, ...] = ()
    diff_note = ""
    if standing == "changed" and before is not None and not before.binary:
        diff, diff_note = difference(before.text, file.text, MOST_BYTES)
    lines = _lines(file.text)
    return ResultFile(file.path, standing, lines, size, pieces, note, diff, diff_note)


def _lines(text: str) -> int:
    return text.count("\n") + bool(text and not text.endswith("\n"))


def _pieces(parts: Split, known: Origins) -> Iterator[Piece]:
    """The file unit by unit; blank lines between units stay with the unit above them."""
    whole = known.get(WHOLE, ())
    if not parts.units or parts.language is None:
        whole = whole or next(iter(known.values()), ())
    line = 1
    for unit, (start, end) in parts.pieces():
        text = as_text(parts.source[start:end])
        name = unit.name if unit and parts.language else ""
        found = known.get(name, whole) if name else whole
        count = text.count("\n")
        yield Piece(line, line + count - text.endswith("\n"), (name,) if name else (), found, text)
        line += count


def _merged(pieces: Iterator[Piece]) -> tuple[Piece, ...]:
    """Neighbours from the same hands become one."""
    found: list[Piece] = []
    for piece in pieces:
        if found and (piece.origins == found[-1].origins or not piece.text.strip()):
            found[-1] = _joined(found[-1], piece)
        else:
            found.append(piece)
    return tuple(found)


def _joined(one: Piece, other: Piece) -> Piece:
    units = tuple(dict.fromkeys((*one.units, *other.units)))
    return Piece(one.first, other.last, units, one.origins, one.text + other.text)


def _within(pieces: Sequence[Piece], size: int) -> tuple[tuple[Piece, ...], str]:
    """As many lines as fit, and a word on the rest."""
    if size <= MOST_BYTES:
        return tuple(pieces), ""
    kept: list[Piece] = []
    left = MOST_BYTES
    for piece in pieces:
        data = piece.text.encode("utf-8", "replace")
        if len(data) > left:
            text = data[:left].decode("utf-8", "ignore")
            text = text[: text.rfind("\n") + 1] or text
            last = piece.first + max(0, _lines(text) - 1)
            kept += [Piece(piece.first, last, piece.units, piece.origins, text)] if text else []
            break
        kept.append(piece)
        left -= len(data)
    shown = sum(len(piece.text.encode("utf-8", "replace")) for piece in kept)
    note = f"Cut here: {shown:,} of {size:,} bytes are shown. The whole file is in the session."
    return tuple(kept), note
