"""From whom each unit of the project came, over all rounds that count."""

from collections.abc import Mapping
from dataclasses import dataclass

from roundtable.core.state import SessionState
from roundtable.core.units import WHOLE, UnitSource

GIVEN = "given"
"""The source of what stood in the starting files and was never touched."""


@dataclass(frozen=True, slots=True)
class Origin:
    seat: str
    """Empty: the starting files."""
    round: str
    attempt: int
    why: str


def origins(state: SessionState) -> Mapping[tuple[str, str], Origin]:
    """By path and unit; the last round that touched a unit owns it."""
    found: dict[tuple[str, str], Origin] = {}
    for round_ in state.rounds:
        if round_.result is None:
            continue
        for source in round_.result.provenance:
            origin = Origin(source.source, round_.key, round_.attempt, source.why)
            if source.unit == WHOLE:
                _drop(found, source)
            found[(source.path, source.unit)] = origin
    return {key: origin for key, origin in found.items() if key[0] in state.project}


def _drop(found: dict[tuple[str, str], Origin], source: UnitSource) -> None:
    """A whole file takes the place of its units."""
    for key in [key for key in found if key[0] == source.path]:
        del found[key]


def units_by_seat(state: SessionState) -> Mapping[str, int]:
    """How many units of the result are whose."""
    counted: dict[str, int] = {seat.name: 0 for seat in state.seats}
    for origin in origins(state).values():
        if origin.seat in counted:
            counted[origin.seat] += 1
    return counted
