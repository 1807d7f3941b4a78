"""The events that carry every session, whatever its workflow: start, context, passes, its end."""

from typing import Literal

from roundtable.core.agenda import Agenda
from roundtable.core.budget import Budget, Exceeded
from roundtable.core.build_events import Labelled
from roundtable.core.context import ContextPart, FileExcerpt, LeftOut
from roundtable.core.errands import Errand
from roundtable.core.event_base import Base
from roundtable.core.rules import Rules
from roundtable.core.seats import Seat
from roundtable.core.stances import Tally

OutcomeName = Literal[
    "consensus",
    "kings_pick",
    "kings_decree",
    "rejection",
    "stopped",
    "built",
    "reviewed",
    "diagnosed",
    "applied",
    "not_applied",
]
WorkflowName = Literal["discuss", "summon", "code-red", "apply", "build", "review"]


class SessionStart(Base):
    """A table is convened: everything that a resume needs stands here, not in the config."""

    type: Literal["session_start"] = "session_start"
    workflow: WorkflowName = "discuss"
    topic: str
    project: str
    language: str
    seats: tuple[Seat, ...]
    rules: Rules
    budget: Budget
    agenda: Agenda | None = None
    """The rounds of a build or a review."""
    errand: Errand | None = None
    """The decision that an apply carries out."""
    seed: int
    product: str
    """The version that wrote the log."""


class ContextBuilt(Base):
    """What every knight is given to read."""

    type: Literal["context_built"] = "context_built"
    parts: tuple[ContextPart, ...]
    left_out: tuple[LeftOut, ...] = ()
    limit_tokens: int
    """The bound that the smallest seat sets."""
    remembered: tuple[str, ...] = ()
    """The sessions whose entries in the chronicle are among the parts."""


class RoundStart(Base):
    type: Literal["round_start"] = "round_start"
    round: str
    attempt: int
    seed: int
    judge: str = ""
    """The seat whose turn it is to judge, in a build."""
    labels: tuple[Labelled, ...] = ()
    """Under which letters the seats go before the judge and one another."""
    instructions: str = ""
    """The developer's own, with which a round is held anew."""
    automatic: bool = False
    """True: the execution round runs what it has mended, by the setting and unasked."""
    run: int = 0
    """The developer's run that it looks at; 0: it makes one of its own."""


class DebateIteration(Base):
    """One pass around the table: the order is drawn once and kept."""

    type: Literal["debate_iteration"] = "debate_iteration"
    round: str
    attempt: int
    iteration: int
    order: tuple[str, ...]
    blind: bool


class FilesRead(Base):
    """Files that seats asked for, shown to all in the next iteration."""

    type: Literal["files_read"] = "files_read"
    iteration: int
    files: tuple[FileExcerpt, ...]


class IterationEnd(Base):
    type: Literal["iteration_end"] = "iteration_end"
    iteration: int
    tally: Tally


class NoteAdded(Base):
    """The developer's word; it reaches every turn that has not started."""

    type: Literal["note_added"] = "note_added"
    text: str


class SessionPaused(Base):
    type: Literal["session_paused"] = "session_paused"
    reason: Literal["user", "budget", "failure"]
    detail: str = ""
    exceeded: Exceeded | None = None


class SessionResumed(Base):
    type: Literal["session_resumed"] = "session_resumed"
    budget: Budget | None = None
    """The caps from now on, when they were changed."""


class SessionEnd(Base):
    type: Literal["session_end"] = "session_end"
    outcome: OutcomeName
    summary: str = ""
    """What a build or a review came to."""
    answered: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
