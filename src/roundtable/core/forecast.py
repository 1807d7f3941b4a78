"""What a session would ask and cost at most, before anybody is asked. Nothing is recorded."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.ports import Ask, Knight
from roundtable.core.speaking import NO_LIMIT
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import Record, Speak
from roundtable.core.tokens import characters_for
from roundtable.core.workflows import WORKFLOWS


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
    longest_answer = start.rules.max_output_tokens
    whole = Usage()
    for turn in range(start.rules.max_rounds * len(asks)):
        ask = asks[turn % len(asks)]
        said_before = " " * characters_for(turn * longest_answer)
        whole += knights[ask.seat].worst_case(replace(ask, prompt=ask.prompt + said_before))
    return Forecast(tuple(zip(asks, worst, strict=True)), whole)


def _first_ask(start: e.SessionStart, context: e.ContextBuilt, seat: str) -> Ask:
    """The opening prompt of a seat, rendered by the workflow itself on a log that is not kept."""
    workflow = WORKFLOWS[start.workflow]
    blind = start.model_copy(update={"rules": start.rules.model_copy(update={"blind": True})})
    state = fold([blind, context], SessionState(session="forecast"))
    step = workflow.decide(state)
    while isinstance(step, Record):
        state = fold(step.events, state)
        step = workflow.decide(state)
    assert isinstance(step, Speak), "a session opens with speeches"
    turn = next(t for t in step.turns if t.seat == seat)
    prompt = workflow.prompt(state, turn, NO_LIMIT)
    return Ask(
        turn_key=turn.key,
        seat=seat,
        system=prompt.system,
        prompt=prompt.text,
        max_output_tokens=start.rules.max_output_tokens,
        purpose="speak",
        topic=start.topic,
        iteration=1,
        ask=1,
        spoken_before=(),
        seconds=start.rules.timeout_per_turn_seconds,
    )
