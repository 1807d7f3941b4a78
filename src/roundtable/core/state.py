"""The state of a session: what its events amount to, and nothing else."""

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from roundtable.core import events as e
from roundtable.core.agenda import Agenda
from roundtable.core.budget import Budget, Usage
from roundtable.core.errors import LASTING, LogDamaged
from roundtable.core.questions import Question
from roundtable.core.rounds import RoundChange, RoundState, belongs_to, changed, project_files
from roundtable.core.rules import Rules
from roundtable.core.seats import Seat, together
from roundtable.core.stances import Tally
from roundtable.core.turns import Turn, begun


@dataclass(frozen=True, slots=True)
class Decision:
    lead: str
    text: str
    files_to_modify: tuple[str, ...]
    source: e.OutcomeName


@dataclass(frozen=True)
class SessionState:
    session: str = ""
    seq: int = 0
    updated: str = ""
    start: e.SessionStart | None = None
    budget: Budget = field(default_factory=Budget)
    context: e.ContextBuilt | None = None
    round: e.RoundStart | None = None
    iterations: tuple[e.DebateIteration, ...] = ()
    turns: Mapping[str, Turn] = field(default_factory=dict)
    tallies: tuple[Tally, ...] = ()
    """One for each iteration that has ended."""
    files: tuple[e.FilesRead, ...] = ()
    notes: tuple[e.NoteAdded, ...] = ()
    rounds: tuple[RoundState, ...] = ()
    """The rounds of a build that count, in order."""
    superseded: tuple[RoundState, ...] = ()
    """Rounds that were reopened, and those that had followed them."""
    reopened: e.RoundReopened | None = None
    """The round that is to be held anew, until it starts."""
    given: e.FilesGiven | None = None
    project: Mapping[str, e.ProjectFile] = field(default_factory=dict)
    """The files as the last round left them."""
    chats: tuple[e.ChatAsked, ...] = ()
    decision: Decision | None = None
    question: Question | None = None
    """Open until the King answers."""
    choices: tuple[e.HumanChoice, ...] = ()
    escalated: tuple[int, ...] = ()
    """Iterations after which the King has been asked."""
    extra_rounds: int = 0
    decrees: tuple[e.DecreeAdded, ...] = ()
    lost: frozenset[str] = frozenset()
    """Seats that cannot answer until somebody acts."""
    paused: e.SessionPaused | None = None
    ended: e.SessionEnd | None = None
    spent: Usage = field(default_factory=Usage)
    maybe_spent: Usage = field(default_factory=Usage)
    """The worst case of turns that broke off and may have been billed."""
    active_seconds: float = 0.0

    @property
    def opening(self) -> e.SessionStart:
        if self.start is None:
            raise LogDamaged(
                f"session {self.session or '?'} has no session_start event",
                "run `roundtable rebuild --salvage`",
            )
        return self.start

    @property
    def rules(self) -> Rules:
        return self.opening.rules

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.opening.seats

    @property
    def max_rounds(self) -> int:
        return self.rules.max_rounds + self.extra_rounds

    @property
    def iteration(self) -> e.DebateIteration | None:
        return self.iterations[-1] if self.iterations else None

    @property
    def agenda(self) -> Agenda:
        agenda = self.opening.agenda
        if agenda is None:
            raise LogDamaged(
                f"session {self.session} has rounds but no agenda", "run `roundtable rebuild`"
            )
        return agenda

    @property
    def current(self) -> RoundState | None:
        """The last round that counts, ended or not."""
        return self.rounds[-1] if self.rounds else None

    @property
    def tree(self) -> dict[str, str]:
        """The project's text files by path."""
        return {path: file.text for path, file in self.project.items() if not file.binary}

    @property
    def committed(self) -> Usage:
        """What counts against the caps: spent, maybe spent, and reserved by open turns."""
        reserved = (t.reserved for t in self.turns.values() if t.status == "open")
        return sum(reserved, self.spent + self.maybe_spent)

    @property
    def rehearsal(self) -> bool:
        return any(seat.scripted for seat in self.seats)

    def seat(self, name: str) -> Seat:
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise LogDamaged(
            f"session {self.session} names a seat {name!r} that it does not have",
            "run `roundtable rebuild --salvage`",
        )

    def named(self, names: Iterable[str]) -> str:
        """These seats as a person may see them."""
        return together(self.seat(name) for name in names)

    def said(self, iteration: int) -> tuple[Turn, ...]:
        """The completed speeches of an iteration of this round, in the order of asking."""
        held = f"{self.round.round}.{self.round.attempt}." if self.round else ""
        return tuple(
            t
            for t in self.turns.values()
            if t.iteration == iteration
            and t.purpose == "speak"
            and t.status == "done"
            and t.key.startswith(held)
        )


def fold(events: Iterable[e.Event], state: SessionState | None = None) -> SessionState:
    """The state that these events lead to."""
    current = state or SessionState()
    for event in events:
        current = evolve(current, event)
    return current


def evolve(state: SessionState, event: e.Event) -> SessionState:  # noqa: C901 -- one case an event
    """One event further. A token leaves no trace: the turn's end holds its text."""
    if isinstance(event, e.Token):
        return state
    state = _with(state, seq=event.seq, updated=event.at)
    if isinstance(event, TurnChange):
        return _evolve_turn(state, event)
    match event:
        case e.SessionStart():
            return _with(state, session=event.session, start=event, budget=event.budget)
        case e.ContextBuilt():
            return _with(state, context=event)
        case e.RoundStart():
            opened = (RoundState(event),) if state.opening.agenda else ()
            return _with(state, round=event, rounds=(*state.rounds, *opened), reopened=None)
        case e.DebateIteration():
            state = _with(state, iterations=(*state.iterations, event))
            return _evolve_round(state, event)
        case e.FilesRead():
            return _with(state, files=(*state.files, event))
        case e.IterationEnd():
            return _with(state, tallies=(*state.tallies, event.tally))
        case e.NoteAdded():
            return _with(state, notes=(*state.notes, event))
        case e.SessionPaused():
            return _with(state, paused=event)
        case e.SessionResumed():
            budget = event.budget or state.budget
            return _with(state, paused=None, lost=frozenset(), budget=budget)
        case e.SessionEnd():
            return _with(state, ended=event, paused=None, question=None)
        case e.FilesGiven() | e.RoundReopened() | e.ChatAsked():
            return _evolve_build(state, event)
        case (
            e.Consensus()
            | e.KingsDecision()
            | e.Escalation()
            | e.ChoiceOffered()
            | e.HumanChoice()
            | e.DecreeAdded()
            | e.DecreeRevoked()
        ):
            return _evolve_court(state, event)
        case _:
            return _evolve_round(state, event)


CourtEvent = (
    e.Consensus
    | e.KingsDecision
    | e.Escalation
    | e.ChoiceOffered
    | e.HumanChoice
    | e.DecreeAdded
    | e.DecreeRevoked
)
TurnChange = (
    e.AgentStart
    | e.AgentEnd
    | e.AgentError
    | e.AgentInterrupted
    | e.AgentRetry
    | e.Fallback
    | e.StanceRead
    | e.StanceUnreadable
)


def _evolve_court(state: SessionState, event: CourtEvent) -> SessionState:
    """Decisions, questions and the King's answers."""
    match event:
        case e.Consensus():
            decision = Decision(event.lead, event.decision, event.files_to_modify, "consensus")
            return _with(state, decision=decision)
        case e.KingsDecision():
            source: e.OutcomeName = "kings_pick" if event.how == "pick" else "kings_decree"
            decision = Decision(event.lead, event.decision, event.files_to_modify, source)
            return _with(state, decision=decision)
        case e.Escalation():
            escalated = (*state.escalated, event.iteration)
            state = _with(state, question=event.question, escalated=escalated)
            return _evolve_round(state, event) if event.round else state
        case e.ChoiceOffered():
            return _with(state, question=event.question)
        case e.HumanChoice():
            state = _with(
                state,
                question=None,
                choices=(*state.choices, event),
                extra_rounds=state.extra_rounds + event.rounds,
                lost=frozenset(),
            )
            if state.current and event.rounds:
                granted = state.current.granted + event.rounds
                last = replace(state.current, granted=granted)
                return _with(state, rounds=(*state.rounds[:-1], last))
            return state
        case e.DecreeAdded():
            return _with(state, decrees=(*state.decrees, event))
        case e.DecreeRevoked():
            return state
        case _:
            assert_never(event)


def _evolve_build(
    state: SessionState, event: e.FilesGiven | e.RoundReopened | e.ChatAsked
) -> SessionState:
    match event:
        case e.FilesGiven():
            return _rebuilt(_with(state, given=event))
        case e.RoundReopened():
            kept = tuple(itertools.takewhile(lambda r: r.key != event.round, state.rounds))
            dropped = state.rounds[len(kept) :]
            return _rebuilt(
                _with(
                    state,
                    rounds=kept,
                    superseded=(*state.superseded, *dropped),
                    reopened=event,
                    question=None,
                    ended=None,
                    decision=None,
                    lost=frozenset(),
                )
            )
        case e.ChatAsked():
            return _with(state, chats=(*state.chats, event))
        case _:
            assert_never(event)


def _evolve_round(state: SessionState, event: RoundChange) -> SessionState:
    """The round that the event belongs to goes on; one that no longer counts stays as it is."""
    if isinstance(event, e.VerdictUnreadable | e.FindingsUnreadable):
        before = state.turns.get(event.turn_key)
        if before:
            state = _with_turn(state, replace(before, unreadable=event.reason))
    current = state.current
    if current is None or belongs_to(event) != (current.key, current.attempt):
        return state
    state = _with(state, rounds=(*state.rounds[:-1], changed(current, event)))
    return _rebuilt(state) if isinstance(event, e.SynthesisEnd) else state


def _rebuilt(state: SessionState) -> SessionState:
    """The project's files: those given, with what each counting round made of them."""
    return _with(state, project=project_files(state.given, state.rounds))


def _evolve_turn(state: SessionState, event: TurnChange) -> SessionState:
    """A turn begins, ends, breaks off, or is read."""
    before = state.turns.get(event.turn_key)
    if isinstance(event, e.AgentStart):
        return _with_turn(state, begun(event, before))
    if before is None:
        raise LogDamaged(
            f"event {event.seq} of session {state.session} belongs to a turn that never started",
            "run `roundtable rebuild --salvage`",
        )
    match event:
        case e.AgentEnd():
            done = replace(
                before,
                status="done",
                text=event.text,
                usage=event.usage,
                seconds=event.seconds,
            )
            spent = state.spent + event.usage
            state = _with(state, spent=spent, active_seconds=event.active_seconds)
            return _with_turn(state, done)
        case e.AgentError():
            lost = state.lost | _lost(event, before)
            failed = replace(
                before,
                status="failed",
                error=event.kind,
                detail=event.detail,
                text=event.partial,
                seconds=event.seconds,
            )
            maybe = state.maybe_spent + before.reserved if event.partial else state.maybe_spent
            state = _with(state, lost=lost, maybe_spent=maybe, active_seconds=event.active_seconds)
            return _with_turn(state, failed)
        case e.AgentInterrupted():
            billed = before.maybe_billed + 1
            broken = replace(before, status="interrupted", maybe_billed=billed, text=event.partial)
            maybe = state.maybe_spent + before.reserved
            return _with_turn(_with(state, maybe_spent=maybe), broken)
        case e.AgentRetry():
            return state
        case e.Fallback():
            return _with_turn(state, replace(before, adapter=event.to))
        case e.StanceRead():
            return _with_turn(state, replace(before, stance=event.stance))
        case e.StanceUnreadable():
            return _with_turn(state, replace(before, unreadable=event.reason))
        case _:
            assert_never(event)


def _lost(event: e.AgentError, turn: Turn) -> frozenset[str]:
    """The seat, where asking it again cannot help; a question about the session changes nothing."""
    lasts = event.kind in LASTING and turn.purpose != "chat"
    return frozenset({event.seat}) if lasts else frozenset()


def _with_turn(state: SessionState, turn: Turn) -> SessionState:
    return _with(state, turns={**state.turns, turn.key: turn})


def _with(state: SessionState, **changes: object) -> SessionState:
    """The state with these changes; `dataclasses.replace` would take ten times as long."""
    changed = object.__new__(SessionState)
    changed.__dict__.update(state.__dict__)
    changed.__dict__.update(changes)
    return changed
