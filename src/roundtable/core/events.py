"""The closed union of everything that happens at a table.

An event's `type` is its name everywhere: in the log, in `--json`, on the wire, in a client.
Durable events carry a `seq`; `token` alone is fleeting (seq 0) and may be lost.
Adding an event: write the class, put it into `Event`, and the type checker shows every
place that must handle it.
"""

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from roundtable.core.budget import Budget, Exceeded, Usage
from roundtable.core.context import ContextPart, FileExcerpt, LeftOut
from roundtable.core.errors import ErrorKind, LogDamaged, LogTooNew
from roundtable.core.questions import Question
from roundtable.core.rules import Rules
from roundtable.core.seats import Seat
from roundtable.core.stances import Stance, Tally
from roundtable.core.values import Value

VERSION = 2
"""2 added agent_retry and fallback."""

Purpose = Literal["speak", "block"]
"""A turn speaks its mind, or is asked for its block alone."""
Cause = Literal["pause", "crash", "budget"]
DecreeKind = Literal["decree", "pick", "apply", "self", "deferred", "rejected", "stopped"]
OutcomeName = Literal["consensus", "kings_pick", "kings_decree", "rejection", "stopped"]


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


class SessionStart(Base):
    """A table is convened: everything that a resume needs stands here, not in the config."""

    type: Literal["session_start"] = "session_start"
    workflow: Literal["discuss"] = "discuss"
    topic: str
    project: str
    language: str
    seats: tuple[Seat, ...]
    rules: Rules
    budget: Budget
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


class DebateIteration(Base):
    """One pass around the table: the order is drawn once and kept."""

    type: Literal["debate_iteration"] = "debate_iteration"
    round: str
    attempt: int
    iteration: int
    order: tuple[str, ...]
    blind: bool


class TurnEvent(Base):
    turn_key: str
    """round.attempt.iteration.seat; `/block` is added when only the block is asked for."""
    seat: str
    ask: int = 1
    """1, or higher when the turn had to be asked again after an interruption."""


class AgentStart(TurnEvent):
    """Committed before the call, so that a crash cannot hide that it was made."""

    type: Literal["agent_start"] = "agent_start"
    iteration: int
    purpose: Purpose
    adapter: str
    reserved: Usage
    """The worst case of this call, held against the caps until it ends."""
    left_out: tuple[str, ...] = ()
    """Parts of the record that did not fit into the prompt."""

    @property
    def once(self) -> str | None:
        return f"start {self.turn_key} {self.ask}"


class Token(TurnEvent):
    """A piece of a turn's text as it arrives; never stored, `agent_end` holds the whole."""

    type: Literal["token"] = "token"
    text: str


class AgentEnd(TurnEvent):
    """A completed turn: paid once, never asked again."""

    type: Literal["agent_end"] = "agent_end"
    text: str
    usage: Usage
    seconds: float
    active_seconds: float
    """How long the table has worked on this session so far, waiting for people left out."""

    @property
    def once(self) -> str | None:
        return f"end {self.turn_key}"


class AgentError(TurnEvent):
    """The knight gave no answer; the round goes on with the others."""

    type: Literal["agent_error"] = "agent_error"
    kind: ErrorKind
    detail: str
    partial: str = ""
    """What had been said before it broke off."""
    retry_after: float | None = None
    seconds: float
    active_seconds: float


class AgentRetry(TurnEvent):
    """The adapter failed before its first word and is asked again."""

    type: Literal["agent_retry"] = "agent_retry"
    adapter: str
    kind: ErrorKind
    detail: str
    wait: float
    """Seconds until then."""


class Fallback(TurnEvent):
    """Another adapter speaks for the seat; who the seat is does not change."""

    type: Literal["fallback"] = "fallback"
    adapter: str
    to: str
    kind: ErrorKind
    detail: str


class AgentInterrupted(TurnEvent):
    """We stopped listening (pause) or died (crash): the vendor may have billed the turn."""

    type: Literal["agent_interrupted"] = "agent_interrupted"
    cause: Cause
    partial: str = ""


class StanceRead(TurnEvent):
    type: Literal["stance"] = "stance"
    iteration: int
    stance: Stance


class StanceUnreadable(TurnEvent):
    type: Literal["stance_unreadable"] = "stance_unreadable"
    iteration: int
    reason: str
    final: bool
    """True: the block had been asked for alone already, and the seat has no vote."""


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
    """The table agrees."""

    type: Literal["consensus"] = "consensus"
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
    | SessionEnd,
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
