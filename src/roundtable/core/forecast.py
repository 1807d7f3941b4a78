"""What a session would ask and cost at most, before anybody is asked. Nothing is recorded."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.errors import UsageError
from roundtable.core.ports import Ask, Knight
from roundtable.core.speaking import NO_LIMIT
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn, Record, Speak
from roundtable.core.tokens import characters_for
from roundtable.core.workflows import JUDGE_TOKENS, WORKFLOWS


@dataclass(frozen=True, slots=True)
class Forecast:
    first_round: tuple[tuple[Ask, Usage], ...]
    """Each seat's first prompt, as far as it is known before the others speak, at its worst."""
    whole: Usage
    """All rounds until the King must decide, if everybody always says as much as allowed."""
    chunks: int = 0
    """In how many of them a large change is read before it is discussed."""


def forecast(
    start: e.SessionStart,
    context: e.ContextBuilt,
    knights: Mapping[str, Knight],
    given: e.FilesGiven | None = None,
) -> Forecast:
    """The first round's prompts and the worst case of the whole session."""
    state, turns = _opened(start, context, given)
    asks = tuple(_first_ask(state, turns[seat.name]) for seat in start.seats)
    worst = [knights[ask.seat].worst_case(ask) for ask in asks]
    chunks = state.reading.chunks[0].total if state.reading.chunks else 0
    whole = sum(worst * chunks, _all_turns(start, asks, knights))
    return Forecast(tuple(zip(asks, worst, strict=True)), whole, chunks)


def _all_turns(
    start: e.SessionStart, asks: tuple[Ask, ...], knights: Mapping[str, Knight]
) -> Usage:
    """Every turn there can be, in which everybody reads all that was said before.

    No prompt is longer than what its reader can read: from there on turns are alike, and counted.
    """
    turns = Counter[tuple[int, int, int]]()
    said = 0
    for turn, longest_answer in enumerate(_answers(start)):
        place = turn % len(asks)
        read = min(said, knights[asks[place].seat].context_tokens)
        turns[place, longest_answer, read] += 1
        said += longest_answer
    whole = Usage()
    for (place, longest_answer, read), times in turns.items():
        ask = asks[place]
        prompt = ask.prompt + " " * characters_for(read)
        asked = replace(ask, prompt=prompt, max_output_tokens=longest_answer)
        whole += _times(knights[ask.seat].worst_case(asked), times)
    return whole


def _times(usage: Usage, times: int) -> Usage:
    return Usage(
        input_tokens=usage.input_tokens * times,
        output_tokens=usage.output_tokens * times,
        cost_microusd=usage.cost_microusd * times,
    )


def _answers(start: e.SessionStart) -> list[int]:
    """The longest answer of every turn there can be, rewrites and repeated asks left aside."""
    seats, agenda = len(start.seats), start.agenda
    if agenda is None:
        rounds = start.rules.max_rounds + (start.workflow == "code-red")  # with the triage
        return [start.rules.max_output_tokens] * (rounds * seats)
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


def _opened(
    start: e.SessionStart, context: e.ContextBuilt, given: e.FilesGiven | None
) -> tuple[SessionState, Mapping[str, PlannedTurn]]:
    """The first turn of each seat, decided by the workflow itself on a log that is not kept."""
    workflow = WORKFLOWS[start.workflow]
    log: list[e.Event] = [_blind(start), *([given] if given else []), context]
    state = fold(log, SessionState(session="forecast"))
    step = workflow.decide(state)
    while isinstance(step, Record):
        state = fold(step.events, state)
        step = workflow.decide(state)
    if not isinstance(step, Speak):
        raise UsageError(
            "what this session would ask depends on its files", "leave --dry-run out for a review"
        )
    return state, {turn.seat: turn for turn in step.turns}


def _first_ask(state: SessionState, turn: PlannedTurn) -> Ask:
    """The opening prompt of a seat."""
    workflow = WORKFLOWS[state.opening.workflow]
    prompt = workflow.prompt(state, turn, NO_LIMIT)
    return Ask(
        turn_key=turn.key,
        seat=turn.seat,
        system=prompt.system,
        prompt=prompt.text,
        max_output_tokens=workflow.output_tokens(state, turn),
        purpose="speak",
        topic=state.opening.topic,
        iteration=turn.iteration,
        ask=1,
        spoken_before=(),
        seconds=state.rules.timeout_per_turn_seconds,
        stage=state.round.round if state.round else "",
        part=turn.part,
    )


def _blind(start: e.SessionStart) -> e.SessionStart:
    """The same session with a blind opening, so that every seat's first prompt is known."""
    changes: dict[str, object] = {"rules": start.rules.model_copy(update={"blind": True})}
    if start.agenda:
        first, *later = start.agenda.rounds
        opened = (first.model_copy(update={"blind": True}), *later)
        changes["agenda"] = start.agenda.model_copy(update={"rounds": opened})
    return start.model_copy(update=changes)
