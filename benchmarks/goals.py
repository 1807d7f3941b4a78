"""Whether a figure holds its goal, told in one way by every benchmark.

A benchmark gives lines. One that has a goal is a `Goal`, and says at its end "held" or "NOT held";
where one was not held, the command's exit code is 1.
"""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Bound = Literal["at most", "under", "at least"]


@dataclass(frozen=True, slots=True)
class Goal:
    """One figure beside what it should be."""

    figure: str
    measured: float
    bound: Bound
    limit: float
    unit: str = ""
    """As it stands behind a number, such as " ms" or "x"."""
    beside: str = ""
    """What else is to be known, such as the worst run."""

    @property
    def held(self) -> bool:
        # What could not be measured is not a number, and no comparison with it is true.
        if self.bound == "at least":
            return self.measured >= self.limit
        return self.measured < self.limit if self.bound == "under" else self.measured <= self.limit

    def __str__(self) -> str:
        beside = f" ({self.beside})" if self.beside else ""
        goal = f"goal: {self.bound} {self.limit:,g}{self.unit}"
        verdict = "held" if self.held else "NOT held"
        return f"{self.figure}: {_number(self.measured)}{self.unit}{beside}; {goal}: {verdict}"


Line = str | Goal


def middle(figure: str, found: Sequence[float], bound: Bound, limit: float, unit: str = "") -> Goal:
    """The median of several runs against the goal, the worst beside it."""
    worst = min(found) if bound == "at least" else max(found)
    beside = f"median of {len(found)}, worst {_number(worst)}{unit}"
    return Goal(figure, statistics.median(found), bound, limit, unit, beside)


def tell(lines: Iterable[Line]) -> int:
    """Print the lines as they come; how many goals were not held."""
    missed = 0
    for line in lines:
        print(line, flush=True)
        missed += isinstance(line, Goal) and not line.held
    return missed


def _number(value: float) -> str:
    """Figures that matter, and no more: 1,234; 56.7; 0.89; what was counted is whole."""
    size = abs(value)
    if size >= 100 or float(value).is_integer():
        return f"{value:,.0f}"
    return f"{value:.1f}" if size >= 10 else f"{value:.2f}"
