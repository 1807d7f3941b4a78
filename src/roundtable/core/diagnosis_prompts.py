"""What a doctor is asked in a code-red, rendered from the state and the templates beside this."""

from dataclasses import dataclass, replace
from functools import lru_cache

from roundtable.core import root_cause_words, symptoms
from roundtable.core.context import ContextPart
from roundtable.core.diagnoses import Diagnosis, pass_name
from roundtable.core.parsing.json_blocks import without_last_block
from roundtable.core.prompts import excerpts_shown
from roundtable.core.quoting import Prompt, Quoted, mark_for, template
from roundtable.core.seats import Seat
from roundtable.core.state import SessionState
from roundtable.core.steps import PlannedTurn
from roundtable.core.tokens import characters_for, estimate
from roundtable.core.turns import Turn

LOG_SHARE = 0.3
"""How much of a prompt that is too long the log may fill before anything else gives way."""
_LEAST_LOG = 2_000
"""Characters of the log that stay whatever happens."""
KEY_FORM = root_cause_words.NOTHING_AT_ALL.split()[0]
"""What stands for the key in the form of a block; given back as it is, it says nothing."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """What of the record stands in a prompt."""

    first: int
    """The first pass that is shown."""
    parts: tuple[ContextPart, ...]
    log: symptoms.Excerpt
    left_out: tuple[str, ...] = ()


def diagnosis_prompt(state: SessionState, turn: PlannedTurn, limit_tokens: int) -> Prompt:
    """The prompt of a code-red's turn. Too long, it loses the middle of the log, then the oldest
    passes, then the context, the least important part first. The last pass, the log's first error
    and its end, and the King's words stay.
    """
    opening = state.opening
    system = _system(state.seat(turn.seat), opening.seats, opening.project, opening.language)
    log = symptoms.log_of(state)
    shown = _Shown(0, state.context.parts if state.context else (), symptoms.Excerpt(log))
    text = _render(state, turn, shown)
    while turn.purpose != "block" and estimate(system) + estimate(text) > limit_tokens:
        less = _less(shown, turn, log, characters_for(limit_tokens))
        if less is None:
            break
        shown, text = less, _render(state, turn, less)
    return Prompt(system=system, text=text, left_out=(*shown.log.left_out, *shown.left_out))


def _less(shown: _Shown, turn: PlannedTurn, log: str, room: int) -> _Shown | None:
    """One thing less; None when nothing is left that may go."""
    share = max(_LEAST_LOG, int(room * LOG_SHARE))
    if len(shown.log.text) > share:
        return replace(shown, log=symptoms.log_excerpt(log, share))
    if shown.first < turn.iteration - 1:
        left_out = (*shown.left_out, pass_name(shown.first))
        return replace(shown, first=shown.first + 1, left_out=left_out)
    expendable = [part for part in shown.parts if part.kind != "decrees"]
    if expendable:
        parts = tuple(part for part in shown.parts if part is not expendable[-1])
        return replace(shown, parts=parts, left_out=(*shown.left_out, expendable[-1].title))
    if len(shown.log.text) > _LEAST_LOG:
        return replace(shown, log=symptoms.log_excerpt(log, _LEAST_LOG))
    return None


@lru_cache(maxsize=256)
def _system(seat: Seat, table: tuple[Seat, ...], project: str, language: str) -> str:
    """What a doctor is told of itself and the others: the same in every turn."""
    return template("diagnosis_system").render(
        seat=seat,
        others=[other.name for other in table if other.name != seat.name],
        project=project,
        language=language,
    )


def _render(state: SessionState, turn: PlannedTurn, shown: _Shown) -> str:
    # Decrees are the King's own words: they bind, so they are not quoted as material.
    decrees = [part.text for part in shown.parts if part.kind == "decrees"]
    context = [Quoted(part.title, part.text) for part in shown.parts if part.kind != "decrees"]
    passes = [
        (pass_name(held.iteration), [_said(state, t) for t in state.said(held.iteration)])
        for held in state.iterations
        if held.iteration >= shown.first and (held.iteration < turn.iteration or not held.blind)
    ]
    excerpts = excerpts_shown(state)
    own = state.turns.get(turn.key.removesuffix("/block"))
    own_text = own.text if own else ""
    keys = _keys(state, turn)
    quoted = [*context, *excerpts, *(q for _, said in passes for q in said)]
    texts = (*(f"{q.heading}\n{q.text}" for q in quoted), shown.log.text, keys, own_text)
    chosen = template("diagnosis_block" if turn.purpose == "block" else "diagnosis_turn")
    return chosen.render(
        mark=mark_for(state, turn, texts),
        symptom=symptoms.symptom_of(state),
        log=shown.log,
        origin=state.given.origin if state.given else "",
        context=context,
        decrees=decrees,
        skipped=[pass_name(number) for number in range(shown.first)],
        passes=passes,
        keys=keys,
        excerpts=excerpts,
        notes=[note.text for note in state.notes],
        seat=turn.seat,
        iteration=turn.iteration,
        pass_name=pass_name(turn.iteration),
        key_form=KEY_FORM,
        own_text=own_text,
        problem=own.unreadable if own else "",
    )


def _said(state: SessionState, turn: Turn) -> Quoted:
    """A doctor's block in plain lines, wherever it was given, then its words."""
    alone = state.turns.get(f"{turn.key}/block")
    block = turn.diagnosis or (alone.diagnosis if alone else None)
    read = _plain(block) if block else "(no block could be read)"
    return Quoted(turn.seat, f"{read}\n\n{without_last_block(turn.text)}".strip())


def _plain(block: Diagnosis) -> str:
    lists = {
        "evidence": block.evidence,
        "rules out": block.rules_out,
        "confirms": block.confirms,
        "next test": (block.next_test,) if block.next_test else (),
        "would mend it so": (block.proposal,) if block.proposal else (),
    }
    told = [f"root_cause_key: {block.root_cause_key}, confidence {block.confidence_score}/10"]
    for title, items in lists.items():
        told += [f"{title}:", *(f"- {item}" for item in items)] if items else []
    return "\n".join(told)


def _keys(state: SessionState, turn: PlannedTurn) -> str:
    """The keys of the last pass that was counted, those that mean one cause together."""
    if turn.iteration < 2 or not state.consultations:
        return ""
    last = state.consultations[-1]
    by_seat = {o.seat: o for o in last.opinions}
    told = [
        f"{' = '.join(cause.keys)}: "
        + ", ".join(f"{seat} {by_seat[seat].confidence}/10" for seat in cause.doctors)
        for cause in last.causes
    ]
    named = {seat for cause in last.causes for seat in cause.doctors}
    told += [f"no key yet: {o.seat}" for o in last.opinions if o.seat not in named]
    return "\n".join(told)
