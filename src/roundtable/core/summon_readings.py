"""What the text of a summon's turn means: findings on a chunk, or a stance with its findings.

A turn of the discussion is read whole or not at all: who says how far it agrees and not what it
finds has not voted.
"""

from roundtable.core import events as e
from roundtable.core.decide.summon import changed_files, upheld
from roundtable.core.parsing.findings import read_findings
from roundtable.core.readings import findings_in
from roundtable.core.state import SessionState
from roundtable.core.steps import PlannedTurn

_DISCUSSED = 0
"""In place of a chunk's number: the findings of a turn of the discussion."""


def read_summoned(
    state: SessionState, turn: PlannedTurn, text: str, stance: tuple[e.Event, ...]
) -> tuple[e.Event, ...]:
    """The events that follow from a completed turn, of which the stance has been read already."""
    if turn.purpose == "chat":
        return ()
    if turn.part:
        number = int(turn.part.removeprefix("chunk-"))
        return (findings_in(turn, number, read_findings(text, turn.seat, shown_files(state))),)
    if not any(isinstance(event, e.StanceRead) for event in stance):
        return stance
    numbered = {finding.id: finding for finding in upheld(state)}
    reading = read_findings(text, turn.seat, shown_files(state), turn.iteration, numbered)
    found = findings_in(turn, _DISCUSSED, reading)
    return (*stance, found) if isinstance(found, e.FindingsRead) else (found,)


def shown_files(state: SessionState) -> frozenset[str]:
    """The files in which something can be found: those that have changed, and what was read."""
    parts = state.context.parts if state.context else ()
    return frozenset(
        (
            *(file.path for file in changed_files(state)),
            *(
                part.title.split(", lines ")[0]
                for part in parts
                if part.kind in ("key_file", "named_file")
            ),
            *(file.path for read in state.files for file in read.files if not file.refused),
        )
    )
