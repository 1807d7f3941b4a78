"""The merge: chosen units of the candidates are put into the base, with all that they need.

Bytes that no choice touches stay as they are. Nothing doubtful is passed over in silence.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from roundtable.core.units import WHOLE, Conflict, UnitSource
from roundtable.merge.align import ALIKE, likeness
from roundtable.merge.carrying import Carrier, Taken
from roundtable.merge.doubts import check_calls, check_doubles
from roundtable.merge.draft import CHOSEN, Draft
from roundtable.merge.editing import headed, inserted, replaced
from roundtable.merge.imports import Import, imports_of, with_imports
from roundtable.merge.placing import counterpart, place
from roundtable.merge.units import Split, Unit, inside, lookup


@dataclass(frozen=True, slots=True)
class Choice:
    """Take a unit from a candidate; `*` is the whole file, `Cart.*` a class with its methods."""

    path: str
    unit: str
    source: str


@dataclass(frozen=True, slots=True)
class Spliced:
    files: dict[str, str]
    provenance: tuple[UnitSource, ...]
    conflicts: tuple[Conflict, ...]

    @property
    def refused(self) -> tuple[Conflict, ...]:
        return tuple(conflict for conflict in self.conflicts if conflict.refused)


def splice(
    base: Mapping[str, str],
    candidates: Mapping[str, Mapping[str, str]],
    choices: Sequence[Choice],
    base_label: str = "base",
) -> Spliced:
    """First every choice, then what the chosen units need, then what remains doubtful."""
    draft = Draft(base, candidates, base_label)
    chooser = _Chooser(draft)
    taken = [one for choice in choices if (one := chooser.choose(choice))]
    carrier = Carrier(draft)
    for one in taken:
        carrier.carry(one)
    check_calls(draft)
    check_doubles(draft)
    return Spliced(draft.files, draft.provenance(), draft.conflicts)


class _Chooser:
    """Puts the chosen units in, one after the other."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft

    def choose(self, choice: Choice) -> Taken | None:
        """What was taken and may need more; None if that was nothing, or a whole file."""
        if choice.source == self._draft.base_label:
            return None
        found = self._find(choice)
        if isinstance(found, str):
            self._refuse(choice, found)
            return None
        theirs, unit = found
        if unit is None:
            self._draft.take_file(choice.path, choice.source, CHOSEN)
            return None
        target = counterpart(self._draft.page(choice.path).split, theirs, unit)
        reason = self._put(choice, theirs, unit, target)
        if reason:
            self._refuse(choice, reason)
            return None
        whole = target is None or not target.holds or _means_all(choice)
        return Taken(choice.path, unit, choice.source, unit.holds and whole)

    def _refuse(self, choice: Choice, reason: str) -> None:
        self._draft.doubt(choice.path, choice.unit, choice.source, reason, refused=True)

    def _find(self, choice: Choice) -> tuple[Split, Unit | None] | str:
        """The unit that is meant (None: the whole file), or why there is none."""
        if choice.source not in self._draft.candidates:
            return f"no candidate is called {choice.source}"
        ledger = self._draft.theirs(choice.source, choice.path)
        if ledger is None:
            return f"{choice.source} has no file `{choice.path}`"
        theirs = ledger.split
        if choice.unit == WHOLE:
            return theirs, None
        unit = lookup(theirs, choice.unit.removesuffix(f".{WHOLE}"))
        if unit is None:
            near = get_close_matches(choice.unit, [one.name for one in theirs.units], 1)
            hint = f"; did you mean `{near[0]}`?" if near else ""
            return f"no such unit in {choice.source}{hint}"
        if theirs.broken and any(node.has_error for node in theirs.nodes(unit)):
            return f"it does not parse in {choice.source} ({theirs.broken})"
        return theirs, unit

    def _put(self, choice: Choice, theirs: Split, unit: Unit, target: Unit | None) -> str:
        """Put it in; or say why that cannot be."""
        draft, path = self._draft, choice.path
        mine = draft.page(path).split
        if unit.kind == "imports" and " " not in unit.name:
            return self._put_imports(choice, theirs, unit)
        touched = [unit]
        if target is None:
            where = place(mine, theirs, unit)
            if where is None:
                return f"the base has no `{unit.parent}` to put it in"
            source = inserted(mine, where, theirs, unit)
            touched += inside(theirs, unit)
        elif target.holds and unit.holds and not _means_all(choice):
            source = headed(mine, target, theirs, unit)
            touched = [target]
        elif target.holds and not unit.holds and not _means_all(choice):
            return f"it has no body in {choice.source} that the methods of the base could stand in"
        else:
            source = replaced(mine, target, theirs, unit)
            touched += [target, *inside(mine, target), *inside(theirs, unit)]
        reason = draft.put(path, source, touched, choice.source, CHOSEN)
        if not reason and target is None:
            self._tell_of_likes(choice, mine, theirs, unit)
        return reason

    def _put_imports(self, choice: Choice, theirs: Split, unit: Unit) -> str:
        """The imports of both: to take one's imports must not take away what the base needs."""
        wanted = [one for one in imports_of(theirs) if one.unit == unit.name]
        held = self._draft.page(choice.path).imports
        for one in wanted:
            if not _agrees(one, held.get(one.name, [])):
                module = held[one.name][0].module
                reason = f"`{one.name}` is imported from `{module}` in the base"
                self._draft.doubt(choice.path, one.name, choice.source, reason)
        fresh = [one for one in wanted if _agrees(one, held.get(one.name, []))]
        source = with_imports(self._draft.page(choice.path).split, fresh)
        reason = self._draft.commit(choice.path, source, ())
        if not reason:
            self._draft.credit(choice.path, [unit.name], choice.source, CHOSEN)
        return reason

    def _tell_of_likes(self, choice: Choice, mine: Split, theirs: Split, unit: Unit) -> None:
        """The base may have the unit under another name; then it has it twice now."""
        for other in mine.units:
            rival = other.kind == unit.kind and other.parent == unit.parent
            if not rival or theirs.find(other.name):
                continue
            if likeness(mine, other, theirs, unit) >= ALIKE:
                reason = f"the base has `{other.name}`, which is much like it: both stand now"
                self._draft.doubt(choice.path, unit.name, choice.source, reason)


def _agrees(one: Import, held: Sequence[Import]) -> bool:
    return one.name == "*" or not held or any(other.origin == one.origin for other in held)


def _means_all(choice: Choice) -> bool:
    return choice.unit.endswith(f".{WHOLE}")
