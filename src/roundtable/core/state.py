"""The fold: a session's events become its state, and nothing else does."""

import itertools
from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from roundtable.core import events as e
from roundtable.core.applying import ApplyChange, advanced
from roundtable.core.errors import LASTING, LogDamaged
from roundtable.core.reading_round import ReadingChange, read_on
from roundtable.core.rounds import RoundChange, RoundState, belongs_to, changed, project_files
from roundtable.core.runs import RunChange, ran
from roundtable.core.session_state import Decision, SessionState
from roundtable.core.turns import Turn, begun

__all__ = ["Decision", "SessionState", "evolve", "fold"]


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
    state = _evolve_workflow(_with(state, seq=event.seq, updated=event.at), event)
    if isinstance(event, TurnChange):
        return _evolve_turn(state, event)
    if isinstance(event, Elsewhere | RunChange):
        return state
    match event:
        case e.SessionStart():
            return _with(state, session=event.session, start=event, budget=event.budget)
        case e.ContextBuilt():
            return _with(state, context=event)
        case e.RoundStart():
            return _opened(state, event)
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
            | e.Diagnosed()
        ):
            return _evolve_court(state, event)
        case e.ConsultationEnd():
            return _with(state, consultations=(*state.consultations, event.consultation))
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
    | e.Diagnosed
)
Elsewhere = (
    e.ChangesProposed
    | e.ScopeWidened
    | e.ChangesApplied
    | e.ChangesNotApplied
    | e.ChangesCommitted
    | e.ChangesUndone
    | e.CaseClosed
    | e.DecisionCommitted
    | e.DecisionReverted
)
"""Events that `_evolve_workflow` has taken in, or that belong to no session's state."""
TurnChange = (
    e.AgentStart
    | e.AgentEnd
    | e.AgentError
    | e.AgentInterrupted
    | e.AgentRetry
    | e.Fallback
    | e.StanceRead
    | e.StanceUnreadable
    | e.DiagnosisRead
    | e.DiagnosisUnreadable
)


def _opened(state: SessionState, event: e.RoundStart) -> SessionState:
    """A round begins, also in a build that had ended: what was built is run, and looked at."""
    if state.opening.agenda is None:
        return _with(state, round=event, reopened=None)
    return _with(
        state,
        round=event,
        rounds=(*state.rounds, RoundState(event)),
        reopened=None,
        reruns=state.reruns + 1 if event.automatic else 0,
        question=None,
        ended=None,
    )


def _evolve_workflow(state: SessionState, event: e.Event) -> SessionState:
    """What stands apart: runs, an apply's change set, what a summon has read."""
    if isinstance(event, RunChange):
        return _with(state, runs=ran(state.runs, event))
    workflow = state.start.workflow if state.start else ""
    if workflow == "apply" and isinstance(event, ApplyChange):
        applying = advanced(state.applying, event)
        return _with(state, applying=applying, project=applying.files)
    if workflow == "summon" and isinstance(event, ReadingChange):
        return _with(state, reading=read_on(state.reading, event))
    return state


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
        case e.Diagnosed():
            decision = Decision(event.lead, event.decision, event.files_to_modify, "diagnosed")
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
                reruns=0,
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
        case e.FilesGiven() if state.opening.workflow == "apply":
            earlier = state.given.files if state.given else ()
            files = (*earlier, *event.files)
            return _with(state, given=event.model_copy(update={"files": files}))
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
    if isinstance(event, e.SynthesisStart) and current.ended:
        return _rebuilt(_with(state, decision=None))  # the developer directs the merge anew
    return _rebuilt(state) if isinstance(event, e.SynthesisEnd | e.FilesEdited) else state


def _rebuilt(state: SessionState) -> SessionState:
    """The project's files: those given, with what came of each counting round."""
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
        case e.StanceRead() | e.DiagnosisRead() | e.StanceUnreadable() | e.DiagnosisUnreadable():
            return _with_turn(state, _read(before, event))
        case _:
            assert_never(event)


def _read(
    turn: Turn,
    event: e.StanceRead | e.DiagnosisRead | e.StanceUnreadable | e.DiagnosisUnreadable,
) -> Turn:
    match event:
        case e.StanceRead():
            return replace(turn, stance=event.stance)
        case e.DiagnosisRead():
            return replace(turn, diagnosis=event.diagnosis)
        case _:
            return replace(turn, unreadable=event.reason)


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
