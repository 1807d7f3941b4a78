"""A session as plain lines, for pipes and machines without a terminal."""

from typing import TextIO

from roundtable.core import events as e
from roundtable.core.parsing.text import printable
from roundtable.core.state import SessionState, fold
from roundtable.views.apply_sentences import ApplyEvent, apply_lines, parley_lines
from roundtable.views.build_sentences import BuildEvent, build_lines, round_title, spoken
from roundtable.views.chronicle_lines import told_words
from roundtable.views.diagnosis_sentences import (
    DiagnosisEvent,
    diagnosis_lines,
    how_held,
    round_name,
)
from roundtable.views.figures import count, duration, money, plural
from roundtable.views.run_sentences import RunEvent, RunText, run_lines
from roundtable.views.sentences import (
    answer_line,
    ballot_line,
    error_line,
    fallback_line,
    outcome_line,
    retry_line,
    verdict_line,
)


class PlainLines:
    """Prints each thing once it has happened; tokens are not shown one by one."""

    def __init__(self, out: TextIO, state: SessionState | None = None) -> None:
        self._out = out
        self._state = state or SessionState()
        self._written = RunText()

    def see(self, event: e.Event) -> None:
        if isinstance(event, e.Token):
            return
        self._state = fold([event], self._state)
        lines = [f"   {line}" for line in self._written.see(event)]
        lines += _lines(event, self._state)
        if lines:
            self._out.write(printable("\n".join(lines)) + "\n")
            self._out.flush()


def _lines(event: e.Event, state: SessionState) -> list[str]:
    match event:
        case e.SessionStart():
            seats = ", ".join(seat.label for seat in event.seats)
            return [f"Session {event.session}", f"Topic: {event.topic}", f"At the table: {seats}"]
        case e.ContextBuilt():
            tokens = sum(part.tokens for part in event.parts)
            left = f", {len(event.left_out)} left out" if event.left_out else ""
            told = [f"Told of {told_words(event.remembered)}"] if event.remembered else []
            parts = plural(len(event.parts), "part")
            return [f"Context: {parts}, about {count(tokens)} tokens{left}", *told]
        case e.RoundStart():
            return ["", f"== {round_title(state.current, state)}"] if state.current else []
        case e.DebateIteration():
            number, how = event.iteration, how_held(state, event.blind)
            what = f"-- Iteration {number}" if state.current else f"== {round_name(state, number)}"
            return ["", ": ".join(filter(None, (what, how, state.named(event.order))))]
        case e.FilesRead():
            return [
                f"File for the next round: {f.path}"
                + (f" (refused: {f.refused})" if f.refused else "")
                for f in event.files
            ]
        case e.IterationEnd():
            ballots = [f"   {ballot_line(b, _label(state, b.seat))}" for b in event.tally.ballots]
            verdict = verdict_line(event.tally, state)
            return ["", f"Vote of round {event.iteration}:", *ballots, f"   => {verdict}"]
        case e.NoteAdded():
            return [f"Note from the King: {event.text}"]
        case e.TurnEvent() if not isinstance(event, BuildEvent | DiagnosisEvent):
            return _turn_lines(event, _label(state, event.seat), state)
        case _:
            return _workflow_lines(event, state)


def _turn_lines(event: e.TurnEvent, who: str, state: SessionState) -> list[str]:
    match event:
        case e.AgentStart() if event.ask > 1:
            return [f"{who} is asked again"]
        case e.AgentEnd():
            usage = event.usage
            return [
                "",
                f"-- {who} ({duration(event.seconds)}, "
                f"{count(usage.tokens)} tokens, {money(usage.cost_microusd)}"
                f"{', cut off at the most it may say' if event.cut else ''})",
                spoken(event, state),
            ]
        case e.AgentError():
            return [
                "",
                f"-- {who} {error_line(event)}",
            ]
        case e.AgentRetry():
            return [f"   {who}: {retry_line(event)}"]
        case e.Fallback():
            return [f"   {who}: {fallback_line(event)}"]
        case e.AgentInterrupted():
            return [f"-- {who} broke off ({event.cause}); may have been billed"]
        case e.StanceUnreadable():
            again = "has no vote in this round" if event.final else "is asked for the block alone"
            return [f"   {who} {again}: {event.reason}"]
        case _:
            return []


def _workflow_lines(event: e.Event, state: SessionState) -> list[str]:
    """What one workflow has for itself, in its own words; the rest is the court's."""
    if isinstance(event, BuildEvent):
        return build_lines(event, state)
    if isinstance(event, ApplyEvent):
        return apply_lines(event, state)
    if isinstance(event, DiagnosisEvent):
        return diagnosis_lines(event, state)
    if isinstance(event, RunEvent):
        return run_lines(event, state)
    return _court_lines(event, state)


def _court_lines(event: e.Event, state: SessionState) -> list[str]:
    match event:
        case e.Consensus() if event.round:
            return []  # the round's end says the same
        case e.Consensus() | e.KingsDecision():
            return ["", f"Decision (lead: {_label(state, event.lead)}):", event.decision.strip()]
        case e.Escalation() | e.ChoiceOffered():
            options = [f"   {o.id}: {o.label} ({o.effect})" for o in event.question.options]
            return [*parley_lines(event.question, state), "", event.question.prompt, *options]
        case e.HumanChoice():
            return [answer_line(event)]
        case e.SessionPaused():
            return ["", f"Paused ({event.reason})" + (f": {event.detail}" if event.detail else "")]
        case e.SessionResumed():
            return ["Resumed"]
        case e.SessionEnd():
            spent = state.spent
            return [
                "",
                f"Outcome: {outcome_line(state)}",
                f"Cost: {money(spent.cost_microusd)}, {count(spent.tokens)} tokens, "
                f"{duration(state.active_seconds)}",
            ]
        case _:
            return []


def _label(state: SessionState, seat: str) -> str:
    return state.seat(seat).label
