"""From whom each unit of the project came, over all rounds that count."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from roundtable.core.events import ProjectFile
from roundtable.core.rounds import RoundState, put
from roundtable.core.state import SessionState
from roundtable.core.units import WHOLE

GIVEN = "given"
"""The source of what stood in the starting files and was never touched."""
DEVELOPER = "@developer"
"""Stands for the developer where seats are named; no seat can be called so."""
EDITED = "edited by the developer"
EditedUnits = Callable[[str, str, str], Collection[str]]
"""Of a file, by its path, its old text and its new one: the units that an edit touched."""


def whole_file(path: str, before: str, after: str) -> Collection[str]:
    """For whoever does not cut files into units."""
    return (WHOLE,)


@dataclass(frozen=True, slots=True)
class Origin:
    seat: str
    """Empty: the starting files. `DEVELOPER`: edited since the round."""
    round: str
    attempt: int
    why: str


def origins(
    state: SessionState, edited_units: EditedUnits = whole_file
) -> Mapping[tuple[str, str], Origin]:
    """By path and unit; the last round that touched a unit owns it.

    What the developer edited is the developer's, until a later round touches it.
    """
    found: dict[tuple[str, str], Origin] = {}
    files = {file.path: file for file in state.given.files} if state.given else {}
    for round_ in state.rounds:
        if round_.result:
            put(files, round_.result)
        for source in round_.result.provenance if round_.result else ():
            if source.unit == WHOLE:
                _drop(found, source.path)
            origin = Origin(source.source, round_.key, round_.attempt, source.why)
            found[(source.path, source.unit)] = origin
        mine = Origin(DEVELOPER, round_.key, round_.attempt, EDITED)
        for path, units in _edited(files, round_, edited_units).items():
            if WHOLE in units:
                _drop(found, path)
            found.update({(path, unit): mine for unit in units})
    return {key: origin for key, origin in found.items() if key[0] in state.project}


def _edited(
    files: dict[str, ProjectFile], round_: RoundState, edited_units: EditedUnits
) -> dict[str, Collection[str]]:
    """What the edits of a round really changed, by path; they are then applied to the files."""
    before = dict(files)
    for edit in round_.edits:
        put(files, edit)
    touched = {file.path: None for edit in round_.edits for file in edit.files}
    touched.update({path: None for edit in round_.edits for path in edit.deleted})
    found: dict[str, Collection[str]] = {}
    for path in touched:
        old, new = before.get(path), files.get(path)
        if old == new:
            continue
        if old is None or new is None or old.binary or new.binary:
            found[path] = (WHOLE,)
        else:
            found[path] = edited_units(path, old.text, new.text)
    return found


def _drop(found: dict[tuple[str, str], Origin], path: str) -> None:
    """A whole file takes the place of its units."""
    for key in [key for key in found if key[0] == path]:
        del found[key]


def units_by_seat(state: SessionState, edited_units: EditedUnits = whole_file) -> Mapping[str, int]:
    """How many units of the result are whose; what the developer edited is no seat's."""
    counted: dict[str, int] = {seat.name: 0 for seat in state.seats}
    for origin in origins(state, edited_units).values():
        if origin.seat in counted:
            counted[origin.seat] += 1
    return counted
