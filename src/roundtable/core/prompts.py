"""What a knight is asked in a discussion, rendered from the state and the templates beside this."""

from functools import lru_cache

from roundtable.core.context import ContextPart, FileExcerpt
from roundtable.core.parsing.text import one_line
from roundtable.core.quoting import Prompt, Quoted, mark_for, template
from roundtable.core.seats import Seat
from roundtable.core.state import SessionState
from roundtable.core.steps import PlannedTurn
from roundtable.core.tokens import estimate


def debate_prompt(state: SessionState, turn: PlannedTurn, limit_tokens: int) -> Prompt:
    """The prompt of a discussion's turn; too long, it loses the oldest rounds, then the context.

    Of the context the least important part goes first. The last round and the King's words stay.
    """
    system = system_words(state, turn)
    parts = state.context.parts if state.context else ()
    first = 1
    left_out: list[str] = []
    while True:
        text = _render(state, turn, first, parts)
        if estimate(system) + estimate(text) <= limit_tokens:
            break
        expendable = [part for part in parts if part.kind != "decrees"]
        if first < turn.iteration:
            left_out.append(f"round {first}")
            first += 1
        elif expendable:
            left_out.append(expendable[-1].title)
            parts = tuple(part for part in parts if part is not expendable[-1])
        else:
            break
    return Prompt(system=system, text=text, left_out=tuple(left_out))


def system_words(state: SessionState, turn: PlannedTurn) -> str:
    """What the turn's seat is told of itself and the table."""
    opening = state.opening
    return _system(state.seat(turn.seat), opening.seats, opening.project, opening.language)


@lru_cache(maxsize=256)
def _system(seat: Seat, table: tuple[Seat, ...], project: str, language: str) -> str:
    """The same in every turn."""
    return template("debate_system").render(
        seat=seat,
        others=[other.name for other in table if other.name != seat.name],
        project=project,
        language=language,
    )


def _render(
    state: SessionState, turn: PlannedTurn, first: int, parts: tuple[ContextPart, ...]
) -> str:
    # Decrees are the King's own words: they bind, so they are not quoted as material.
    decrees = [part.text for part in parts if part.kind == "decrees"]
    context = [Quoted(part.title, part.text) for part in parts if part.kind != "decrees"]
    rounds = rounds_heard(state, turn, first)
    excerpts = excerpts_shown(state)
    own = state.turns.get(turn.key.removesuffix("/block"))
    chosen = template("debate_block" if turn.purpose == "block" else "debate_turn")
    quoted = [*context, *excerpts, *(q for _, said in rounds for q in said)]
    own_text = own.text if own else ""
    mark = mark_for(state, turn, [*(f"{q.heading}\n{q.text}" for q in quoted), own_text])
    return chosen.render(
        mark=mark,
        topic=state.opening.topic,
        context=context,
        decrees=decrees,
        rounds=rounds,
        skipped=first - 1,
        excerpts=excerpts,
        notes=[note.text for note in state.notes],
        seat=turn.seat,
        iteration=turn.iteration,
        threshold=state.rules.consensus_threshold,
        own_text=own_text,
        problem=own.unreadable if own else "",
    )


def rounds_heard(
    state: SessionState, turn: PlannedTurn, first: int = 1
) -> list[tuple[int, list[Quoted]]]:
    """What was said before this turn, round by round; the headings are the speakers."""
    return [
        (number, [Quoted(t.seat, t.text) for t in state.said(number)])
        for number in range(first, turn.iteration + 1)
        if _visible(state, turn, number)
    ]


def excerpts_shown(state: SessionState) -> list[Quoted]:
    """The files that seats have asked for, as read last, or why they are not shown."""
    latest = {(f.path, f.start, f.end): f for read in state.files for f in read.files}
    return [Quoted(_excerpt_heading(f), f.refused or f.text) for f in latest.values()]


def _visible(state: SessionState, turn: PlannedTurn, number: int) -> bool:
    """In a blind opening nobody sees the others until it is over."""
    opened = state.iterations[number - 1]
    return number < turn.iteration or not opened.blind


def _excerpt_heading(file: FileExcerpt) -> str:
    name = one_line(file.path, 300)
    return f"{name}, lines {file.start}-{file.end}" if file.start else name
