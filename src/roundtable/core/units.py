"""The pieces that code is made of, and where each piece of a merged tree came from."""

from typing import Literal

from roundtable.core.values import Value

UnitKind = Literal[
    "file", "doc", "imports", "constant", "type", "function", "class", "method", "main", "statement"
]

WHOLE = "*"
"""The name of the unit that is a whole file; `Cart.*` is a whole class with its methods."""


class UnitRow(Value):
    """One unit over which the candidates differ, or that some of them lack."""

    path: str
    unit: str
    kind: UnitKind
    variants: tuple[tuple[str, ...], ...]
    """The labels of the candidates, grouped by equal code; who lacks the unit is in no group."""
    alike: tuple[str, ...] = ()
    """Units under other names, in candidates that lack this one, with much the same code."""

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(label for group in self.variants for label in group)


class UnitSource(Value):
    """Whose code stands in a unit of the merged tree, and why: its provenance."""

    path: str
    unit: str
    source: str
    why: str
    """`base`, `chosen`, or `carried: needed by …`."""


class Conflict(Value):
    """What makes a splice doubtful, in plain words; `refused` says that it was not made."""

    path: str
    unit: str
    source: str
    reason: str
    refused: bool = False
