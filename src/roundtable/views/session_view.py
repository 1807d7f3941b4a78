"""A session as a client sees it: the values that the browser folds from the same events.

`views/viewing.py` makes them from a session's state, `web/src/fold` from its events; kept logs hold
the two to the same result. A field without a meaning of its own has that of its event.
"""

from typing import Literal

from roundtable.core.agenda import RoundKind
from roundtable.core.apply_events import Proposed
from roundtable.core.budget import Budget, Usage
from roundtable.core.build_events import Labelled, RoundOutcome
from roundtable.core.changes import Objection, WrittenFile
from roundtable.core.checks import CheckReport
from roundtable.core.diagnoses import Consultation, Diagnosis
from roundtable.core.errors import ErrorKind
from roundtable.core.event_base import Purpose
from roundtable.core.findings import MergedFinding
from roundtable.core.ledger import ClaimStatus
from roundtable.core.questions import Question
from roundtable.core.running import (
    Address,
    Network,
    RunLimits,
    RunOutcome,
    RunRefusal,
    RunTrouble,
    ServiceEnd,
    TestResults,
)
from roundtable.core.session_events import OutcomeName, WorkflowName
from roundtable.core.stances import Stance, Tally
from roundtable.core.units import Conflict, UnitSource
from roundtable.core.values import Value
from roundtable.core.verdicts import Verdict


class SeatView(Value):
    name: str
    adapter: str
    model: str | None
    fallback: str | None
    capabilities: tuple[str, ...]
    scripted: bool
    """True: its words come from a script; say so wherever it is shown."""


class PlanView(Value):
    """A round as it is to be held."""

    key: str
    kind: RoundKind
    role: str
    max_output_tokens: int
    iterations: int
    blind: bool
    instructions: str


class TurnView(Value):
    key: str
    seat: str
    round: str
    attempt: int
    iteration: int
    purpose: Purpose
    ask: int
    adapter: str
    status: Literal["open", "done", "failed", "interrupted"]
    text: str
    """What was said; of a turn that broke off, what had been said by then."""
    usage: Usage
    seconds: float
    error: ErrorKind | None
    detail: str
    unreadable: str
    maybe_billed: int
    stance: Stance | None
    diagnosis: Diagnosis | None
    proposed: tuple[str, ...]
    """Paths of the files that were taken from it."""
    deleted: tuple[str, ...]
    """Paths that it would have removed."""
    rejected: tuple[str, ...]
    """Why other files were not taken."""


class PassView(Value):
    """Once around the table."""

    round: str
    attempt: int
    iteration: int
    order: tuple[str, ...]
    blind: bool
    tally: Tally | None
    consultation: Consultation | None


class ClaimView(Value):
    id: str
    by: str
    iteration: int
    about: str
    text: str
    evidence: str
    status: ClaimStatus
    answers: tuple[tuple[str, str, str], ...]
    closed_by: str
    upheld: bool | None
    closing_evidence: str


class JudgementView(Value):
    """A verdict that was read."""

    turn_key: str
    seat: str
    iteration: int
    verdict: Verdict
    dropped: tuple[str, ...]


class ComparisonView(Value):
    """A judge's choice between two candidates."""

    seat: str
    iteration: int
    first: str
    second: str
    winner: str
    """A seat; empty when the answer could not be read as a choice."""
    reason: str


class CandidateView(Value):
    """What one candidate is worth by evidence."""

    seat: str
    report: CheckReport


class FixView(Value):
    number: int
    path: str
    unit: str
    problem: str
    seat: str
    kept: bool | None
    """None: not tried yet."""
    reason: str


class SynthesisView(Value):
    """The merge of a round, as far as it has come."""

    base: str
    take: tuple[UnitSource, ...]
    problems: tuple[str, ...]
    shipped: Literal["merge", "opening", "fixed", "unchanged"] | None
    """None: it is under way."""
    report: CheckReport | None
    floor: CheckReport | None
    floor_seat: str
    trials: int
    provenance: tuple[UnitSource, ...]
    conflicts: tuple[Conflict, ...]
    changed: tuple[str, ...]
    """Paths that differ from the tree before the round."""
    deleted: tuple[str, ...]


class RoundView(Value):
    key: str
    attempt: int
    counts: bool
    """False: it was held anew, and this attempt no longer counts."""
    judge: str
    labels: tuple[Labelled, ...]
    instructions: str
    automatic: bool
    """True: it runs what an earlier one mended, by the setting and unasked."""
    granted: int
    """Iterations that the developer allowed beyond the plan's."""
    claims: tuple[ClaimView, ...]
    judgements: tuple[JudgementView, ...]
    candidates: tuple[CandidateView, ...]
    """By the last survey."""
    comparisons: tuple[ComparisonView, ...]
    chunks: int
    """The last chunk that was begun, by its number; the pass over the borders has none."""
    chunks_total: int
    findings: tuple[MergedFinding, ...]
    synthesis: SynthesisView | None
    fixes: tuple[FixView, ...]
    not_found: tuple[str, ...]
    """Problems that name no place which could be rewritten."""
    edited: tuple[str, ...]
    """Paths that the developer has written or deleted since, in order."""
    outcome: RoundOutcome | None
    summary: str
    lead: str
    file_structure: tuple[str, ...]


class DecisionView(Value):
    lead: str
    text: str
    files_to_modify: tuple[str, ...]
    source: OutcomeName


class ChoiceView(Value):
    question_id: str
    option: str
    text: str
    at: str
    unattended: bool


class NoteView(Value):
    text: str
    at: str
    seq: int


class ChatView(Value):
    """A question to the judge; the answer is the turn of that number, once it is there."""

    number: int
    question: str
    turn_key: str | None


class PauseView(Value):
    reason: Literal["user", "budget", "failure"]
    detail: str


class ChangeView(Value):
    """One change of an apply, and what the King said to it."""

    proposed: Proposed
    digest: str
    """What an approval is bound to; the id of the question about it ends with it."""
    answer: Literal["approved", "declined"] | None


class ApplyView(Value):
    decided_by: str
    """The session whose decision it carries out."""
    changes: tuple[ChangeView, ...]
    """The change set as it stands."""
    rejected: tuple[Objection, ...]
    written: tuple[WrittenFile, ...] | None
    """None: nothing has been written."""
    failed: str
    """Why nothing was written; empty where nothing failed."""
    objections: tuple[Objection, ...]
    """What speaks against it, where it failed."""
    branch: str
    commit: str
    problem: str
    """Why there is no commit; empty where there is one or none was wanted."""
    undone: bool


class ReadingView(Value):
    """What a summon has read of its diff before and while it is discussed."""

    chunks: int
    chunks_total: int
    findings: tuple[MergedFinding, ...]


class RunView(Value):
    """A run of what was built. What it writes is not in it: that stands in the log."""

    number: int
    begun: bool
    """False: it came to nothing before it began, and there is only an error."""
    round: str
    """The round that runs it; empty: the developer."""
    attempt: int
    started: str
    engine: str
    source: str
    services: tuple[str, ...]
    network: Network | None
    limits: RunLimits | None
    settle_seconds: float | None
    variables: bool
    files: str
    """The digest of the files that were run."""
    notes: tuple[str, ...]
    open: bool
    written: int
    """Characters of output so far."""
    addresses: tuple[Address, ...]
    """Where it can be reached now; none once it has ended."""
    good: bool
    """It did what it should, and no test that it printed failed."""
    outcome: RunOutcome | None
    """None: it is under way, or there is an error instead."""
    exit_code: int | None
    detail: str
    seconds: float
    ended: tuple[ServiceEnd, ...]
    tests: tuple[TestResults, ...]
    excerpt: str
    log_bytes: int
    log_dropped: int
    error: RunTrouble | None
    """Why it did not come to be, or left no outcome."""
    reason: str
    remedy: str
    refusals: tuple[RunRefusal, ...]


class FileView(Value):
    path: str
    bytes: int
    binary: bool


class SessionView(Value):
    session: str
    seq: int
    updated: str
    started: str
    workflow: WorkflowName
    topic: str
    project: str
    rehearsal: bool
    """True: at least one seat speaks from a script."""
    seats: tuple[SeatView, ...]
    agenda: tuple[PlanView, ...]
    """Empty: not held by rounds. The round of execution is in it once it is held."""
    judge: str
    """`rotate`, a seat, or empty where nobody judges."""
    judge_model: str | None
    judges: int
    """0: nobody judges."""
    chunk_tokens: int
    auto_advance: bool
    auto_retry: int
    network: Network
    budget: Budget
    max_rounds: int
    phase: str
    """One of `roundtable.core.summary.PHASES`."""
    outcome: OutcomeName | None
    summary: str
    rounds: tuple[RoundView, ...]
    """Those that count and those that were held anew, as they began; empty without an agenda."""
    reading: ReadingView | None
    """None: it is not a summon."""
    passes: tuple[PassView, ...]
    turns: tuple[TurnView, ...]
    """As they were first asked."""
    runs: tuple[RunView, ...]
    """In their order."""
    notes: tuple[NoteView, ...]
    choices: tuple[ChoiceView, ...]
    chats: tuple[ChatView, ...]
    question: Question | None
    decision: DecisionView | None
    paused: PauseView | None
    lost: tuple[str, ...]
    """Seats that cannot answer until somebody acts, by name."""
    apply: ApplyView | None
    files: tuple[FileView, ...]
    """The project as the last round that counts left it, by path."""
    spent: Usage
    maybe_spent: Usage
    active_seconds: float
