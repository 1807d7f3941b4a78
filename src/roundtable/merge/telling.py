"""What a merge is told as: whose each unit is and why, and which directives did not come in."""

from collections.abc import Mapping, Sequence

from roundtable.core.checks import Tree
from roundtable.core.steps import Merge
from roundtable.core.units import WHOLE, Conflict, UnitSource
from roundtable.merge.changed import changed_units
from roundtable.merge.search import Found
from roundtable.merge.splice import Choice
from roundtable.merge.units import split_text


def refused(found: Found, craft: Merge, directives: Sequence[Choice]) -> tuple[Conflict, ...]:
    """The judge's directives that did not come in, each with what spoke against it."""
    taken = {one.choice for one in found.taken}
    grounds = {choice: one.why for one in reversed(found.refused) for choice in one.choices}
    return tuple(
        Conflict(
            path=choice.path,
            unit=choice.unit,
            source=choice.source,
            reason="the judge asked for it, but "
            + grounds.get(choice, "more tests pass with another version"),
            refused=True,
        )
        for choice in directives
        if choice not in taken and not _stands(found.tree, craft.candidates, choice)
    )


def _stands(tree: Tree, candidates: Mapping[str, Tree], choice: Choice) -> bool:
    """Whether the result has that code all the same: then there was nothing to take."""
    path = choice.path
    theirs, ours = (
        {
            unit.name: unit.digest
            for unit in split_text(path, files[path]).units
            if _covers(choice.unit, unit.name)
        }
        if path in files
        else {}
        for files in (candidates.get(choice.source, {}), tree)
    )
    return bool(theirs) and theirs == ours


def _covers(named: str, unit: str) -> bool:
    """Whether a name means a unit: `Cart.*` means the class and all that is in it."""
    around = named.removesuffix(f".{WHOLE}")
    return named in (WHOLE, unit) or (around != named and f"{unit}.".startswith(f"{around}."))


def mended(found: Found) -> tuple[Conflict, ...]:
    """What had to be done to candidates before anything of theirs could be used."""
    used = {source.source for source in found.provenance}
    return tuple(
        Conflict(path=path, unit=WHOLE, source=seat, reason=reason)
        for seat, notes in found.mended.items()
        if seat in used
        for path, _, reason in (note.partition(": ") for note in notes)
    )


def _reasons(found: Found, craft: Merge) -> tuple[UnitSource, ...]:
    """Why units were taken from where they were: the judge's word, or the tests."""
    taken = [
        UnitSource(
            path=one.choice.path, unit=one.choice.unit, source=one.choice.source, why=one.why
        )
        for one in found.taken
    ]
    return (*craft.take, *taken)


def told(found: Found, craft: Merge) -> tuple[UnitSource, ...]:
    """Whose the units are that the merge touched, with the judge's reasons and those of tests."""
    return touched(craft, found.tree, found.provenance, _reasons(found, craft))


def touched(
    craft: Merge, after: Tree, provenance: Sequence[UnitSource], reasons: Sequence[UnitSource]
) -> tuple[UnitSource, ...]:
    """The sources of what this round touched; what stands as it stood keeps its earlier author."""
    before = craft.before
    changed = {(change.path, change.unit) for change in changed_units(before, after, ())}
    return tuple(
        source.model_copy(update={"unit": unit, "why": _reason(source, unit, reasons)})
        for source in provenance
        for unit in _units(after, source)
        if source.path not in before or (source.path, unit) in changed
    )


def _units(after: Tree, source: UnitSource) -> tuple[str, ...]:
    """The units that a source stands for: all of a file where it is the whole file."""
    if source.unit != WHOLE or source.path not in after:
        return (source.unit,)
    parts = split_text(source.path, after[source.path])
    return tuple(unit.name for unit in parts.units) or (WHOLE,)


def _reason(source: UnitSource, unit: str, reasons: Sequence[UnitSource]) -> str:
    """A reason is for whose code it was given: what was refused says nothing of the other's."""
    given = [
        one
        for one in reasons
        if (one.path, one.source) == (source.path, source.source) and _covers(one.unit, unit)
    ]
    if not given or source.why.startswith("carried"):
        return source.why
    return min(given, key=lambda one: one.unit != unit).why
