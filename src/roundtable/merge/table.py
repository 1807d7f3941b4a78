"""The candidates unit by unit: where they differ, and who has what."""

from collections.abc import Iterable, Mapping

from roundtable.core.checks import Tree
from roundtable.core.units import WHOLE, UnitKind, UnitRow
from roundtable.core.values import Value
from roundtable.merge.align import align
from roundtable.merge.units import Split, split_text


class UnitTable(Value):
    rows: tuple[UnitRow, ...]
    equal: int
    """Units that every candidate has with the same code."""


def unit_table(candidates: Mapping[str, Tree]) -> tuple[UnitRow, ...]:
    """Only the units over which the candidates differ, or that some of them lack."""
    return compare_units(candidates).rows


def compare_units(candidates: Mapping[str, Tree]) -> UnitTable:
    rows: list[UnitRow] = []
    equal = 0
    for path in dict.fromkeys(path for tree in candidates.values() for path in tree):
        texts = {label: tree[path] for label, tree in candidates.items() if path in tree}
        found, same = _compare_file(path, texts, len(candidates))
        rows += found
        equal += same
    return UnitTable(rows=tuple(rows), equal=equal)


def _compare_file(path: str, texts: Mapping[str, str], count: int) -> tuple[list[UnitRow], int]:
    lacked = len(texts) < count
    if len(set(texts.values())) == 1 and not lacked:
        text = next(iter(texts.values()))
        return [], len(split_text(path, text).units)
    splits = {label: split_text(path, text) for label, text in texts.items()}
    rows: list[UnitRow] = []
    if lacked:
        variants = _grouped(texts)
        rows.append(UnitRow(path=path, unit=WHOLE, kind="file", variants=variants))
    equal = 0
    for name, kind in _names(splits.values()):
        digests = {
            label: unit.digest for label, split in splits.items() if (unit := split.find(name))
        }
        variants = _grouped(digests)
        if len(variants) == 1 and len(digests) == len(splits):
            equal += 0 if lacked else 1
        elif not (lacked and name == WHOLE):
            alike = _alike(splits, name, digests) if len(digests) < len(splits) else ()
            rows.append(UnitRow(path=path, unit=name, kind=kind, variants=variants, alike=alike))
    return rows, equal


def _names(splits: Iterable[Split]) -> list[tuple[str, UnitKind]]:
    """Every name once; a unit that only some have stands below the one it follows there."""
    order: list[tuple[str, UnitKind]] = []
    places: set[str] = set()
    for split in splits:
        at = 0
        for unit in split.units:
            if unit.name in places:
                at = 1 + next(i for i, (name, _) in enumerate(order) if name == unit.name)
            else:
                order.insert(at, (unit.name, unit.kind))
                places.add(unit.name)
                at += 1
    return order


def _grouped(values: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    groups: dict[str, list[str]] = {}
    for label, value in values.items():
        groups.setdefault(value, []).append(label)
    return tuple(tuple(labels) for labels in groups.values())


def _alike(splits: Mapping[str, Split], name: str, holders: Mapping[str, str]) -> tuple[str, ...]:
    holder = splits[next(iter(holders))]
    found: dict[str, None] = {}
    for label, split in splits.items():
        if label not in holders:
            for pair in align(holder, split).pairs:
                if pair.renamed and pair.base.name == name:
                    found[pair.other.name] = None
    return tuple(found)
