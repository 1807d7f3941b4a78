"""What a taken unit needs and the base lacks comes along: imports, helpers, siblings, fields."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from roundtable.merge.coupling import LOOSE, Ledger, type_of
from roundtable.merge.doubts import compare
from roundtable.merge.draft import Draft
from roundtable.merge.editing import inserted
from roundtable.merge.elsewhere import files_of
from roundtable.merge.fields import Settled, settle
from roundtable.merge.imports import Import, with_imports
from roundtable.merge.placing import place
from roundtable.merge.units import Split, Unit, inside

_PACKAGE: Final = "package"


@dataclass(frozen=True, slots=True)
class Taken:
    """A unit that was taken from a candidate; `whole`: with all that stands in it."""

    path: str
    unit: Unit
    label: str
    whole: bool = False


class Carrier:
    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._queue: deque[Taken] = deque()
        self._seen: set[tuple[str, str, str]] = set()

    def carry(self, taken: Taken) -> None:
        """Bring what the unit needs, and what that needs, until nothing is lacking."""
        self._queue.append(taken)
        while self._queue:
            one = self._queue.popleft()
            key = (one.path, one.unit.name, one.label)
            if key not in self._seen:
                self._seen.add(key)
                self._bring(one)

    def _bring(self, taken: Taken) -> None:
        theirs = self._draft.theirs(taken.label, taken.path)
        if theirs is None:
            return
        unit = taken.unit
        names = theirs.whole_names(unit) if taken.whole else theirs.names(unit)
        self._bring_package(taken, theirs)
        for name in sorted(names.free):
            self._bring_name(taken, theirs, name)
        if names.annotates:
            self._bring_future(taken, theirs)
        self._bring_unseen(taken, theirs, names.free)
        if unit.parent and not taken.whole:
            declared = theirs.split.language not in LOOSE
            for name in sorted(names.reads | names.sets if declared else names.reads):
                self._bring_member(taken, theirs, name)

    def _bring_package(self, taken: Taken, theirs: Ledger) -> None:
        """A new file of a language with packages starts with its own."""
        found = theirs.split.find(_PACKAGE)
        if found is not None and self._draft.page(taken.path).split.find(_PACKAGE) is None:
            self._insert(taken, theirs.split, found)

    def _bring_future(self, taken: Taken, theirs: Ledger) -> None:
        """Annotations that were never evaluated in their file must not be here."""
        for one in theirs.imports.get("annotations", []):
            if one.module == "__future__" and not self._draft.page(taken.path).imports.get(
                one.name
            ):
                self._add_imports(taken, [one])

    def _bring_unseen(self, taken: Taken, theirs: Ledger, free: frozenset[str]) -> None:
        """Names that nobody is seen to define may come by a wildcard, or through a trait."""
        mine = self._draft.page(taken.path)
        known = (
            theirs.imports.keys() | theirs.owners.keys() | mine.imports.keys() | mine.owners.keys()
        )
        wanted = theirs.hidden_imports(taken.unit, free - known)
        lacking = [
            one for one in wanted if one.key not in {h.key for h in mine.imports.get(one.name, [])}
        ]
        if lacking:
            self._add_imports(taken, lacking)

    def _bring_name(self, taken: Taken, theirs: Ledger, name: str) -> None:
        if name in theirs.imports:
            self._bring_import(taken, theirs, name)
            return
        owner = theirs.owners.get(name)
        if owner is None:
            self._bring_inner(taken, theirs, name)
            self._bring_neighbour(taken, name)
        if owner is None or owner.name in (taken.unit.name, taken.unit.parent.partition(".")[0]):
            return
        mine = self._draft.page(taken.path)
        if name in mine.owners:
            compare(self._draft, taken.path, taken.unit, taken.label, (owner, mine.owners[name]))
        elif name in mine.imports:
            module = mine.imports[name][0].module
            reason = f"{taken.label} defines `{name}` itself, the base has it from `{module}`"
            self._draft.doubt(taken.path, taken.unit.name, taken.label, reason)
        else:
            self._insert(taken, theirs.split, owner)

    def _bring_inner(self, taken: Taken, theirs: Ledger, name: str) -> None:
        """In a module within the file, the needed one may stand beside it."""
        parent = taken.unit.parent
        found = theirs.split.find(f"{parent}.{name}") if parent else None
        beside = found is not None and found.kind != "method" and taken.unit.kind != "method"
        if found is not None and beside and not self._draft.page(taken.path).split.find(found.name):
            self._insert(taken, theirs.split, found)

    def _bring_import(self, taken: Taken, theirs: Ledger, name: str) -> None:
        draft, mine = self._draft, self._draft.page(taken.path)
        wanted = theirs.imports[name]
        held = mine.imports.get(name, [])
        if not held and name in mine.owners:
            reason = (
                f"{taken.label} imports `{name}` from `{wanted[0].module}`,"
                " the base defines it itself"
            )
            draft.doubt(taken.path, taken.unit.name, taken.label, reason)
            return
        if held and not {one.origin for one in wanted} & {one.origin for one in held}:
            reason = (
                f"`{name}` is imported from `{held[0].module}` in the base"
                f" and from `{wanted[0].module}` in {taken.label}"
            )
            draft.doubt(taken.path, taken.unit.name, taken.label, reason)
            return
        home = theirs.split.find(wanted[0].unit)
        if home is not None and home.name.startswith("imports try"):
            if not held:
                self._insert(taken, theirs.split, home)
        else:
            self._add_imports(taken, wanted)
        for one in wanted:
            self._bring_elsewhere(taken, one)

    def _add_imports(self, taken: Taken, wanted: list[Import]) -> None:
        draft = self._draft
        mine = draft.page(taken.path)
        source = with_imports(mine.split, wanted)
        if source == mine.split.source:
            return
        reason = draft.commit(taken.path, source, ())
        for one in wanted:
            if reason:
                text = f"needs `{one.line}`, but {reason}"
                draft.doubt(taken.path, taken.unit.name, taken.label, text)
            else:
                why = f"carried: `{one.line}`, needed by {taken.unit.name}"
                draft.credit_part(taken.path, "imports", taken.label, why)

    def _bring_elsewhere(self, taken: Taken, wanted: Import) -> None:
        """What is imported from another file of the same candidate must be in that file."""
        draft = self._draft
        for path, name in files_of(wanted, taken.path, draft.candidates[taken.label]):
            if path not in draft.files:
                draft.take_file(path, taken.label, f"carried: needed by {taken.unit.name}")
                continue
            theirs = draft.theirs(taken.label, path)
            owner = theirs.owners.get(name) if theirs else None
            mine = draft.page(path)
            if theirs is None or owner is None or name in mine.imports:
                continue
            if name in mine.owners:
                # The doubt concerns the taken unit, in whatever file the helper stands.
                compare(
                    draft, path, taken.unit, taken.label, (owner, mine.owners[name]), taken.path
                )
            else:
                self._insert(Taken(path, taken.unit, taken.label), theirs.split, owner)

    def _bring_neighbour(self, taken: Taken, name: str) -> None:
        """In some languages the files of a folder share their names."""
        draft = self._draft
        language = draft.page(taken.path).split.language
        if language not in ("go", "java"):
            return
        folder = taken.path.rpartition("/")[0]
        tree = draft.candidates[taken.label]
        near = [p for p in tree if p.rpartition("/")[0] == folder and p != taken.path]
        ours = [p for p in draft.files if p.rpartition("/")[0] == folder]
        ending = taken.path.rpartition(".")[2]
        if any(name in draft.page(p).owners for p in ours if p.endswith(f".{ending}")):
            return
        for path in (p for p in near if p.endswith(f".{ending}")):
            theirs = draft.theirs(taken.label, path)
            owner = theirs.owners.get(name) if theirs else None
            if theirs is None or owner is None:
                continue
            if path not in draft.files:
                draft.take_file(path, taken.label, f"carried: needed by {taken.unit.name}")
            else:
                self._insert(Taken(path, taken.unit, taken.label), theirs.split, owner)
            return

    def _bring_member(self, taken: Taken, theirs: Ledger, name: str) -> None:
        draft = self._draft
        mine = draft.page(taken.path)
        owner = type_of(taken.unit)
        wanted = theirs.methods(owner).get(name)
        held = mine.methods(owner).get(name)
        if held is not None and wanted is not None:
            compare(draft, taken.path, taken.unit, taken.label, (wanted, held))
        elif held is None and wanted is not None and not mine.has_field(owner, name):
            self._insert(taken, theirs.split, wanted)
        elif held is None and wanted is None:
            outcome = settle(draft, taken.path, taken.unit, taken.label, name)
            self._bring_settled(taken, theirs, outcome)

    def _bring_settled(self, taken: Taken, theirs: Ledger, outcome: Settled | None) -> None:
        for name in sorted(outcome.free) if outcome else ():
            self._bring_name(taken, theirs, name)

    def _insert(self, taken: Taken, origin: Split, unit: Unit) -> None:
        """A needed unit comes in; what it needs is looked for next."""
        draft = self._draft
        mine = draft.page(taken.path).split
        where = place(mine, origin, unit, _above(mine, origin, taken.unit, unit))
        if where is None:
            reason = f"needs `{unit.name}`, but the base has no `{unit.parent}` to put it in"
            draft.doubt(taken.path, taken.unit.name, taken.label, reason)
            return
        why = f"carried: needed by {taken.unit.name}"
        touched = [unit, *inside(origin, unit)]
        source = inserted(mine, where, origin, unit)
        reason = draft.put(taken.path, source, touched, taken.label, why)
        if reason:
            text = f"needs `{unit.name}`, but {reason}"
            draft.doubt(taken.path, taken.unit.name, taken.label, text)
            return
        self._queue.append(Taken(taken.path, unit, taken.label, whole=unit.holds))


def _above(mine: Split, origin: Split, needing: Unit, needed: Unit) -> Unit | None:
    """The outermost unit that needs it, if the needed one stood above it where it is from."""
    held = origin.find(needing.name)
    home = mine.find(needing.name)
    while home is not None and home.parent and (outer := mine.find(home.parent)) and outer.holds:
        home = outer
    if needed.parent or held is None or home is None or needed.start > held.start:
        return None
    return home
