"""A unified diff in runs of lines, bounded in what it compares."""

import difflib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal

DiffKind = Literal["same", "added", "removed", "place"]

_MOST_LINES: Final = 6_000
"""Lines of both versions, their common beginning and end left out, that are compared."""
_CONTEXT: Final = 3
_UNENDED: Final = " ⟨no line feed at the end⟩"
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_KINDS: Final[dict[str, DiffKind]] = {"+": "added", "-": "removed", "@": "place"}


@dataclass(frozen=True, slots=True)
class DiffRun:
    kind: DiffKind
    text: str


def difference(before: str, after: str, most_bytes: int) -> tuple[tuple[DiffRun, ...], str]:
    """What changed, and a word where it is not told line by line."""
    sizes = [len(text.encode("utf-8", "replace")) for text in (before, after)]
    if max(sizes) > most_bytes:
        return (), f"No diff: one of the two versions has more than {most_bytes // 1000} kB."
    if not (before or after):
        return (), "It is empty."
    one, other = _lines(before), _lines(after)
    if _different(one, other) > _MOST_LINES:
        return (), "No diff: too many lines are different to compare them one by one."
    if one == other:
        return (), "Only the ends of lines are different."
    lines = list(difflib.unified_diff(one, other, lineterm="", n=_CONTEXT))[2:]
    runs = groupby(lines, key=_kind)
    return tuple(DiffRun(kind, "\n".join(run)) for kind, run in runs), ""


def _lines(text: str) -> list[str]:
    """The lines; one that nothing ends is marked, or its change would not show."""
    *lines, last = text.replace("\r\n", "\n").split("\n")
    return [*lines, f"{last}{_UNENDED}"] if last else lines


def _kind(line: str) -> DiffKind:
    return _KINDS.get(line[:1], "same")


def _different(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines stand between what both begin and end with."""
    most = min(len(one), len(other))
    head = next((i for i in range(most) if one[i] != other[i]), most)
    rest = most - head
    tail = next((i for i in range(rest) if one[-1 - i] != other[-1 - i]), rest)
    return len(one) + len(other) - 2 * (head + tail)


def visible(text: str) -> str:
    """The text with every character that hides or moves others told by its number."""
    return "".join(_shown(c) for c in text)


def _shown(character: str) -> str:
    hidden = unicodedata.category(character) in _HIDDEN and character not in "\n\t"
    return f"⟨U+{ord(character):04X}⟩" if hidden else character
