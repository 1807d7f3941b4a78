"""What an event of a code-red means, in lines for people. Every view shares these words."""

from typing import assert_never

from roundtable.core import events as e
from roundtable.core.diagnoses import (
    CONFIDENT,
    UNKNOWN,
    Consultation,
    Diagnosis,
    Opinion,
    RootCause,
    pass_name,
)
from roundtable.core.parsing.text import one_line
from roundtable.core.state import SessionState
from roundtable.views.figures import plural

DiagnosisEvent = e.DiagnosisRead | e.DiagnosisUnreadable | e.ConsultationEnd | e.Diagnosed
_WIDTH = 300


def diagnosis_lines(event: DiagnosisEvent, state: SessionState) -> list[str]:
    """The event in plain lines; the state is the one after it."""
    match event:
        case e.DiagnosisRead():
            return []  # told for all at the end of the round
        case e.DiagnosisUnreadable():
            return [f"   {unreadable_line(event, state)}"]
        case e.ConsultationEnd():
            return ["", *_consultation_lines(event, state)]
        case e.Diagnosed():
            lead = state.seat(event.lead).label
            return ["", f"Diagnosis (lead: {lead}):", event.decision.strip()]
        case _:
            assert_never(event)


def round_name(state: SessionState, number: int) -> str:
    """A round as this session calls it: `Round 2`, or `Triage`, or `Blind round`."""
    if state.opening.workflow != "code-red":
        return f"Round {number}"
    name = pass_name(number).removeprefix("the ")
    return f"{name[0].upper()}{name[1:]}"


def how_held(state: SessionState, blind: bool) -> str:
    """What is said of a round in which nobody sees another."""
    if not blind:
        return ""
    return "all at once" if state.opening.workflow == "code-red" else "blind, all at once"


def log_line(event: e.FilesGiven) -> str:
    """The log that a code-red is given."""
    lines = sum(file.text.count("\n") + 1 for file in event.files)
    return f"The log, from {event.origin}: {plural(lines, 'line')}"


def unreadable_line(event: e.DiagnosisUnreadable, state: SessionState) -> str:
    again = "has no diagnosis in this round" if event.final else "is asked for the block alone"
    return f"{state.seat(event.seat).label} {again}: {event.reason}"


def opinion_line(opinion: Opinion, label: str) -> str:
    key, confidence = opinion_columns(opinion)
    why = f"confidence {confidence}" if opinion.status == "given" else opinion.why
    return f"{label}: {key}, {why}"


def opinion_columns(opinion: Opinion) -> tuple[str, str]:
    """The key and the confidence as a table shows them."""
    if opinion.status != "given":
        return ("no readable block" if opinion.status == "unreadable" else "did not answer"), "–"  # noqa: RUF001
    return ("cannot say yet" if opinion.key == UNKNOWN else opinion.key), f"{opinion.confidence}/10"


def consultation_line(consultation: Consultation, state: SessionState, number: int) -> str:
    """What a round came to, naming who was counted."""
    without = ""
    if consultation.silent:
        without = f"; no diagnosis from {state.named(consultation.silent)}"
    if consultation.verdict == "too_few":
        answered = state.named(consultation.answered)
        heard = f"only {answered} could be read, and one alone never converges"
        return (
            f"no diagnosis: {heard if consultation.answered else 'nobody could be read'}{without}"
        )
    if consultation.verdict == "converged":
        cause = consultation.causes[0]
        return f"converged on {_keys(cause)}: {state.named(cause.sure)}{without}"
    suspects = plural(len(consultation.causes), "suspect") if consultation.causes else "no suspect"
    if number == 0:
        return f"{suspects} so far; a triage is not counted{without}"
    return f"still open: {suspects}, {_surest(consultation, state)}{without}"


def evidence_of(state: SessionState, number: int) -> dict[str, Diagnosis]:
    """What each doctor's block of a round says, wherever it was given."""
    return {
        turn.seat: turn.diagnosis
        for turn in state.turns.values()
        if turn.iteration == number and turn.diagnosis
    }


def _consultation_lines(event: e.ConsultationEnd, state: SessionState) -> list[str]:
    number, consultation = event.iteration, event.consultation
    blocks = evidence_of(state, number)
    lines = [f"After {pass_name(number)}:"]
    for opinion in consultation.opinions:
        lines.append(f"   {opinion_line(opinion, state.seat(opinion.seat).label)}")
        block = blocks.get(opinion.seat)
        lines += [f"      - {one_line(item, _WIDTH)}" for item in (block.evidence if block else ())]
    return [*lines, f"   => {consultation_line(consultation, state, number)}"]


def _surest(consultation: Consultation, state: SessionState) -> str:
    """Why the strongest of them is not enough."""
    sure = [cause for cause in consultation.causes if cause.sure]
    if not sure:
        return f"nobody is sure ({CONFIDENT} or more)"
    if len(sure[0].sure) > 1:
        return "and as many are sure of one as of another"
    told = ", ".join(f"{state.named(cause.sure)} of {cause.key}" for cause in sure)
    return f"sure alone: {told}"


def _keys(cause: RootCause) -> str:
    also = f" (also {', '.join(cause.keys[1:])})" if cause.keys[1:] else ""
    return f"{cause.key}{also}"
