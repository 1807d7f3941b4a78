"""Which imports a change set breaks: new ones that lead nowhere, old ones whose goal is gone."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
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
_MOST_NAMED: Final = 3
_BOUNDED: Final = " (not the whole repository was read: it is too large)"


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
    path: str
    want: Want
    lack: Lack


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
        told: set[str] = set()
        for want in dict.fromkeys(self._is.wants(path)):
            lack = self._is.look(want, path).lack
            known = want in held and self._was.look(want, path).lack is not None
            if lack is None or known or told & {lack.unless, want.module, str(want)} - {""}:
                continue
            told.add(lack.unless or str(want))
            yield _Broken(path, want, lack)

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
                bounded = _BOUNDED if one.lack.unless and self._shelf.full else ""
                reason = f"line {one.want.line} imports {one.want}, {one.lack.reason}{bounded}"
                yield Objection(path=one.path, concern="imports", reason=reason)

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
        hurt = {path: lost for path in touched if (lost := self._lost(path)) is not None}
        importers: dict[tuple[str, str], list[str]] = {}
        pattern = _mentions(hurt)
        for path in self._others() if hurt else ():
            if path not in touched and pattern.search(self._old.text(path) or ""):
                for culprit, name in self._broken_outside(path, hurt):
                    importers.setdefault((culprit, name), []).append(path)
        for (culprit, name), files in importers.items():
            bounded = _BOUNDED if self._shelf.full else ""
            what = f"it would no longer offer {name}" if name else "it would be gone"
            reason = f"{what}, but {_listed(files)} would still import it{bounded}"
            yield Objection(path=culprit, concern="imports", reason=reason)

    def _lost(self, path: str) -> frozenset[str] | None:
        """The names that a file no longer offers; None where it offers all that it did."""
        if path not in self._old.paths:
            return None
        had = self._was.offers(path) or frozenset()
        if path not in self._new.paths:
            return had
        has = self._is.offers(path)
        return None if has is None else (had - has) or None

    def _broken_outside(
        self, path: str, hurt: Mapping[str, frozenset[str]]
    ) -> Iterator[tuple[str, str]]:
        for want in dict.fromkeys(self._was.wants(path)):
            before = self._was.look(want, path)
            culprit = next((file for file in before.files if file in hurt), None)
            if culprit and before.lack is None and self._is.look(want, path).lack is not None:
                yield culprit, want.name if culprit in self._new.paths else ""


def _mentions(hurt: Mapping[str, frozenset[str]]) -> re.Pattern[str]:
    """What a file must hold to import one of these; anything else need not be parsed."""
    words: set[str] = set()
    for path, lost in hurt.items():
        *folders, name = path.split("/")
        stem = name.partition(".")[0]
        words |= lost | {stem, *folders[-1:]}
    listed = "|".join(sorted(map(re.escape, words)))
    return re.compile(rf"\b(?:{listed})\b|['\"]\.{{1,2}}/?['\"]")


def _listed(files: list[str]) -> str:
    names = list(dict.fromkeys(files))
    more = len(names) - _MOST_NAMED
    shown = ", ".join(names[:_MOST_NAMED])
    return f"{shown} and {more} more" if more > 0 else shown
