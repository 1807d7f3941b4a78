"""Fields that a taken method reads and the base never defines: carried if safe, else told."""

from dataclasses import dataclass
from typing import Final

from tree_sitter import Node

from roundtable.merge.coupling import LOOSE, Ledger, naming, type_of
from roundtable.merge.draft import Draft
from roundtable.merge.editing import below
from roundtable.merge.importing.lines import line_end
from roundtable.merge.indent import adapted, lead_at, look_of
from roundtable.merge.units import Unit

_PREFIX: Final = {"python": "self.", "rust": "self.", "go": "field "}


@dataclass(frozen=True, slots=True)
class Settled:
    """A field came along; these names are what its value needs."""

    free: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Field:
    """A field where it is from: the unit and the line that give it its value."""

    name: str
    unit: Unit
    line: Node


def settle(draft: Draft, path: str, unit: Unit, label: str, name: str) -> Settled | None:
    theirs, mine = draft.theirs(label, path), draft.page(path)
    owner = type_of(unit)
    if theirs is None or mine.has_field(owner, name):
        return None
    declared = theirs.fields(owner).get(name)
    setters = theirs.setters(owner).get(name, [])
    if declared is None and not _set_elsewhere(theirs, unit, setters):
        return None
    found = _field(theirs, owner, name, declared, setters)
    if found is not None and _is_ours_alone(draft, path, theirs, label, found):
        free = _closed(theirs, found)
        if free is not None and _carry(draft, path, unit, label, found):
            return Settled(free)
    shown = _PREFIX.get(theirs.split.language or "", "this.") + name
    places = _places(theirs, label, owner, declared is not None, setters)
    draft.doubt(path, unit.name, label, f"reads {shown}, which only {places}")
    return None


def _set_elsewhere(theirs: Ledger, unit: Unit, setters: list[Unit]) -> bool:
    """Whether another method makes the field. Where fields are declared, only a constructor can:
    what is set without a declaration is inherited, or of another class within the method.
    """
    if theirs.split.language in LOOSE:
        return any(one.name != unit.name for one in setters)
    return any(theirs.is_constructor(one) for one in setters)


def _places(theirs: Ledger, label: str, owner: str, declared: bool, setters: list[Unit]) -> str:
    if any(theirs.is_constructor(one) for one in setters):
        return f"{label}'s constructor sets"
    if declared:
        return f"{label}'s `{owner}` declares"
    return f"{label}'s `{setters[0].name}` sets"


def _field(
    theirs: Ledger, owner: str, name: str, declared: Node | None, setters: list[Unit]
) -> _Field | None:
    home = theirs.type_unit(owner)
    if declared is not None and home is not None:
        return _Field(name, home, declared)
    for setter in setters:
        line = (
            theirs.constructor_fields(setter).get(name) if theirs.is_constructor(setter) else None
        )
        if line is not None:
            return _Field(name, setter, line)
    return None


def _is_ours_alone(draft: Draft, path: str, theirs: Ledger, label: str, found: _Field) -> bool:
    """Whether nobody but the taken methods can touch the field: then its state is theirs too."""
    language = theirs.split.language
    if language is None or not naming(language).is_private(found.name, found.line):
        return False
    owner = type_of(found.unit) if found.unit.parent else found.unit.name
    touching = [one for one in theirs.touchers(owner, found.name) if one.name != found.unit.name]
    mine = draft.page(path).split
    return all(
        mine.find(one.name) is not None and draft.source_of(path, one.name) == label
        for one in touching
        if not theirs.is_constructor(one)
    )


def _closed(theirs: Ledger, found: _Field) -> frozenset[str] | None:
    """The file's names that the value needs; None if it needs more, such as an argument."""
    language = theirs.split.language
    if language is None or language == "rust":
        return None
    names = naming(language).names([found.line], found.unit.parent or found.unit.name, frozenset())
    known = theirs.imports.keys() | theirs.owners.keys()
    foreign = names.free - known - theirs.builtins - {"self", found.name}
    if foreign or names.reads - {found.name}:
        return None
    if language == "python" and b"=" not in (found.line.text or b""):
        return None
    return frozenset(names.free & known)


def _carry(draft: Draft, path: str, unit: Unit, label: str, found: _Field) -> bool:
    mine = draft.page(path)
    theirs = draft.theirs(label, path)
    target = mine.split.find(found.unit.name)
    if theirs is None or target is None:
        return False
    after = _last_field(mine, target)
    if after is None:
        return False
    source = mine.split.source
    lead = lead_at(source, after.start_byte)
    start = found.line.start_byte - len(lead_at(theirs.split.source, found.line.start_byte))
    span = (start, line_end(theirs.split.source, found.line.end_byte))
    text = adapted(theirs.split, span, lead, look_of(mine.split))
    edit = below(mine.split, line_end(source, after.end_byte), text)
    if draft.commit(path, edit, [target]):
        return False
    why = f"carried: field `{found.name}`, needed by {unit.name}"
    draft.credit_part(path, target.name, label, why)
    return True


def _last_field(mine: Ledger, target: Unit) -> Node | None:
    """The line below which another field can stand."""
    if target.kind == "method":
        lines = list(mine.constructor_fields(target).values())
    else:
        lines = list(mine.fields(target.name).values())
    return max(lines, key=lambda node: node.end_byte) if lines else None
