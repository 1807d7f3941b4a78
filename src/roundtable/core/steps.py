"""What a policy can want next. The engine performs it; the policy never does."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from roundtable.core.applying import Overlay
from roundtable.core.changes import Change, Objection
from roundtable.core.checks import CheckReport, Tree
from roundtable.core.errands import Errand
from roundtable.core.events import Event, Fix, ProjectFile, Purpose, SessionEnd
from roundtable.core.questions import Question
from roundtable.core.running import Demand
from roundtable.core.stances import FileRequest
from roundtable.core.units import UnitSource


@dataclass(frozen=True, slots=True)
class BuildContext:
    """Gather what the knights shall read."""

    repository: bool = True
    """False: the memory of earlier sessions alone; the session brings its own files."""
    diff: bool = True
    """False: without the uncommitted changes, where the session is about others."""
    about: str = ""
    """What it is gathered for, where that is more than the topic."""


@dataclass(frozen=True, slots=True)
class Record:
    """Write down what the policy itself concluded."""

    events: tuple[Event, ...]


class TurnStamp(TypedDict):
    """What every event of a turn says of it."""

    turn_key: str
    seat: str
    ask: int


@dataclass(frozen=True, slots=True)
class PlannedTurn:
    key: str
    seat: str
    iteration: int
    purpose: Purpose
    ask: int
    part: str = ""
    """Which of several asks of this purpose: a chunk, a fix, a pair."""

    @property
    def stamp(self) -> TurnStamp:
        return {"turn_key": self.key, "seat": self.seat, "ask": self.ask}


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


@dataclass(frozen=True, slots=True)
class Problem:
    """Something to be mended at a place, and who is asked to do it."""

    what: str
    seat: str
    path: str = ""
    unit: str = ""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Survey:
    """Check every candidate and see where they differ."""

    round: str
    attempt: int
    iteration: int
    before: Tree
    """The project as the round found it."""
    candidates: Mapping[str, Tree]
    """Whole trees, by seat."""


@dataclass(frozen=True, slots=True)
class Merge:
    """Splice the directives into the base and see that the floor holds."""

    round: str
    attempt: int
    base: str
    before: Tree
    candidates: Mapping[str, Tree]
    take: tuple[UnitSource, ...]
    binding: bool = False
    """The developer's own word, which no evidence overrules."""


@dataclass(frozen=True, slots=True)
class PlanFixes:
    """Find the units that these problems are about."""

    round: str
    attempt: int
    tree: Tree
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class TryFix:
    """Put a rewritten unit in place; it stays only if the floor holds."""

    round: str
    attempt: int
    fix: Fix
    tree: Tree
    text: str
    tests: Tree
    """The tests of all candidates, beside the tree's own."""
    floor: CheckReport | None


@dataclass(frozen=True, slots=True)
class PlanReview:
    """Cut the tree into chunks, with digests of what is outside of each."""

    round: str
    attempt: int
    tree: Tree
    chunk_tokens: int


@dataclass(frozen=True, slots=True)
class Execute:
    """Run the project as it stands, and have every word of it on record."""

    round: str
    attempt: int
    demand: Demand


@dataclass(frozen=True, slots=True)
class TakeFiles:
    """Read these files as they are now, to the byte."""

    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrepareChanges:
    """Make the change set of all overlays, and see what speaks against it."""

    number: int
    iteration: int
    errand: Errand
    bases: Mapping[str, ProjectFile | None]
    refused: Mapping[str, str]
    """Files that could not be taken, and why."""
    overlays: tuple[Overlay, ...]
    rejected: tuple[Objection, ...] = ()
    """What could not be taken from the answer."""
    widened: frozenset[str] = frozenset()
    """Files beyond the decision's that the King lets be touched."""
    only: frozenset[str] | None = None
    """The paths that are left of it after the King has refused others; None: all."""


@dataclass(frozen=True, slots=True)
class WriteChanges:
    """Write all of these or nothing, under this name."""

    name: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class CommitChanges:
    """Put what was written onto a branch; index, HEAD and work tree stay as they are."""

    branch: str
    message: str
    changes: tuple[Change, ...]


Deed = TakeFiles | PrepareChanges | WriteChanges | CommitChanges
"""Work on the developer's own files."""

Craft = Survey | Merge | PlanFixes | TryFix | PlanReview
"""Work on files, done in the workshop."""

Step = BuildContext | Record | Speak | ReadFiles | AskHuman | Finish | Execute | Craft | Deed
