"""A change set from what the lead and the King wrote, and what speaks against it."""

from collections.abc import Callable, Collection, Iterator

from roundtable.adapters.applying.protected import why_delicate, why_protected
from roundtable.adapters.checking.parsing import broken
from roundtable.adapters.trees.contents import bytes_of
from roundtable.core.applying import UNIT
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
_BINARY = "it is a binary file, which cannot be given as text"


def prepare(deed: PrepareChanges, paths: Collection[str], read: Reader) -> ChangesProposed:
    """The changes of all overlays; `paths` are those of the whole repository."""
    draft = Draft(deed)
    before, after = draft.trees()
    found = [
        *draft.against,
        *_unparsable(before, after),
        *unresolved_imports(before, after, paths, read),
        *lost_definitions(before, after, deed.errand.decision, deed.errand.files),
    ]
    units = _told_units(before, after)
    return ChangesProposed(
        number=deed.number,
        iteration=deed.iteration,
        changes=tuple(
            Proposed(
                change=change,
                outside=_is_outside(deed, change.path),
                delicate=why_delicate(change.path),
                objections=tuple(o for o in found if o.path == change.path),
                units=tuple(units.get(change.path, ())),
            )
            for change in draft.changes()
        ),
        rejected=(*deed.rejected, *draft.refused),
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
        for overlay in deed.overlays:
            latest = overlay.iteration == deed.iteration
            for name, text in overlay.files.items():
                self._lay(name, text, latest)
            self._after.update(dict.fromkeys(overlay.deleted))
        for path in [path for path in self._after if not self._stays(path)]:
            del self._after[path]

    def changes(self) -> Iterator[Change]:
        for path, text in sorted(self._after.items()):
            base = self._deed.bases.get(path)
            yield Change(path=path, before=_hash(base), text=text)

    def trees(self) -> tuple[dict[str, str], dict[str, str]]:
        """The text files of the change set before and after it."""
        bases = self._deed.bases
        before = {
            path: file.text
            for path in self._after
            if (file := bases.get(path)) is not None and not file.binary
        }
        return before, {p: text for p, text in self._after.items() if text is not None}

    def _lay(self, name: str, text: str, latest: bool) -> None:
        path, _, unit = name.partition(UNIT)
        if not unit:
            self._after[path] = _in_the_manner_of(self._deed.bases.get(path), text)
            return
        current = self._current(path)
        made = None if current is None else replace_unit(current, path, unit, text)
        if made is not None:
            self._after[path] = made
        elif latest:
            why = f"{unit} could not be put into it: give the unit whole, or the whole file"
            self.refused.append(Objection(path=path, concern="unreadable", reason=why))

    def _current(self, path: str) -> str | None:
        if path in self._after:
            return self._after[path]
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
        unchanged = base.text if base is not None and not base.binary else None
        return self._after[path] != unchanged

    def _is_unseen(self, path: str) -> bool:
        """The lead wrote it once only, in the turn before it was shown to it."""
        touching = [
            overlay
            for overlay in self._deed.overlays
            if path in {name.partition(UNIT)[0] for name in (*overlay.files, *overlay.deleted)}
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
