"""Edits of a file by units: one is put in another's place, or comes in. All else stays as it is."""

from dataclasses import dataclass

from roundtable.merge.indent import adapted, deeper, lead_at, look_of
from roundtable.merge.normal import Span
from roundtable.merge.placing import Place, blanks_between, breaks_at, counterpart
from roundtable.merge.units import Split, Unit


@dataclass(frozen=True, slots=True)
class Edit:
    start: int
    end: int
    text: bytes


def edited(source: bytes, edits: list[Edit]) -> bytes:
    """The source with the edits made; they must not overlap."""
    parts: list[bytes] = []
    at = 0
    for edit in sorted(edits, key=lambda one: (one.start, one.end)):
        parts += [source[at : edit.start], edit.text]
        at = edit.end
    return b"".join([*parts, source[at:]])


def replaced(into: Split, target: Unit, origin: Split, unit: Unit) -> bytes:
    """The whole of a unit, with all that stands in it, in place of another."""
    lead = lead_at(into.source, target.start)
    text = adapted(origin, (unit.start, unit.end), lead, look_of(into))
    return edited(into.source, [Edit(target.start, target.end, text)])


def inserted(into: Split, where: Place, origin: Split, unit: Unit) -> bytes:
    look = look_of(into)
    text = adapted(origin, (unit.start, unit.end), where.lead, look)
    gap = look.newline * (where.blanks + 1)
    source = into.source
    if where.side == "alone":
        return source + text + look.newline
    if where.side == "above":
        return edited(source, [Edit(where.offset, where.offset, text + gap)])
    return edited(
        source, [Edit(where.offset, where.offset, gap + text + _space(into, where, unit))]
    )


def _space(into: Split, where: Place, unit: Unit) -> bytes:
    """Blank lines that are lacking below the new unit, if another one follows it."""
    breaks = breaks_at(into.source, where.offset)
    after = next((one for one in into.units if one.start > where.offset), None)
    beside = where.neighbour
    if after is None or beside is None or breaks == 0 or after.parent != beside.parent:
        return b""
    wanted = blanks_between(into, unit, after)
    return look_of(into).newline * max(0, wanted - (breaks - 1))


def headed(into: Split, target: Unit, origin: Split, unit: Unit) -> bytes:
    """A class's head and fields in place of another's; its methods stay.

    Fields that stand below a method stay below the same one, or go to the head where it is lacking.
    """
    lead = lead_at(into.source, target.start)
    head = _own(into, origin, unit, unit.spans[0], lead)
    edits: list[Edit] = []
    late = {_above(into, target, span): span for span in target.spans[1:]}
    for span in unit.spans[1:]:
        text = _own(into, origin, unit, span, lead)
        method = _known_above(into, target, origin, unit, span)
        gap = look_of(into).newline * 2
        if method is None:
            head += gap + text
        elif method.name in late:
            edits.append(Edit(*late.pop(method.name), text))
        else:
            edits.append(Edit(method.end, method.end, gap + text))
    edits += [_removal(into.source, span) for span in late.values()]
    return edited(into.source, [Edit(*target.spans[0], head), *edits])


def _own(into: Split, origin: Split, unit: Unit, span: Span, lead: bytes) -> bytes:
    """A piece of a class, moved from its class's indentation to another's."""
    inner = lead_at(origin.source, span[0]).removeprefix(lead_at(origin.source, unit.start))
    look, own = look_of(into), look_of(origin)
    return adapted(origin, span, lead + deeper(inner, own.step, look.step), look)


def _above(split: Split, unit: Unit, span: Span) -> str:
    """The method that a piece of a class stands below."""
    return next((m.name for m in reversed(split.members(unit)) if m.end <= span[0]), "")


def _known_above(into: Split, target: Unit, origin: Split, unit: Unit, span: Span) -> Unit | None:
    """The nearest method above that the other class has too."""
    for member in reversed([one for one in origin.members(unit) if one.end <= span[0]]):
        found = counterpart(into, origin, member)
        if found is not None and found.parent == target.name:
            return found
    return None


def _removal(source: bytes, span: Span) -> Edit:
    """Take a piece out with the blank lines above it."""
    start, end = span
    while start > 0 and source[start - 1 : start] in (b"\n", b"\r", b" ", b"\t"):
        start -= 1
    return Edit(start, end, b"")


def below(into: Split, offset: int, text: bytes) -> bytes:
    """A line put below the line that ends at this offset."""
    gap = look_of(into).newline
    return edited(into.source, [Edit(offset, offset, gap + text)])
