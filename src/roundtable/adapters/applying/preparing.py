"""A change set from what the lead and the King wrote, and what speaks against it."""

from collections.abc import Callable, Collection, Iterator

from roundtable.adapters.applying.protected import why_delicate, why_protected
from roundtable.adapters.checking.parsing import broken
from roundtable.adapters.trees.contents import bytes_of
from roundtable.core.applying import Overlay, parted
from roundtable.core.build_events import ProjectFile
from roundtable.core.changes import Change, Objection, sha256
from roundtable.core.events import ChangesProposed, Proposed
from roundtable.core.steps import PrepareChanges
from roundtable.merge.changed import changed_units, replace_unit
from roundtable.merge.losses import lost_definitions
from roundtable.merge.resolving import unresolved_imports

Reader = Callable[[str], str | None]
"""The text of a file of the repository, or None."""

_UNSEEN = "it is there already and was rewritten unseen; it is shown to you now, so give it again"
_WHOLE = "give the unit whole, or the whole file"
_TWOFOLD = "one answer changes a unit of it and gives or removes the whole of it: do one of the two"
_AS_IT_STANDS = "the answer gives no file that is other than it stands"
_BINARY = "it is a binary file, which cannot be given as text"


def prepare(deed: PrepareChanges, paths: Collection[str] | None, read: Reader) -> ChangesProposed:
    """The changes of all overlays; `paths` are those of the whole repository, if all are known."""
    draft = Draft(deed)
    before, after = draft.trees()
    found = [
        *draft.against,
        *_unparsable(before, after),
        *(unresolved_imports(before, after, paths, read) if paths is not None else ()),
        *lost_definitions(before, after, deed.errand.decision, deed.errand.files),
    ]
    units = _told_units(before, after)
    changes = tuple(
        Proposed(
            change=change,
            outside=_is_outside(deed, change.path),
            delicate=why_delicate(change.path),
            objections=tuple(o for o in found if o.path == change.path),
            units=tuple(units.get(change.path, ())),
        )
        for change in draft.changes()
    )
    rejected = tuple(dict.fromkeys((*deed.rejected, *draft.refused)))
    if not changes and not rejected:
        rejected = (Objection(path="", concern="unreadable", reason=_AS_IT_STANDS),)
    return ChangesProposed(
        number=deed.number, iteration=deed.iteration, changes=changes, rejected=rejected
    )


class Draft:
    """The files as all overlays, one over another, leave them."""

    def __init__(self, deed: PrepareChanges) -> None:
        self._deed = deed
        self.against: list[Objection] = []
        """What speaks against changes that can be made all the same."""
        self.refused: list[Objection] = []
        """What cannot be part of any change set."""
        self._after: dict[str, str | None] = {}
        self._unplaced: dict[str, list[str]] = {}
        """Units that could not be put into a file; forgotten when it is given again."""
        self._twofold: set[str] = set()
        """Files of which one answer says two things; forgotten likewise."""
        for overlay in deed.overlays:
            self._lay(overlay)
        for path in [path for path in self._after if not self._stays(path)]:
            del self._after[path]
        for path, units in self._unplaced.items():
            why = deed.refused.get(path) or f"{', '.join(units)} could not be put into it: {_WHOLE}"
            self.refused.append(Objection(path=path, concern="unreadable", reason=why))

    def changes(self) -> Iterator[Change]:
        for path, text in sorted(self._after.items()):
            base = self._deed.bases.get(path)
            yield Change(path=path, before=_hash(base), text=text)

    def trees(self) -> tuple[dict[str, str], dict[str, str]]:
        """The files of the change set before and after it; binary ones only go, and are empty."""
        bases = self._deed.bases
        before = {
            path: "" if file.binary else file.text
            for path in self._after
            if (file := bases.get(path)) is not None
        }
        return before, {p: text for p, text in self._after.items() if text is not None}

    def _lay(self, overlay: Overlay) -> None:
        """Whole files first, and units over them."""
        bases = self._deed.bases
        named = [(parted(name, bases), text) for name, text in overlay.files.items()]
        whole = {path: text for (path, unit), text in named if not unit}
        units = [(path, unit, text) for (path, unit), text in named if unit]
        for path in (*whole, *(path for path, _, _ in units), *overlay.deleted):
            self._unplaced.pop(path, None)
            self._twofold.discard(path)
        for path, text in whole.items():
            self._after[path] = _in_the_manner_of(bases.get(path), text)
        for path, unit, text in units:
            self._put(path, unit, text, path in whole or path in overlay.deleted)
        self._after.update(dict.fromkeys(overlay.deleted))

    def _put(self, path: str, unit: str, text: str, also_whole: bool) -> None:
        current = self._current(path)
        made = None if current is None else replace_unit(current, path, unit, text)
        if made is None:
            self._unplaced.setdefault(path, []).append(unit)
            return
        if also_whole and made != current:
            self._twofold.add(path)
        self._after[path] = made

    def _current(self, path: str) -> str | None:
        if (text := self._after.get(path)) is not None:
            return text
        base = self._deed.bases.get(path)
        return None if base is None or base.binary else base.text

    def _stays(self, path: str) -> bool:
        """Whether a path is part of the change set; what never can be is told."""
        deed, base = self._deed, self._deed.bases.get(path)
        if deed.only is not None and path not in deed.only:
            return False
        reason = why_protected(path) or deed.refused.get(path, "")
        if base is not None and base.binary and self._after[path] is not None:
            reason = _BINARY
        if reason:
            self.refused.append(Objection(path=path, concern="path", reason=reason))
            return False
        if base is not None and self._is_unseen(path):
            self.against.append(Objection(path=path, concern="path", reason=_UNSEEN))
        if path in self._twofold:
            self.against.append(Objection(path=path, concern="unreadable", reason=_TWOFOLD))
        return self._after[path] != (None if base is None else base.text)

    def _is_unseen(self, path: str) -> bool:
        """The lead wrote it once only, in the turn before it was shown to it."""
        touching = [
            overlay
            for overlay in self._deed.overlays
            if path in overlay.deleted
            or path in {parted(name, self._deed.bases)[0] for name in overlay.files}
        ]
        seen = any(overlay.by_king for overlay in touching)
        return path not in self._deed.errand.files and len(touching) == 1 and not seen


def _hash(base: ProjectFile | None) -> str:
    return "" if base is None else sha256(bytes_of(base))


def _in_the_manner_of(base: ProjectFile | None, text: str) -> str:
    """With the line ends and the mark at the beginning that the file has had so far."""
    if base is None or base.binary:
        return text
    lines, windows = base.text.count("\n"), base.text.count("\r\n")
    if lines and windows == lines and "\r\n" not in text:
        text = text.replace("\n", "\r\n")
    mark = "\ufeff"
    return f"{mark}{text}" if base.text.startswith(mark) and not text.startswith(mark) else text


def _is_outside(deed: PrepareChanges, path: str) -> bool:
    return not deed.errand.widened and path not in deed.errand.files and path not in deed.widened


def _unparsable(before: dict[str, str], after: dict[str, str]) -> Iterator[Objection]:
    """Files that do not parse, unless they did not before either."""
    for path, text in after.items():
        why = broken(path, text)
        if why and not (path in before and broken(path, before[path])):
            yield Objection(path=path, concern="parse", reason=f"it does not parse: {why}")


def _told_units(before: dict[str, str], after: dict[str, str]) -> dict[str, list[str]]:
    told: dict[str, list[str]] = {}
    for change in changed_units(before, after, (), exact=True):
        if change.path in before and change.path in after:
            told.setdefault(change.path, []).append(f"{change.what} {change.unit}")
    return told
