"""Which imports a change set breaks: new ones that lead nowhere, old ones whose goal is gone."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Final, cast

from roundtable.core.changes import Objection
from roundtable.core.checks import Tree
from roundtable.merge.grammars import language_of
from roundtable.merge.standing import Lack, Origins, Shelf, Standing, Want

_MODULES: Final = {
    "python": "python",
    "javascript": "ecma",
    "typescript": "ecma",
    "tsx": "ecma",
    "go": "go",
    "java": "java",
    "rust": "rust",
}
_INDEXES: Final = frozenset({"__init__", "index", "mod"})
"""Files that are known by the name of their folder."""
_ENDING: Final = re.compile(r"\.[cm]?[jt]sx?$")
_MOST_NAMED: Final = 3
_BOUNDED: Final = " (no more than 2,000 files or 20 MB of the repository were read)"


def unresolved_imports(
    before: Tree, after: Tree, paths: Collection[str], read: Callable[[str], str | None]
) -> tuple[Objection, ...]:
    """The imports that fail because of a change set, in its own files and in those around it.

    `paths` are those of the repository as it is; `read` gives the text of a file that the change
    set does not touch. An objection is about a file of the change set: about the one that
    imports, or about the one that no longer gives what files outside the change set import. A
    file that cannot be parsed imports nothing and may offer anything.
    """
    shelf = Shelf(read)
    gone = frozenset(before) - set(after)
    old_paths = (frozenset(paths) | set(before)) - (set(after) - set(before))
    old = Standing(old_paths, before, shelf)
    new = Standing((old_paths | set(after)) - gone, after, shelf, gone)
    found: list[Objection] = []
    for way in dict.fromkeys(_MODULES.values()):
        touched = [path for path in dict.fromkeys([*before, *after]) if _way(path) == way]
        if touched:
            found += _Judgement(way, old, new, shelf).objections(touched)
    return tuple(found)


def _way(path: str) -> str:
    return _MODULES.get(language_of(path) or "", "")


@dataclass(frozen=True, slots=True)
class _Broken:
    """What a file asks of one module in vain."""

    path: str
    wants: tuple[Want, ...]
    lack: Lack

    @property
    def objection(self) -> Objection:
        first = self.wants[0]
        names = _listed([one.name for one in self.wants if one.module == first.module])
        what = f"{names} from {first.module}" if all(one.name for one in self.wants) else first
        reason = f"line {first.line} imports {what}, {self.lack.reason}"
        return Objection(path=self.path, concern="imports", reason=reason)


class _Judgement:
    """One language's imports, before the change and after it."""

    def __init__(self, way: str, old: Standing, new: Standing, shelf: Shelf) -> None:
        made = cast(
            "Callable[[Standing], Origins]",
            import_module(f"roundtable.merge.origins.{way}").origins,
        )
        self._way, self._shelf = way, shelf
        self._old, self._new = old, new
        self._was, self._is = made(old), made(new)

    def objections(self, touched: Collection[str]) -> Iterator[Objection]:
        broken = [one for path in touched for one in self._broken_in(path)]
        yield from self._without_ordinary(broken, touched)
        yield from self._outside(touched)

    def _broken_in(self, path: str) -> Iterator[_Broken]:
        """What a file of the change set imports in vain, unless it did so before."""
        held = set(self._was.wants(path))
        found: dict[tuple[str, Lack], list[Want]] = {}
        for want in dict.fromkeys(self._is.wants(path)):
            lack = self._is.look(want, path).lack
            if lack is None or (want in held and self._was.look(want, path).lack is not None):
                continue
            found.setdefault(("" if lack.unless else want.module, lack), []).append(want)
        yield from (_Broken(path, tuple(wants), lack) for (_, lack), wants in found.items())

    def _without_ordinary(
        self, broken: Iterable[_Broken], touched: Collection[str]
    ) -> Iterator[Objection]:
        """What others in the repository import as well is there, even if it cannot be seen."""
        doubtful = {one.lack.unless for one in broken if one.lack.unless}
        ordinary: set[str] = set()
        for text in self._texts(touched) if doubtful else ():
            ordinary |= {one for one in doubtful - ordinary if re.search(one, text, re.MULTILINE)}
            if doubtful == ordinary:
                break
        for one in broken:
            if one.lack.unless not in ordinary:
                yield self._bounded(one.objection) if one.lack.unless else one.objection

    def _bounded(self, objection: Objection) -> Objection:
        """An objection that rests on having looked everywhere, with a word if we have not."""
        if not self._shelf.full:
            return objection
        return objection.model_copy(update={"reason": objection.reason + _BOUNDED})

    def _texts(self, touched: Collection[str]) -> Iterator[str]:
        """All that was written in this language before the change."""
        for path in [*touched, *self._others()]:
            yield self._old.text(path) or ""

    def _others(self) -> list[str]:
        """The files around the change set, those of one language."""
        both = self._old.paths & self._new.paths
        return sorted(one for one in both if _way(one) == self._way)

    def _outside(self, touched: Collection[str]) -> Iterator[Objection]:
        """What files outside the change set import and will not find any more."""
        hurt = [one for path in touched if (one := self._hurt(path)) is not None]
        importers: dict[tuple[str, str], list[str]] = {}
        for path in self._others() if hurt else ():
            text = "" if path in touched else self._old.text(path) or ""
            concerned = [one for one in hurt if one.concerns(text)]
            for culprit, name in self._broken_outside(path, concerned) if concerned else ():
                importers.setdefault((culprit, name), []).append(path)
        for (culprit, name), files in importers.items():
            what = f"it would no longer offer {name}" if name else "it would be gone"
            reason = f"{what}, but {_listed(files)} would still import it"
            yield self._bounded(Objection(path=culprit, concern="imports", reason=reason))

    def _hurt(self, path: str) -> "_Hurt | None":
        """What a file of the change set gave before and gives no more."""
        if path not in self._old.paths:
            return None
        had = self._was.offers(path) or frozenset()
        if path not in self._new.paths:
            return _Hurt(path, had, removed=True)
        has = self._is.offers(path)
        return _Hurt(path, had - has, removed=False) if has is not None and had - has else None

    def _broken_outside(self, path: str, hurt: Collection["_Hurt"]) -> Iterator[tuple[str, str]]:
        for want in dict.fromkeys(self._was.wants(path)):
            if not any(one.may_give(want) for one in hurt):
                continue
            found = self._was.look(want, path)
            culprit = next((one for one in hurt if one.path in found.files), None)
            if culprit and found.lack is None and self._is.look(want, path).lack is not None:
                yield culprit.path, "" if culprit.removed else want.name


@dataclass(frozen=True)
class _Hurt:
    """A file that is removed, or that has lost names."""

    path: str
    lost: frozenset[str]
    removed: bool

    @cached_property
    def _known_as(self) -> frozenset[str]:
        """The last words of the modules by which others may import it."""
        *folders, name = self.path.split("/")
        stem = name.partition(".")[0]
        by_folder = stem in _INDEXES or name.endswith(".go")
        return frozenset({stem, *folders[-1:]} if by_folder else {stem})

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], ...]:
        """What a file must hold to import it; anything else need not be parsed."""
        handles = rf"\b(?:{_either(self._known_as)})\b|\bfrom\s+\.+\s|['\"]\.{{1,2}}/?['\"]"
        # A default export is imported under any name.
        named = not self.removed and "default" not in self.lost
        names = (rf"\b(?:{_either(self.lost)})\b",) if named else ()
        return tuple(re.compile(pattern) for pattern in (handles, *names))

    def concerns(self, text: str) -> bool:
        return all(pattern.search(text) for pattern in self._patterns)

    def may_give(self, want: Want) -> bool:
        if want.name in self.lost or not self.removed:
            return want.name in self.lost
        last = re.split(r"[./:]", _ENDING.sub("", want.module))[-1]
        return not last or last in self._known_as or want.name in self._known_as


def _either(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words)))


def _listed(words: Iterable[str]) -> str:
    names = list(dict.fromkeys(words))
    more = len(names) - _MOST_NAMED
    shown = ", ".join(names[:_MOST_NAMED])
    return f"{shown} and {more} more" if more > 0 else shown
