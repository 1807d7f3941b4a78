"""What a policy can want next. The engine performs it; the policy never does."""

from dataclasses import dataclass

from roundtable.core.events import Event, Purpose, SessionEnd
from roundtable.core.questions import Question
from roundtable.core.stances import FileRequest


@dataclass(frozen=True, slots=True)
class BuildContext:
    """Gather what the knights shall read."""


@dataclass(frozen=True, slots=True)
class Record:
    """Write down what the policy itself concluded."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class PlannedTurn:
    key: str
    seat: str
    iteration: int
    purpose: Purpose
    ask: int


@dataclass(frozen=True, slots=True)
class Speak:
    """Ask these seats, all at once."""

    turns: tuple[PlannedTurn, ...]


@dataclass(frozen=True, slots=True)
class ReadFiles:
    """Read what seats asked for, each request with those who made it."""

    iteration: int
    requests: tuple[tuple[FileRequest, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class AskHuman:
    """Nothing goes on without the King's answer."""

    question: Question


@dataclass(frozen=True, slots=True)
class Finish:
    end: SessionEnd


Step = BuildContext | Record | Speak | ReadFiles | AskHuman | Finish
