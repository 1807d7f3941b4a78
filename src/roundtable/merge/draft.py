"""The tree while it is being spliced: its files, where each unit is from, and what is doubtful."""

from collections.abc import Collection, Iterable, Mapping

from roundtable.core.units import WHOLE, Conflict, UnitSource
from roundtable.merge.coupling import Ledger
from roundtable.merge.units import Split, Unit, as_text, split_text

BASE_WHY = "base"
CHOSEN = "chosen"


class Draft:
    """Takes one edit at a time and refuses one that breaks a file or touches other units."""

    def __init__(
        self,
        base: Mapping[str, str],
        candidates: Mapping[str, Mapping[str, str]],
        base_label: str,
    ) -> None:
        self.base, self.candidates, self.base_label = base, candidates, base_label
        self.files: dict[str, str] = dict(base)
        self._ledgers: dict[str, Ledger] = {}
        self._known: dict[tuple[str, str], Ledger] = {}
        self._sources: dict[str, dict[str, tuple[str, str]]] = {}
        self._extra: list[UnitSource] = []
        self._conflicts: dict[Conflict, None] = {}

    def page(self, path: str) -> Ledger:
        """The file as it now is; an empty one where there is none yet."""
        if path not in self._ledgers:
            self._ledgers[path] = self._read(path, self.files.get(path, ""))
        return self._ledgers[path]

    def original(self, path: str) -> Ledger:
        return self._read(path, self.base.get(path, ""))

    def theirs(self, label: str, path: str) -> Ledger | None:
        text = self.candidates[label].get(path)
        return None if text is None else self._read(path, text)

    def _read(self, path: str, text: str) -> Ledger:
        """A text of the base or of a candidate; equal ones are read once."""
        if (path, text) not in self._known:
            self._known[path, text] = Ledger(split_text(path, text))
        return self._known[path, text]

    def commit(self, path: str, source: bytes, touched: Collection[Unit]) -> str:
        """Make the edit; or say in words why it was not made.

        Only the units in `touched`, and imports, may be other than before.
        """
        before = self.page(path).split
        if source == before.source:
            return ""
        after = split_text(path, as_text(source))
        reason = "" if before.broken else _objection(before, after, touched)
        if not reason:
            self.files[path] = as_text(source)
            self._ledgers[path] = Ledger(after)
        return reason

    def put(self, path: str, source: bytes, touched: Collection[Unit], by: str, why: str) -> str:
        """The same, and the units that are new or other than before are credited."""
        before = {unit.key: unit.digest for unit in self.page(path).split.units}
        reason = self.commit(path, source, touched)
        if not reason:
            allowed = _Touched(touched)
            units = [unit for unit in self.page(path).split.units if allowed.covers(unit)]
            new = [one for one in units if one.key not in before or one.key in allowed.keys]
            self.credit(path, [unit.name for unit in new], by, why)
        return reason

    def take_file(self, path: str, label: str, why: str) -> None:
        self.files[path] = self.candidates[label][path]
        self._ledgers.pop(path, None)
        self._sources[path] = {WHOLE: (label, why)}

    def credit(self, path: str, names: Iterable[str], label: str, why: str) -> None:
        held = self._sources.setdefault(path, {})
        for name in names:
            if why == CHOSEN or held.get(name, ("", ""))[1] != CHOSEN:
                held[name] = (label, why)

    def credit_part(self, path: str, unit: str, label: str, why: str) -> None:
        """Some lines of a unit are from elsewhere: an import, a field."""
        self._extra.append(UnitSource(path=path, unit=unit, source=label, why=why))

    def touched(self) -> list[str]:
        """The files of which something, but not all, is from a candidate."""
        held = [path for path, sources in self._sources.items() if WHOLE not in sources]
        return [path for path in held if path in self.base]

    def source_of(self, path: str, unit: str) -> str:
        found = self.page(path).split.find(unit) if path in self.files else None
        return self._source(path, unit, found)[0]

    def _source(self, path: str, name: str, unit: Unit | None) -> tuple[str, str]:
        """A method that got or lost an overload beside it goes by another name than before."""
        held = self._sources.get(path, {})
        names = [name, unit.key, unit.bare] if unit is not None and unit.overload else [name]
        found = (held[one] for one in [*names, WHOLE] if one in held)
        return next(found, (self.base_label, BASE_WHY))

    def holder(self, path: str, unit: str) -> str:
        """Who has the unit, in words."""
        label = self.source_of(path, unit)
        return "the base" if label == self.base_label else label

    def doubt(self, path: str, unit: str, label: str, reason: str, refused: bool = False) -> None:
        found = Conflict(path=path, unit=unit, source=label, reason=reason, refused=refused)
        self._conflicts[found] = None

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        return tuple(self._conflicts)

    def provenance(self) -> tuple[UnitSource, ...]:
        """Unit by unit where something was spliced; file by file elsewhere."""
        found: list[UnitSource] = []
        parts = {one.path for one in self._extra}
        for path in self.files:
            held = self._sources.get(path)
            if held is None and path not in parts:
                base = UnitSource(path=path, unit=WHOLE, source=self.base_label, why=BASE_WHY)
                found.append(base)
                continue
            for unit in self.page(path).split.units:
                label, why = self._source(path, unit.name, unit)
                found += [UnitSource(path=path, unit=unit.name, source=label, why=why)]
        return (*found, *dict.fromkeys(self._extra))


class _Touched:
    """Units that an edit is about. In another file they may go by another number or overload."""

    def __init__(self, units: Collection[Unit]) -> None:
        self.keys = {unit.key for unit in units}
        self._bare = {unit.bare for unit in units}

    def covers(self, unit: Unit) -> bool:
        return unit.key in self.keys or unit.bare in self._bare


def _objection(before: Split, after: Split, touched: Collection[Unit]) -> str:
    allowed = _Touched(touched)
    if after.broken:
        return f"the file would no longer parse ({after.broken})"
    old = {unit.key: unit for unit in before.units if unit.kind != "imports"}
    new = {unit.key: unit for unit in after.units if unit.kind != "imports"}
    for key, unit in old.items():
        if key not in allowed.keys and (key not in new or new[key].digest != unit.digest):
            return f"`{unit.name}` would change with it"
    stray = [unit for key, unit in new.items() if key not in old and not allowed.covers(unit)]
    return f"`{stray[0].name}` would come with it" if stray else ""
