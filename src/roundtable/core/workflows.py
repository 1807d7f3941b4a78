"""A workflow is a policy, the prompts it asks with, and the reader of what comes back."""

from collections.abc import Callable
from dataclasses import dataclass

from roundtable.core.decide import debate
from roundtable.core.events import Event, StanceRead, StanceUnreadable
from roundtable.core.parsing.stance import read_stance
from roundtable.core.prompts import Prompt, debate_prompt
from roundtable.core.stances import Stance
from roundtable.core.state import SessionState
from roundtable.core.steps import PlannedTurn, Step


@dataclass(frozen=True, slots=True)
class Workflow:
    decide: Callable[[SessionState], Step]
    prompt: Callable[[SessionState, PlannedTurn, int], Prompt]
    """The prompt of a turn that fits into so many tokens."""
    read: Callable[[SessionState, PlannedTurn, str], Event]
    """What the text of a turn means to this workflow."""


def read_debate_turn(state: SessionState, turn: PlannedTurn, text: str) -> Event:
    others = [t.stance for t in state.turns.values() if t.seat != turn.seat and t.stance]
    reading = read_stance(text, turn.seat, turn.iteration, others)
    if isinstance(reading, Stance):
        return StanceRead(
            turn_key=turn.key,
            seat=turn.seat,
            ask=turn.ask,
            iteration=turn.iteration,
            stance=reading,
        )
    return StanceUnreadable(
        turn_key=turn.key,
        seat=turn.seat,
        ask=turn.ask,
        iteration=turn.iteration,
        reason=reading.reason,
        final=turn.purpose == "block",
    )


WORKFLOWS: dict[str, Workflow] = {
    "discuss": Workflow(decide=debate.decide, prompt=debate_prompt, read=read_debate_turn),
}
