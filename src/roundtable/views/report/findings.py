"""Findings with the lines of code that they are about."""

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


def findings_of(event: e.FindingsMerged, plan: e.ReviewPlanned | None) -> tuple[FindingTold, ...]:
    """Each finding with its place in the code as the reviewers were shown it."""
    return tuple(_told(finding, plan) for finding in event.findings)


def _told(finding: MergedFinding, plan: e.ReviewPlanned | None) -> FindingTold:
    line = finding.line
    if plan is None or line is None:
        return FindingTold(finding, 0, "")
    parts = (part for chunk in plan.chunks for part in chunk.parts)
    for part in parts:
        if part.path == finding.file and part.start_line <= line <= part.end_line:
            lines = part.text.split("\n")
            first = max(part.start_line, line - _BEFORE)
            last = min(part.end_line, (finding.end_line or line) + _AFTER, first + _MOST_LINES - 1)
            shown = lines[first - part.start_line : last - part.start_line + 1]
            return FindingTold(finding, first, "\n".join(shown))
    return FindingTold(finding, 0, "")


def numbered(first: int, code: str) -> str:
    """The code with its line numbers in front."""
    lines = code.split("\n")
    wide = len(str(first + len(lines) - 1))
    return "\n".join(f"{first + i:>{wide}}  {line}" for i, line in enumerate(lines))
