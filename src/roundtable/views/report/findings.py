"""Findings with the lines of code that they are about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from roundtable.core import events as e
from roundtable.core.findings import MergedFinding

_BEFORE: Final = 2
_AFTER: Final = 2
_MOST_LINES: Final = 12


@dataclass(frozen=True, slots=True)
class FindingTold:
    finding: MergedFinding
    first: int
    """The number of the first line that is shown; 0: none is."""
    code: str


def findings_of(
    event: e.FindingsMerged,
    plan: e.ReviewPlanned | None,
    files: Mapping[str, str] | None = None,
) -> tuple[FindingTold, ...]:
    """Each finding with its place in the code, as the plan cut it or as the files have it."""
    parts = [part for chunk in plan.chunks for part in chunk.parts] if plan else []
    pieces = [(part.path, part.start_line, part.text) for part in parts]
    pieces += [(path, 1, text) for path, text in (files or {}).items()]
    return tuple(_told(finding, pieces) for finding in event.findings)


def _told(finding: MergedFinding, pieces: Sequence[tuple[str, int, str]]) -> FindingTold:
    line = finding.line
    for path, start, text in pieces:
        if line is None or path != finding.file:
            continue
        lines = text.removesuffix("\n").split("\n")
        end = start + len(lines) - 1
        if start <= line <= end:
            first = max(start, line - _BEFORE)
            last = min(end, (finding.end_line or line) + _AFTER, first + _MOST_LINES - 1)
            return FindingTold(finding, first, "\n".join(lines[first - start : last - start + 1]))
    return FindingTold(finding, 0, "")


def numbered(first: int, code: str) -> str:
    """The code with its line numbers in front."""
    lines = code.split("\n")
    wide = len(str(first + len(lines) - 1))
    return "\n".join(f"{first + i:>{wide}}  {line}" for i, line in enumerate(lines))
