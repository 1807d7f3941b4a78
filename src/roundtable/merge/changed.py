"""What an author did to a tree beyond what it was allowed to; and one unit put in place by text."""

from collections.abc import Collection, Iterator
from typing import Literal

from roundtable.core.checks import Tree
from roundtable.core.units import WHOLE
from roundtable.core.values import Value
from roundtable.merge.rewrites import as_file
from roundtable.merge.splice import Choice, splice
from roundtable.merge.units import Split, split_text


class UnitChange(Value):
    path: str
    unit: str
    what: Literal["added", "removed", "changed", "reworded"]
    """`reworded`: only comments or spacing are other than before."""


def changed_units(
    before: Tree, after: Tree, allowed: Collection[tuple[str, str]], exact: bool = False
) -> tuple[UnitChange, ...]:
    """The units that were added, removed or changed without leave.

    `(path, "*")` allows a whole file and `(path, "Cart.*")` a class with its methods. With `exact`,
    other comments and other spacing count too.
    """
    found: list[UnitChange] = []
    for path in dict.fromkeys([*before, *after]):
        if (path, WHOLE) in allowed or before.get(path) == after.get(path):
            continue
        if path not in before or path not in after:
            what: Literal["added", "removed"] = "added" if path in after else "removed"
            found.append(UnitChange(path=path, unit=WHOLE, what=what))
            continue
        mine = {unit for held, unit in allowed if held == path}
        changes = _changes(split_text(path, before[path]), split_text(path, after[path]), exact)
        found += [one for one in changes if not _is_allowed(one.unit, mine)]
    return tuple(found)


def edited_units(path: str, before: str, after: str) -> tuple[str, ...]:
    """The units that an edit touched, if only in a comment; all of a file that has none."""
    old, new = split_text(path, before), split_text(path, after)
    if not new.units or new.broken:
        return (WHOLE,)
    return tuple(one.unit for one in _changes(old, new, exact=True))


def _changes(before: Split, after: Split, exact: bool) -> Iterator[UnitChange]:
    new = {unit.name: unit for unit in after.units}
    old = {unit.name: unit for unit in before.units}
    for name, unit in old.items():
        found = new.get(name)
        if found is None:
            yield UnitChange(path=before.path, unit=name, what="removed")
        elif found.digest != unit.digest:
            yield UnitChange(path=before.path, unit=name, what="changed")
        elif exact and before.text(unit) != after.text(found):
            yield UnitChange(path=before.path, unit=name, what="reworded")
    for name in new:
        if name not in old:
            yield UnitChange(path=before.path, unit=name, what="added")


def _is_allowed(unit: str, allowed: Collection[str]) -> bool:
    classes = [one.removesuffix(WHOLE) for one in allowed if one.endswith(f".{WHOLE}")]
    return unit in allowed or any(f"{unit}.".startswith(start) for start in classes)


def replace_unit(source: str, path: str, unit: str, new_text: str) -> str | None:
    """The file with a rewritten unit in place of the old, byte for byte the same elsewhere.

    The text is that one unit, perhaps with imports above it, or with its class around it; what else
    it holds comes in only as far as the unit needs it. None if the unit is not in the text, or if
    the file would not parse with it.
    """
    if unit == WHOLE:
        return new_text
    file = as_file(path, unit, new_text, split_text(path, source))
    if file is None:
        return None
    made = splice({path: source}, {"new": {path: file}}, [Choice(path, unit, "new")])
    return None if made.refused else made.files[path]
