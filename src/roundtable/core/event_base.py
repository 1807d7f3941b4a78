"""What every event is made of: its place in the log, and for a turn's event whose turn it is."""

from typing import Literal

from roundtable.core.values import Value

VERSION = 6
"""2 added agent_retry and fallback; 3 added the events of a build;
4 those of an apply, of a code-red, and of the history of decisions;
5 added files_edited, and lets a synthesis_start follow the end of its round: the developer edits
what a round made, and directs its merge anew. An older program knows neither, and would show the
files of the first merge; 6 added the events of a run."""

Purpose = Literal["speak", "block", "files", "compare", "judge", "rejudge", "fix", "chat"]
"""What a turn is asked for.

`speak` its mind, `block` its block alone, `files` those that were rejected once more, `compare` two
candidates, `judge` the round, `rejudge` the verdict's form alone, `fix` one unit, `chat` an answer.
"""

JUDGING: frozenset[Purpose] = frozenset({"compare", "judge", "rejudge", "chat"})
"""Turns in which a seat speaks as a judge, through the judge's model."""


class Base(Value):
    type: str
    """The event's name; each class has its own."""
    session: str = ""
    seq: int = 0
    """Its place in the session's log, from 1 without a gap; 0 is not stored."""
    at: str = ""
    """Wall clock, UTC, ISO 8601. For people only: order is `seq`."""
    v: int = VERSION
    """The version of this vocabulary that wrote it."""

    @property
    def once(self) -> str | None:
        """A key that may occur only once in a session's log, whoever appends it."""
        return None


class TurnEvent(Base):
    turn_key: str
    """round.attempt.iteration.seat, then `/` and what the turn is for, unless it speaks."""
    seat: str
    ask: int = 1
    """1, or higher when the turn had to be asked again after an interruption."""
