"""A unified diff in runs of lines, bounded in what it compares."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal

DiffKind = Literal["same", "added", "removed", "place"]

_MOST_LINES: Final = 6_000
"""Lines of both versions, their common beginning and end left out, that are compared."""
_CONTEXT: Final = 3
_KINDS: Final[dict[str, DiffKind]] = {"+": "added", "-": "removed", "@": "place"}


@dataclass(frozen=True, slots=True)
class DiffRun:
    kind: DiffKind
    text: str


def difference(before: str, after: str, most_bytes: int) -> tuple[tuple[DiffRun, ...], str]:
    """What changed, and a word where it is not told line by line."""
    if (
        max(len(before.encode("utf-8", "replace")), len(after.encode("utf-8", "replace")))
        > most_bytes
    ):
        return (), f"No diff: one of the two versions has more than {most_bytes // 1000} kB."
    one, other = before.split("\n"), after.split("\n")
    if _different(one, other) > _MOST_LINES:
        return (), "No diff: too many lines are different to compare them one by one."
    lines = list(difflib.unified_diff(one, other, lineterm="", n=_CONTEXT))[2:]
    runs = groupby(lines, key=lambda line: _KINDS.get(line[:1], "same"))
    return tuple(DiffRun(kind, "\n".join(run)) for kind, run in runs), ""


def _different(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines stand between what both begin and end with."""
    most = min(len(one), len(other))
    head = next((i for i in range(most) if one[i] != other[i]), most)
    rest = most - head
    tail = next((i for i in range(rest) if one[-1 - i] != other[-1 - i]), rest)
    return len(one) + len(other) - 2 * (head + tail)
