"""Which unit of one file is which of another: by kind and name, then by what they are made of."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from roundtable.merge.units import Split, Unit

ALIKE: Final = 0.6
"""From this likeness on (0 to 1), two units under different names are taken for one, renamed.

Measured as the share of common runs of three tokens; a renamed function scores 0.75 and more, two
functions that only have their shape in common below 0.5.
"""

MOST: Final = 400
"""Leftovers of a file that are compared; a file with more of them is another file."""

FEWEST: Final = 8
"""Runs of tokens that a unit needs; of a shorter one nobody can say that it was renamed."""

_TOKEN: Final = re.compile(rb"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Pair:
    base: Unit
    other: Unit
    likeness: float = 1.0
    """1 where the names agree; else how much the code is alike."""

    @property
    def renamed(self) -> bool:
        return self.base.name != self.other.name


@dataclass(frozen=True, slots=True)
class Alignment:
    pairs: tuple[Pair, ...]
    only_base: tuple[Unit, ...]
    only_other: tuple[Unit, ...]


def align(base: Split, other: Split, threshold: float = ALIKE) -> Alignment:
    """Pair the units of two files. Only what no name pairs is compared, and only so much of it."""
    pairs: list[Pair] = []
    named = {(unit.kind, unit.name): unit for unit in other.units}
    left: list[Unit] = []
    for unit in base.units:
        found = named.pop((unit.kind, unit.name), None)
        if found is None:
            left.append(unit)
        else:
            pairs.append(Pair(unit, found))
    # The same name with another kind: a constant that became a function.
    by_name = {unit.name: unit for unit in named.values()}
    for unit in list(left):
        found = by_name.get(unit.name)
        if found is not None:
            pairs.append(Pair(unit, found))
            left.remove(unit)
            del named[found.kind, found.name]
    renamed = _renamed(base, left, other, list(named.values()), threshold)
    gone = {pair.base.name for pair in renamed}
    come = {pair.other.name for pair in renamed}
    order = {unit.name: index for index, unit in enumerate(base.units)}
    return Alignment(
        tuple(sorted([*pairs, *renamed], key=lambda pair: order[pair.base.name])),
        tuple(unit for unit in left if unit.name not in gone),
        tuple(unit for unit in named.values() if unit.name not in come),
    )


def likeness(base: Split, unit: Unit, other: Split, candidate: Unit) -> float:
    """How much of the code two units share, their own names left out: 0 to 1."""
    return _likeness(_runs(base, unit), _runs(other, candidate))


def _renamed(
    base: Split, left: list[Unit], other: Split, come: list[Unit], threshold: float
) -> list[Pair]:
    if not left or not come or len(left) > MOST or len(come) > MOST:
        return []
    ours = [(unit, _runs(base, unit)) for unit in left]
    theirs = [(unit, _runs(other, unit)) for unit in come]
    found: list[tuple[float, int, int]] = []
    for i, (unit, runs) in enumerate(ours):
        for j, (candidate, others) in enumerate(theirs):
            if _comparable(unit, candidate) and _in_reach(runs, others, threshold):
                score = _likeness(runs, others)
                if score >= threshold:
                    found.append((score, i, j))
    found.sort(key=lambda one: (-one[0], one[1], one[2]))
    pairs: list[Pair] = []
    used: set[tuple[str, int]] = set()
    for score, i, j in found:
        if ("base", i) not in used and ("other", j) not in used:
            used |= {("base", i), ("other", j)}
            pairs.append(Pair(ours[i][0], theirs[j][0], score))
    return pairs


def _comparable(unit: Unit, other: Unit) -> bool:
    """A method may have become a function and the other way round; otherwise kinds must agree."""
    functions = ("function", "method")
    return unit.kind == other.kind or (unit.kind in functions and other.kind in functions)


def _runs(split: Split, unit: Unit) -> Counter[tuple[bytes, ...]]:
    text = b"\n".join(split.source[start:end] for start, end in unit.spans)
    own = unit.bare.rpartition(".")[2].encode("utf-8", "replace")
    tokens = [b"\x00" if token == own else token for token in _TOKEN.findall(text)]
    return Counter(zip(tokens, tokens[1:], tokens[2:], strict=False))


def _in_reach(
    first: Counter[tuple[bytes, ...]], second: Counter[tuple[bytes, ...]], threshold: float
) -> bool:
    a, b = first.total(), second.total()
    return min(a, b) >= FEWEST and 2 * min(a, b) >= threshold * (a + b)


def _likeness(first: Counter[tuple[bytes, ...]], second: Counter[tuple[bytes, ...]]) -> float:
    total = first.total() + second.total()
    return 2 * (first & second).total() / total if total else 0.0
