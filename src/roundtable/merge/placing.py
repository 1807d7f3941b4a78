"""Where a unit belongs in a file that lacks it, and with how many blank lines around it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from roundtable.merge.indent import lead_at, look_of
from roundtable.merge.units import Split, Unit

_BLOCKS: Final = frozenset({"function", "class", "method", "main"})
_TWO_SPACES: Final = ("typescript", "tsx")
"""Languages in which a type and a value may share a name."""
_FIRST_BREAKS: Final = re.compile(rb"(?:[ \t\f]*\r?\n)*")


@dataclass(frozen=True, slots=True)
class Place:
    """A point between two lines of a file."""

    offset: int
    side: Literal["below", "above", "alone"]
    """Below the piece that ends here, above the one that starts here, or in an empty file."""
    lead: bytes
    blanks: int
    """Blank lines between the unit and the piece it is put next to."""
    neighbour: Unit | None = None


def counterpart(into: Split, origin: Split, unit: Unit) -> Unit | None:
    """The unit of the same name; one of several overloads is matched by its types."""
    if not unit.overload and into.language in _TWO_SPACES:
        return _same_space(into, origin, unit)
    if not unit.overload:
        return into.find(unit.name)
    same = [one for one in into.units if one.bare == unit.bare and one.kind == unit.kind]
    exact = [one for one in same if one.overload == unit.overload]
    if exact:
        return exact[0]
    rivals = [one for one in origin.units if one.bare == unit.bare and one.kind == unit.kind]
    return same[0] if len(same) == 1 and len(rivals) == 1 else None


def _same_space(into: Split, origin: Split, unit: Unit) -> Unit | None:
    """Its own sort: a type never stands for a value of the same name."""

    def alike(one: Unit) -> bool:
        same_name = one.bare == unit.bare and one.parent == unit.parent
        return same_name and (one.kind == "type") == (unit.kind == "type")

    twins = [one for one in into.units if alike(one)]
    number = [one for one in origin.units if alike(one)].index(unit)
    return twins[number] if number < len(twins) else None


def place(into: Split, origin: Split, unit: Unit, before: Unit | None = None) -> Place | None:
    """After its predecessor, else before its successor, else at the end; None: no such class.

    With `before`, no later than above that unit (what it needs must stand first).
    """
    holder = origin.find(unit.parent) if unit.parent else None
    home: Unit | None = None
    if holder is not None and holder.holds:
        home = counterpart(into, origin, holder)
        if home is None or not home.holds:
            return None
    if unit.kind == "doc" and into.units:
        return Place(into.units[0].start, "above", b"", 1, into.units[0])
    found = _beside(into, origin, unit, home) or _inside(into, unit, home)
    if before is not None and found.offset > before.start:
        return Place(
            before.start,
            "above",
            lead_at(into.source, before.start),
            _blanks(into, unit, before),
            before,
        )
    return found


def _siblings(split: Split, holder: Unit | None) -> list[Unit]:
    """What stands directly in the holder, or in the file; a Go method stands in the file."""
    inside = {unit.name for unit in split.units if unit.holds}
    if holder is not None:
        return [unit for unit in split.units if unit.parent == holder.name]
    return [unit for unit in split.units if unit.parent not in inside]


def _beside(into: Split, origin: Split, unit: Unit, home: Unit | None) -> Place | None:
    holder = origin.find(unit.parent) if home is not None else None
    row = _siblings(origin, holder)
    at = row.index(unit)
    for neighbour in reversed(row[:at]):
        found = _same_home(into, counterpart(into, origin, neighbour), home)
        if found is not None and found.kind != "main":
            near = _gap(origin, neighbour, unit) if neighbour is row[at - 1] else None
            blanks = near if near is not None else _blanks(into, found, unit)
            return Place(found.end, "below", lead_at(into.source, found.start), blanks, found)
    for neighbour in row[at + 1 :]:
        found = _same_home(into, counterpart(into, origin, neighbour), home)
        if found is not None and not _is_preamble(found):
            near = _gap(origin, unit, neighbour) if neighbour is row[at + 1] else None
            blanks = near if near is not None else _blanks(into, unit, found)
            return Place(found.start, "above", lead_at(into.source, found.start), blanks, found)
    return None


def _same_home(into: Split, found: Unit | None, home: Unit | None) -> Unit | None:
    if found is None:
        return None
    holder = into.find(found.parent) if found.parent else None
    actual = holder if holder is not None and holder.holds else None
    return found if (actual.name if actual else "") == (home.name if home else "") else None


def _is_preamble(unit: Unit) -> bool:
    return unit.kind in ("doc", "imports") or unit.name.startswith(("package", "#!["))


def _inside(into: Split, unit: Unit, home: Unit | None) -> Place:
    """No neighbour is known: at the end, but above the program's start."""
    members = _siblings(into, home)
    if home is None:
        last = next((one for one in reversed(members) if one.kind != "main"), None)
        if last is None:
            return _outermost(into, unit, members)
        return Place(last.end, "below", b"", _blanks(into, last, unit), last)
    if members:
        last = members[-1]
        lead = lead_at(into.source, last.start)
        return Place(last.end, "below", lead, _blanks(into, last, unit), last)
    offset = home.spans[-1][1]
    lead = _member_lead(into, home)
    return Place(offset, "below", lead, 1 if len(home_lines(into, home)) > 1 else 0, home)


def _outermost(into: Split, unit: Unit, members: list[Unit]) -> Place:
    if members:
        return Place(members[0].start, "above", b"", _blanks(into, unit, members[0]), members[0])
    return Place(len(into.source), "alone", b"", 0)


def home_lines(into: Split, home: Unit) -> list[bytes]:
    """The lines of a class's head: more than its first one if it has fields or a docstring."""
    start, end = home.spans[-1]
    return into.source[start:end].splitlines()


def _member_lead(into: Split, home: Unit) -> bytes:
    own = lead_at(into.source, home.start)
    deeper = [lead_at(line, 0) for line in home_lines(into, home)[1:] if line.strip()]
    fitting = [lead for lead in deeper if lead.startswith(own) and len(lead) > len(own)]
    return min(fitting, key=len) if fitting else own + look_of(into).step


def _gap(origin: Split, first: Unit, second: Unit) -> int | None:
    """The blank lines between two neighbours, if there is nothing else between them."""
    between = origin.source[first.end : second.start]
    return max(0, between.count(b"\n") - 1) if not between.strip() and between else None


def _blanks(into: Split, first: Unit, second: Unit) -> int:
    """The custom of the language."""
    blocks = first.kind in _BLOCKS or second.kind in _BLOCKS
    if first.parent and second.parent:
        return 1
    if into.language == "python":
        return 2 if blocks else int(first.kind != second.kind)
    return int(blocks or first.kind != second.kind or first.kind == "type")


def breaks_at(source: bytes, offset: int) -> int:
    """How many line ends follow this point before anything else."""
    found = _FIRST_BREAKS.match(source, offset)
    return found.group().count(b"\n") if found else 0


def following(split: Split, offset: int) -> Iterator[Unit]:
    return (unit for unit in split.units if unit.start >= offset)


def blanks_between(into: Split, first: Unit, second: Unit) -> int:
    return _blanks(into, first, second)
