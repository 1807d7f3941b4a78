"""Which exchange of units to try next: those that failing tests name, from those who pass them."""

import ast
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from roundtable.core.checks import CheckReport, Tree
from roundtable.core.units import WHOLE, UnitRow
from roundtable.merge.python_text import parsed
from roundtable.merge.splice import Choice
from roundtable.merge.table import unit_table
from roundtable.merge.units import Split, split_text

_WORD: Final = re.compile(r"\w+")
# Imports come along with what needs them; prose changes nothing.
_NOT_TRIED: Final = frozenset({"imports", "doc"})
_AROUND: Final = ("setUp", "setUpClass", "setup_method", "setup")

_CONSTRUCTORS: Final = ("__init__", "__new__", "constructor")

Held = Mapping[tuple[str, str], str]
"""Whose code stands in a unit now, by path and unit."""


@dataclass(frozen=True, slots=True)
class Option:
    """A unit as some of the candidates have it."""

    path: str
    unit: str
    labels: tuple[str, ...]

    def choice(self, label: str = "") -> Choice:
        return Choice(self.path, self.unit, label or self.labels[0])


@dataclass(frozen=True)
class Board:
    """The candidates, unit by unit, with the evidence on each of them."""

    candidates: Mapping[str, Tree]
    reports: Mapping[str, CheckReport]
    tests: Tree
    """The texts of the tests, as far as they are known."""

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Every unit over which candidates differ, once for each way in which it is written."""
        return tuple(
            Option(row.path, row.unit, labels)
            for row in unit_table(self.candidates)
            if row.kind not in _NOT_TRIED
            for labels in self._variants(row)
        )

    def _variants(self, row: UnitRow) -> list[tuple[str, ...]]:
        """The row's variants; those that differ only in prose are one."""
        groups: dict[str, list[str]] = {}
        for label in row.labels:
            split = self._split(label, row.path)
            unit = split.find(row.unit)
            text = split.text(unit) if unit else ""
            groups.setdefault(essence(row.path, text), []).append(label)
        ranked = [sorted(labels, key=self._standing) for labels in groups.values()]
        return [tuple(labels) for labels in ranked]

    def _standing(self, label: str) -> tuple[int, ...]:
        return (*(-value for value in self.reports[label].rank), list(self.candidates).index(label))

    @cached_property
    def _splits(self) -> dict[tuple[str, str], Split]:
        return {}

    def _split(self, label: str, path: str) -> Split:
        if (label, path) not in self._splits:
            self._splits[label, path] = split_text(path, self.candidates[label][path])
        return self._splits[label, path]

    def others(self, held: Held, base: str) -> list[Option]:
        """What could stand in place of what stands there now."""
        return [
            option for option in self.options if _holder(option, held, base) not in option.labels
        ]

    def words(self, test: str) -> frozenset[str]:
        """The words of a test's text and of what is set up for it."""
        if test not in self._words:
            self._words[test] = self._words_of(test)
        return self._words[test]

    @cached_property
    def _words(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def _tests(self) -> dict[str, Split]:
        return {path: split_text(path, text) for path, text in self.tests.items()}

    def _words_of(self, test: str) -> frozenset[str]:
        path, _, name = test.partition("::")
        source = self.tests.get(path)
        if source is None or not name:
            return frozenset(_WORD.findall(test))
        split = self._tests[path]
        group, _, last = name.partition("[")[0].rpartition("::")
        names = [f"{group}.{part}" if group else part for part in (last, *_AROUND)]
        texts = [split.text(unit) for unit in map(split.find, names) if unit]
        return frozenset(_WORD.findall("\n".join(texts) if texts else source))

    def ordered(self, failing: Sequence[str], held: Held, base: str) -> list[Option]:
        """First what failing tests name and others pass with; then larger groups; then as read."""
        words = {test: self.words(test) for test in failing}
        passers = {
            test: {label for label, report in self.reports.items() if test in report.passed}
            for test in failing
        }

        def order(option: Option) -> tuple[int, ...]:
            passed = [test for test in failing if passers[test] & set(option.labels)]
            named = [test for test in failing if is_named(option.unit, words[test])]
            both = set(passed) & set(named)
            return (-len(both), -len(passed), -len(named), -len(option.labels))

        return sorted(self.others(held, base), key=order)

    def founder(self, option: Option, held: Held, base: str) -> Option | None:
        """The constructor of the option's class as its owner has it, if another stands there."""
        group = option.unit.rpartition(".")[0]
        names = {f"{group}.{name}" for name in _CONSTRUCTORS} - {option.unit}
        return next(
            (
                other
                for other in self.others(held, base)
                if group and other.path == option.path and other.unit in names
                if option.labels[0] in other.labels
            ),
            None,
        )

    def bundle(self, test: str, label: str, held: Held, base: str) -> list[Option]:
        """All that a candidate has otherwise and that a test reaches in it, by names."""
        mine = [option for option in self.others(held, base) if label in option.labels]
        reached, words = [], set(self.words(test))
        while fresh := [o for o in mine if o not in reached and is_named(o.unit, words)]:
            reached += fresh
            for option in fresh:
                words |= set(_WORD.findall(self._text(label, option)))
        return reached

    def _text(self, label: str, option: Option) -> str:
        split = self._split(label, option.path)
        unit = split.find(option.unit)
        return split.text(unit) if unit else ""


def _holder(option: Option, held: Held, base: str) -> str:
    return held.get((option.path, option.unit)) or held.get((option.path, WHOLE)) or base


def is_named(unit: str, words: frozenset[str] | set[str]) -> bool:
    """Whether a text with these words speaks of the unit; a constructor goes by its class."""
    group, _, name = unit.rpartition(".")
    if name in _CONSTRUCTORS:
        name = group.rpartition(".")[2]
    return name in words


def essence(path: str, text: str) -> str:
    """A unit's code without prose, to tell what differs only in that; as it is if not Python."""
    if not path.endswith(".py"):
        return text
    module = parsed(textwrap.dedent(text))
    if module is None:
        return text
    for node in _documented(module):
        if len(node.body) > 1 and ast.get_docstring(node, clean=False) is not None:
            del node.body[0]
    return ast.dump(module)


def _documented(
    module: ast.Module,
) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node
