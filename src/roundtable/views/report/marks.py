"""How a seat is told apart at a glance: a colour, a shape and its name, never the colour alone."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from roundtable.core.provenance import DEVELOPER
from roundtable.core.state import SessionState

COLOURS: Final = 6
"""How many colours for seats the style sheet has."""
SHAPES: Final = "●▲■◆★▼◉"
"""One more than there are colours: so both together are alike for no two of the first 42 seats."""
_NOBODY: Final = "○"


@dataclass(frozen=True, slots=True)
class Mark:
    name: str
    shape: str
    colour: int
    """From 1; 0 is somebody who does not sit at this table."""
    scripted: bool

    @property
    def css(self) -> str:
        return f"s{self.colour}"


def marker(state: SessionState) -> Callable[[str], Mark]:
    """Finds the mark that goes with a name; a name that no seat has gets a mark as well."""
    known = {
        seat.name: Mark(seat.name, SHAPES[i % len(SHAPES)], i % COLOURS + 1, seat.scripted)
        for i, seat in enumerate(state.seats)
    }
    known[DEVELOPER] = Mark("the developer", _NOBODY, 0, False)
    return lambda name: known.get(name) or Mark(name, _NOBODY, 0, False)


def all_scripted(marks: Iterable[Mark]) -> bool:
    """Whether the word for it can be said once for all of them."""
    found = tuple(marks)
    return bool(found) and all(mark.scripted for mark in found)
