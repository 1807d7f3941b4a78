"""The closed union of everything that happens at a table.

An event's `type` is its name everywhere: in the log, in `--json`, on the wire, in a client.
Durable events carry a `seq`; `token` alone is fleeting (seq 0) and may be lost.
Adding an event: write the class, put it into `Event`, and the type checker shows every
place that must handle it.
"""

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from roundtable.core.agenda import Agenda
from roundtable.core.budget import Budget, Exceeded
from roundtable.core.build_events import (
    CandidateReport,
    CandidatesSurveyed,
    ChatAsked,
    ChunkStart,
    ClaimsRead,
    Comparison,
    FilesGiven,
    FilesProposed,
    FindingsMerged,
    FindingsRead,
    FindingsUnreadable,
    Fix,
    FixesPlanned,
    FixTried,
    Labelled,
    Merged,
    ProjectFile,
    ReviewPlanned,
    RoundEnd,
    RoundOutcome,
    RoundReopened,
    SynthesisEnd,
    SynthesisStart,
    VerdictRead,
    VerdictUnreadable,
)
from roundtable.core.context import ContextPart, FileExcerpt, LeftOut
from roundtable.core.errors import LogDamaged, LogTooNew
from roundtable.core.event_base import JUDGING, VERSION, Base, Purpose, TurnEvent
from roundtable.core.questions import Question
from roundtable.core.rules import Rules
from roundtable.core.seats import Seat
from roundtable.core.stances import Tally
from roundtable.core.turn_events import (
    AgentEnd,
    AgentError,
    AgentInterrupted,
    AgentRetry,
    AgentStart,
    Cause,
    Fallback,
    StanceRead,
    StanceUnreadable,
    Token,
)

__all__ = [
    "JUDGING",
    "VERSION",
    "AgentEnd",
    "AgentError",
    "AgentInterrupted",
    "AgentRetry",
    "AgentStart",
    "Base",
    "CandidateReport",
    "CandidatesSurveyed",
    "Cause",
    "ChatAsked",
    "ChoiceOffered",
    "ChunkStart",
    "ClaimsRead",
    "Comparison",
    "Consensus",
    "ContextBuilt",
    "DebateIteration",
    "DecreeAdded",
    "DecreeKind",
    "DecreeRevoked",
    "Escalation",
    "Event",
    "Fallback",
    "FilesGiven",
    "FilesProposed",
    "FilesRead",
    "FindingsMerged",
    "FindingsRead",
    "FindingsUnreadable",
    "Fix",
    "FixTried",
    "FixesPlanned",
    "HumanChoice",
    "IterationEnd",
    "KingsDecision",
    "Labelled",
    "Merged",
    "NoteAdded",
    "OutcomeName",
    "ProjectFile",
    "Purpose",
    "ReviewPlanned",
    "RoundEnd",
    "RoundOutcome",
    "RoundReopened",
    "RoundStart",
    "SessionEnd",
    "SessionPaused",
    "SessionResumed",
    "SessionStart",
    "StanceRead",
    "StanceUnreadable",
    "SynthesisEnd",
    "SynthesisStart",
    "Token",
    "TurnEvent",
    "VerdictRead",
    "VerdictUnreadable",
    "WorkflowName",
    "event_types",
    "read_event",
]

DecreeKind = Literal["decree", "pick", "apply", "self", "deferred", "rejected", "stopped"]
OutcomeName = Literal[
    "consensus", "kings_pick", "kings_decree", "rejection", "stopped", "built", "reviewed"
]
WorkflowName = Literal["discuss", "build", "review"]


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


class Consensus(Base):
    """The table agrees; in a build, by the judge's verdict on a round."""

    type: Literal["consensus"] = "consensus"
    round: str = ""
    iteration: int
    lead: str
    """The knight who would carry it out."""
    decision: str
    files_to_modify: tuple[str, ...] = ()
    answered: tuple[str, ...]
    silent: tuple[str, ...] = ()


class KingsDecision(Base):
    """The developer decided where the table did not."""

    type: Literal["kings_decision"] = "kings_decision"
    how: Literal["pick", "decree"]
    lead: str
    decision: str
    files_to_modify: tuple[str, ...] = ()


class Escalation(Base):
    type: Literal["escalation"] = "escalation"
    iteration: int
    round: str = ""
    attempt: int = 1
    reason: str
    must: bool
    """False: the King may step in. True: nothing goes on without him."""
    question: Question


class ChoiceOffered(Base):
    """What shall become of the decision."""

    type: Literal["choice_offered"] = "choice_offered"
    question: Question


class HumanChoice(Base):
    type: Literal["human_choice"] = "human_choice"
    question_id: str
    option: str
    text: str = ""
    rounds: int = 0
    """Further rounds granted with it."""
    unattended: bool = False
    """Taken by default because nobody was there to ask."""

    @property
    def once(self) -> str | None:
        return f"choice {self.question_id}"


class DecreeAdded(Base):
    type: Literal["decree_added"] = "decree_added"
    kind: DecreeKind
    text: str
    topic: str = ""


class DecreeRevoked(Base):
    type: Literal["decree_revoked"] = "decree_revoked"
    decree_session: str
    decree_seq: int
    reason: str = ""


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


Event = Annotated[
    SessionStart
    | ContextBuilt
    | RoundStart
    | DebateIteration
    | AgentStart
    | Token
    | AgentEnd
    | AgentError
    | AgentRetry
    | Fallback
    | AgentInterrupted
    | StanceRead
    | StanceUnreadable
    | FilesRead
    | IterationEnd
    | NoteAdded
    | Consensus
    | KingsDecision
    | Escalation
    | ChoiceOffered
    | HumanChoice
    | DecreeAdded
    | DecreeRevoked
    | SessionPaused
    | SessionResumed
    | SessionEnd
    | FilesGiven
    | RoundReopened
    | RoundEnd
    | FilesProposed
    | ClaimsRead
    | CandidatesSurveyed
    | Comparison
    | VerdictRead
    | VerdictUnreadable
    | SynthesisStart
    | Merged
    | FixesPlanned
    | FixTried
    | SynthesisEnd
    | ReviewPlanned
    | ChunkStart
    | FindingsRead
    | FindingsUnreadable
    | FindingsMerged
    | ChatAsked,
    Field(discriminator="type"),
]

_READER: TypeAdapter[Event] = TypeAdapter(Event)


def read_event(body: str | bytes, session: str = "", seq: int = 0) -> Event:
    """One stored event. What cannot be read raises, naming where it stands."""
    where = f"event {seq} of session {session or '?'}"
    too_new = LogTooNew(
        f"{where} was written by a newer version of Roundtable",
        "upgrade: pip install --upgrade llm-roundtable",
    )
    try:
        event = _READER.validate_json(body)
    except ValidationError as error:
        if _version(body) > VERSION:
            raise too_new from None
        raise LogDamaged(
            f"{where} cannot be read ({_first_reason(error)})",
            "run `roundtable rebuild --salvage`: it keeps the damaged file aside "
            "and everything up to the damage",
        ) from None
    if event.v > VERSION:
        raise too_new
    return event.model_copy(update={"session": session, "seq": seq}) if session else event


def event_types() -> tuple[type[Base], ...]:
    """Every class of the union, in the order of its definition."""
    union: Any = Event
    return tuple(union.__origin__.__args__)


def _first_reason(error: ValidationError) -> str:
    first = error.errors()[0]
    path = ".".join(map(str, first["loc"]))
    return f"{path}: {first['msg']}" if path else first["msg"]


def _version(body: str | bytes) -> int:
    try:
        head = TypeAdapter(dict[str, Any]).validate_json(body)
    except ValidationError:
        return 0
    version = head.get("v")
    return version if isinstance(version, int) else 0
