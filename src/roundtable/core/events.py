"""The closed union of everything that happens at a table.

An event's `type` is its name everywhere: in the log, in `--json`, on the wire, in a client.
Durable events carry a `seq`; `token` alone is fleeting (seq 0) and may be lost.
Adding an event: write the class, put it into `Event`, and the type checker shows every
place that must handle it.
"""

from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from roundtable.core.apply_events import (
    ChangesApplied,
    ChangesCommitted,
    ChangesNotApplied,
    ChangesProposed,
    ChangesUndone,
    Proposed,
    ScopeWidened,
)
from roundtable.core.build_events import (
    CandidateReport,
    CandidatesSurveyed,
    ChatAsked,
    ChunkStart,
    ClaimsRead,
    Comparison,
    FilesEdited,
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
from roundtable.core.court_events import (
    ChoiceOffered,
    Consensus,
    DecreeAdded,
    DecreeKind,
    DecreeRevoked,
    Escalation,
    HumanChoice,
    KingsDecision,
)
from roundtable.core.diagnosis_events import (
    CaseClosed,
    ConsultationEnd,
    Diagnosed,
    DiagnosisRead,
    DiagnosisUnreadable,
)
from roundtable.core.errors import LogDamaged, LogTooNew
from roundtable.core.event_base import JUDGING, VERSION, Base, Purpose, TurnEvent
from roundtable.core.memory_events import DecisionCommitted, DecisionReverted
from roundtable.core.run_events import ExecDone, ExecError, ExecOutput, ExecReady, ExecStart
from roundtable.core.session_events import (
    ContextBuilt,
    DebateIteration,
    FilesRead,
    IterationEnd,
    NoteAdded,
    OutcomeName,
    RoundStart,
    SessionEnd,
    SessionPaused,
    SessionResumed,
    SessionStart,
    WorkflowName,
)
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
    "CaseClosed",
    "Cause",
    "ChangesApplied",
    "ChangesCommitted",
    "ChangesNotApplied",
    "ChangesProposed",
    "ChangesUndone",
    "ChatAsked",
    "ChoiceOffered",
    "ChunkStart",
    "ClaimsRead",
    "Comparison",
    "Consensus",
    "ConsultationEnd",
    "ContextBuilt",
    "DebateIteration",
    "DecisionCommitted",
    "DecisionReverted",
    "DecreeAdded",
    "DecreeKind",
    "DecreeRevoked",
    "Diagnosed",
    "DiagnosisRead",
    "DiagnosisUnreadable",
    "Escalation",
    "Event",
    "ExecDone",
    "ExecError",
    "ExecOutput",
    "ExecReady",
    "ExecStart",
    "Fallback",
    "FilesEdited",
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
    "Proposed",
    "Purpose",
    "ReviewPlanned",
    "RoundEnd",
    "RoundOutcome",
    "RoundReopened",
    "RoundStart",
    "ScopeWidened",
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
    | FilesEdited
    | ReviewPlanned
    | ChunkStart
    | FindingsRead
    | FindingsUnreadable
    | FindingsMerged
    | ChatAsked
    | ExecStart
    | ExecOutput
    | ExecReady
    | ExecDone
    | ExecError
    | ChangesProposed
    | ScopeWidened
    | ChangesApplied
    | ChangesNotApplied
    | ChangesCommitted
    | ChangesUndone
    | DiagnosisRead
    | DiagnosisUnreadable
    | ConsultationEnd
    | Diagnosed
    | CaseClosed
    | DecisionCommitted
    | DecisionReverted,
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
