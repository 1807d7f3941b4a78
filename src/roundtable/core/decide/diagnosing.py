"""What a code-red comes to: the diagnosis in full, who leads, and what the King can do with it."""

from collections.abc import Callable, Iterable

from roundtable.core import events as e
from roundtable.core.decide import court
from roundtable.core.decide.around import heard
from roundtable.core.decide.court import Position
from roundtable.core.diagnoses import UNKNOWN, Consultation, Diagnosis, Opinion, RootCause
from roundtable.core.parsing.json_blocks import without_last_block
from roundtable.core.parsing.text import excerpt
from roundtable.core.questions import Option, Question
from roundtable.core.root_causes import same_cause
from roundtable.core.seats import Seat
from roundtable.core.state import SessionState

DIAGNOSIS = "diagnosis"
"""The round of a code-red, and what the King takes when he takes a doctor's word."""
_MOST_WORDS = 2_000
_MOST_ITEMS = 40


def opinion(state: SessionState, iteration: e.DebateIteration, seat: Seat) -> Opinion:
    """How a doctor stands in this iteration alone."""
    found = heard(state, iteration, seat.name)
    if not isinstance(found.block, Diagnosis):
        return Opinion(
            seat=seat.name,
            status="lost" if found.status == "lost" else "unreadable",
            why=found.why,
        )
    return Opinion(
        seat=seat.name,
        status="given",
        key=found.block.root_cause_key,
        confidence=found.block.confidence_score,
    )


def ranked(state: SessionState, doctors: Iterable[str]) -> list[Seat]:
    """The surest first; ties by fit to the symptom, then by priority."""
    confidence = {o.seat: o.confidence or 0 for c in state.consultations for o in c.opinions}
    return court.best_first(state, doctors, lambda seat: confidence.get(seat, 0))


def diagnosed(state: SessionState, consultation: Consultation) -> e.Diagnosed:
    """The cause on which doctors converged, with all that speaks for it."""
    cause = consultation.causes[0]
    doctors = [seat.name for seat in ranked(state, cause.sure)]
    unsure = [seat for seat in cause.doctors if seat not in doctors]
    blocks = _blocks(state, [*doctors, *unsure], cause.key)
    return e.Diagnosed(
        iteration=len(state.consultations) - 1,
        key=cause.key,
        doctors=tuple(doctors),
        lead=doctors[0],
        decision=_told(state, consultation, cause, doctors[0], blocks),
        files_to_modify=_files(blocks),
        answered=consultation.answered,
        silent=consultation.silent,
    )


def positions(state: SessionState) -> dict[str, Position]:
    """What each doctor who names a cause holds it to be, in the order of the seats."""
    found: dict[str, Position] = {}
    for seat in state.seats:
        last = next(iter(_given(state, seat.name)), None)
        if last is None or last.root_cause_key == UNKNOWN:
            continue
        blocks = _blocks(state, (seat.name,), last.root_cause_key)
        headed = f"{_headed((last.root_cause_key,))} Confidence: {last.confidence_score}/10."
        found[seat.name] = Position(
            _joined(headed, _words(state, seat.name), *_grounds(state, blocks)),
            _files(blocks),
        )
    return found


def kings_choice(state: SessionState) -> Question:
    """What shall become of the diagnosis."""
    decision = state.decision
    assert decision is not None
    leader = state.seat(decision.lead).label
    who = "The doctors agree" if decision.source == "diagnosed" else "You have decided"
    return Question(
        id=court.KINGS_CHOICE,
        kind="kings_choice",
        prompt=f"{who}; {leader} would lead. What shall become of it?",
        options=(
            Option(
                id="apply", label="Fix now", effect=f"{leader} writes it; you approve each file"
            ),
            Option(id="report", label="Report only", effect="the case stays open in error-log.md"),
            Option(id="log", label="Log for later", effect="the case is parked in error-log.md"),
        ),
        unattended="log",
    )


_Block = tuple[str, Diagnosis]


def _blocks(state: SessionState, doctors: Iterable[str], key: str) -> list[_Block]:
    """What these doctors said of this cause, by doctor and the newest of each first."""
    return [
        (seat, block)
        for seat in doctors
        for block in _given(state, seat)
        if same_cause(block.root_cause_key, key)
    ]


def _given(state: SessionState, seat: str) -> list[Diagnosis]:
    """Every block of a doctor, the newest first."""
    turns = state.turns.values()
    return [t.diagnosis for t in turns if t.seat == seat and t.diagnosis][::-1]


def _told(
    state: SessionState,
    consultation: Consultation,
    cause: RootCause,
    lead: str,
    blocks: list[_Block],
) -> str:
    """The whole diagnosis as a person, or a knight who mends it, reads it."""
    agreed = [o for o in consultation.opinions if o.seat in cause.doctors]
    others = [o for o in consultation.opinions if o.status == "given" and o not in agreed]
    held = f"Held by {', '.join(_sure(state, o) for o in agreed)}."
    if others:
        held += f" Of another mind: {', '.join(f'{_sure(state, o)} `{o.key}`' for o in others)}."
    return _joined(
        _headed(cause.keys),
        held,
        _words(state, lead),
        *_grounds(state, blocks),
    )


def _headed(keys: tuple[str, ...]) -> str:
    """The cause in words, and the keys under which it goes, the first of them first."""
    named = " = ".join(f"`{key}`" for key in keys)
    return f"**Cause: {keys[0].replace('-', ' ')}.** Key: {named}."


def _sure(state: SessionState, opinion: Opinion) -> str:
    return f"{state.seat(opinion.seat).label} {opinion.confidence}/10"


def _joined(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)


def _words(state: SessionState, seat: str) -> str:
    """How the doctor put it, without its block."""
    spoken = [
        t.text
        for t in state.turns.values()
        if t.seat == seat and t.purpose == "speak" and t.status == "done"
    ]
    words = excerpt(without_last_block(spoken[-1]), _MOST_WORDS) if spoken else ""
    return f"In the words of {state.seat(seat).label}:\n\n{words}" if words else ""


def _grounds(state: SessionState, blocks: list[_Block]) -> tuple[str, ...]:
    """What speaks for the cause and against others, and what is to be done."""
    return (
        _listed("Evidence", blocks, lambda d: d.evidence),
        _listed("Ruled out", blocks, lambda d: d.rules_out),
        _listed("Found in order", blocks, lambda d: d.confirms),
        _listed("Next tests", blocks, lambda d: (d.next_test,)),
        _proposal(state, blocks),
        _listed("Files", blocks, lambda d: tuple(f"`{f}`" for f in d.files_to_modify)),
    )


def _listed(title: str, blocks: list[_Block], items: Callable[[Diagnosis], tuple[str, ...]]) -> str:
    found = _once(item for _, block in blocks for item in items(block))
    shown = [f"- {item}" for item in found[:_MOST_ITEMS]]
    more = [f"- and {len(found) - _MOST_ITEMS} more in the record"] if found[_MOST_ITEMS:] else []
    return "\n".join((f"{title}:", "", *shown, *more)) if shown else ""


def _once(items: Iterable[str]) -> list[str]:
    """Each of these once, however it is spaced, cased and ended."""
    found: dict[str, str] = {}
    for item in items:
        plain = " ".join(item.casefold().split()).rstrip(" .;!")
        if plain:
            found.setdefault(plain, " ".join(item.split()))
    return list(found.values())


def _proposal(state: SessionState, blocks: list[_Block]) -> str:
    """How the first of them who says so would mend it."""
    found = next(((seat, d.proposal) for seat, d in blocks if d.proposal), None)
    if found is None:
        return ""
    return f"Proposal of {state.seat(found[0]).label}:\n\n{found[1]}"


def _files(blocks: list[_Block]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(f for _, block in blocks for f in block.files_to_modify))
