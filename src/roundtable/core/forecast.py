"""What a session would ask and cost at most, before anybody is asked. Nothing is recorded."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.errors import UsageError
from roundtable.core.ports import Ask, Knight
from roundtable.core.speaking import NO_LIMIT
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import Record, Speak
from roundtable.core.tokens import characters_for
from roundtable.core.workflows import JUDGE_TOKENS, WORKFLOWS


@dataclass(frozen=True, slots=True)
class Forecast:
    first_round: tuple[tuple[Ask, Usage], ...]
    """Each seat's first prompt, as far as it is known before the others speak, at its worst."""
    whole: Usage
    """All rounds until the King must decide, if everybody always says as much as allowed."""


def forecast(
    start: e.SessionStart, context: e.ContextBuilt, knights: Mapping[str, Knight]
) -> Forecast:
    """The first round's prompts and the worst case of the whole session."""
    asks = tuple(_first_ask(start, context, seat.name) for seat in start.seats)
    worst = [knights[ask.seat].worst_case(ask) for ask in asks]
    whole, said = Usage(), 0
    for turn, longest_answer in enumerate(_answers(start)):
        ask = replace(asks[turn % len(asks)], max_output_tokens=longest_answer)
        said_before = " " * characters_for(said)
        whole += knights[ask.seat].worst_case(replace(ask, prompt=ask.prompt + said_before))
        said += longest_answer
    return Forecast(tuple(zip(asks, worst, strict=True)), whole)


def _answers(start: e.SessionStart) -> list[int]:
    """The longest answer of every turn there can be, rewrites and repeated asks left aside."""
    seats, agenda = len(start.seats), start.agenda
    if agenda is None:
        return [start.rules.max_output_tokens] * (start.rules.max_rounds * seats)
    found: list[int] = []
    for plan in agenda.rounds:
        for _ in range(plan.iterations):
            found += [plan.max_output_tokens] * seats
            found += [JUDGE_TOKENS] * _judgements(plan.kind, agenda.judges, seats)
    return found


def _judgements(kind: str, judges: int, seats: int) -> int:
    """The judge, and for a panel every pair in both orders that a judge did not write."""
    pairs = (seats - 1) * (seats - 2)
    return 1 + (judges * pairs if kind == "code" and judges > 1 else 0)


def _first_ask(start: e.SessionStart, context: e.ContextBuilt, seat: str) -> Ask:
    """The opening prompt of a seat, rendered by the workflow itself on a log that is not kept."""
    workflow = WORKFLOWS[start.workflow]
    state = fold([_blind(start), context], SessionState(session="forecast"))
    step = workflow.decide(state)
    while isinstance(step, Record):
        state = fold(step.events, state)
        step = workflow.decide(state)
    if not isinstance(step, Speak):
        raise UsageError(
            "what this session would ask depends on its files", "leave --dry-run out for a review"
        )
    turn = next(t for t in step.turns if t.seat == seat)
    prompt = workflow.prompt(state, turn, NO_LIMIT)
    return Ask(
        turn_key=turn.key,
        seat=seat,
        system=prompt.system,
        prompt=prompt.text,
        max_output_tokens=workflow.output_tokens(state, turn),
        purpose="speak",
        topic=start.topic,
        iteration=1,
        ask=1,
        spoken_before=(),
        seconds=start.rules.timeout_per_turn_seconds,
    )


def _blind(start: e.SessionStart) -> e.SessionStart:
    """The same session with a blind opening, so that every seat's first prompt is known."""
    changes: dict[str, object] = {"rules": start.rules.model_copy(update={"blind": True})}
    if start.agenda:
        first, *later = start.agenda.rounds
        opened = (first.model_copy(update={"blind": True}), *later)
        changes["agenda"] = start.agenda.model_copy(update={"rounds": opened})
    return start.model_copy(update=changes)
