"""Whose code stands in which lines of a built project, and why."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from roundtable.core.provenance import Origin, origins
from roundtable.core.state import SessionState
from roundtable.core.units import WHOLE
from roundtable.merge.changed import edited_units
from roundtable.merge.units import Split, as_bytes, split_text

STOOD = "the starting files"
CAME_ALONG = "came along with another unit"


@dataclass(frozen=True, slots=True)
class Authored:
    """One unit of a file; those that stand inside another follow it."""

    path: str
    start: int
    """Its first line, from 1, and its last."""
    end: int
    unit: str
    seat: str
    """Empty: nobody's at the table; `why` then says whence it is. `DEVELOPER`: edited since."""
    round: str = ""
    attempt: int = 0
    why: str = STOOD


def authors(state: SessionState) -> list[Authored]:
    """All units of all text files, by path and line; a file that nobody touched is one row."""
    known: dict[str, dict[str, Origin]] = {}
    for (path, unit), origin in origins(state, edited_units).items():
        known.setdefault(path, {})[unit] = origin
    given = {file.path: file.text for file in state.given.files} if state.given else {}
    rows: list[Authored] = []
    for path, text in sorted(state.tree.items()):
        if path not in known and given.get(path) == text:
            rows.append(Authored(path, *_all_lines(text), WHOLE, ""))
        else:
            rows += _rows(path, text, known.get(path, {}), given.get(path))
    return rows


def authors_of(state: SessionState, path: str) -> list[Authored]:
    """The units of one text file of the project."""
    told = origins(state, edited_units)
    known = {unit: origin for (where, unit), origin in told.items() if where == path}
    given = state.given.files if state.given else ()
    stood = next((file.text for file in given if file.path == path), None)
    return list(_rows(path, state.tree[path], known, stood))


def _rows(
    path: str, text: str, known: Mapping[str, Origin], given: str | None
) -> Iterator[Authored]:
    parts, whole = split_text(path, text), known.get(WHOLE)
    if not parts.units or parts.language is None:
        origin = whole or next(iter(known.values()), None)
        yield _authored(path, _all_lines(text), WHOLE, origin, given is not None)
        return
    owners = [known.get(unit.name, whole) for unit in parts.units]
    # Cutting takes time: what stood there is looked at only where somebody's name is missing.
    named = all(origin and origin.seat for origin in owners)
    stood = frozenset() if named else _units_of(parts, given)
    for unit, origin, lines in zip(parts.units, owners, _line_ranges(parts), strict=True):
        yield _authored(path, lines, unit.name, origin, unit.name in stood)


def _authored(
    path: str, lines: tuple[int, int], unit: str, origin: Origin | None, stood: bool
) -> Authored:
    if origin is None or not origin.seat:
        return Authored(path, *lines, unit, "", why=STOOD if stood else CAME_ALONG)
    return Authored(path, *lines, unit, origin.seat, origin.round, origin.attempt, origin.why)


def _units_of(parts: Split, given: str | None) -> frozenset[str]:
    """What stood in the file when the session began."""
    if given is None:
        return frozenset()
    before = parts if as_bytes(given) == parts.source else split_text(parts.path, given)
    return frozenset(unit.name for unit in before.units)


def _all_lines(text: str) -> tuple[int, int]:
    return 1, max(1, len(text.splitlines()))


def _line_ranges(parts: Split) -> Iterator[tuple[int, int]]:
    """The first and the last line of each unit."""
    breaks = [found.start() for found in re.finditer(b"\n", parts.source)]
    for unit in parts.units:
        last = max(unit.start, unit.end - 1)
        yield bisect_left(breaks, unit.start) + 1, bisect_left(breaks, last) + 1
