"""The account as rows for the page: what each seat and round took, and what the table gained."""

from collections.abc import Iterable
from dataclasses import dataclass

from roundtable.core.accounts import Account, account
from roundtable.core.budget import Usage
from roundtable.core.chat import ROUND as CHAT
from roundtable.core.decide.summon import READING
from roundtable.core.state import SessionState
from roundtable.core.turns import Turn
from roundtable.merge.changed import edited_units


@dataclass(frozen=True, slots=True)
class RoundRow:
    label: str
    counts: bool
    turns: int
    used: Usage
    seconds: float


@dataclass(frozen=True, slots=True)
class AccountTold:
    account: Account
    built: bool
    """Whether there are units and claims to count."""
    rounds: tuple[RoundRow, ...]
    broke_off: int
    """Asks that may have been billed besides."""


def account_of(state: SessionState) -> AccountTold:
    found = account(state, edited_units)
    turns = state.turns.values()
    held = _rounds(state, found) if found.rounds else _iterations(state)
    chats = [turn for turn in turns if turn.stage == CHAT]
    return AccountTold(
        account=found,
        built=bool(found.rounds),
        rounds=(*held, *([_row("questions to the judge", chats)] if chats else [])),
        broke_off=sum(t.maybe_billed for t in turns)
        + sum(1 for t in turns if t.status == "failed" and t.text),
    )


def _rounds(state: SessionState, found: Account) -> list[RoundRow]:
    """Every attempt, in the order in which they were held."""
    held_at = {(r.key, r.attempt): r.start.seq for r in (*state.superseded, *state.rounds)}
    in_order = sorted(found.rounds, key=lambda held: held_at[held.round, held.attempt])
    return [
        RoundRow(
            label=f"{held.round}{f', attempt {held.attempt}' if held.attempt > 1 else ''}",
            counts=held.counts,
            turns=held.turns,
            used=held.used,
            seconds=held.seconds,
        )
        for held in in_order
    ]


def _iterations(state: SessionState) -> list[RoundRow]:
    """A discussion's rounds are its iterations; a large change is read before them."""
    turns = [turn for turn in state.turns.values() if turn.stage != CHAT]
    read = [turn for turn in turns if state.reading.chunks and turn.iteration == READING]
    return [_row("reading", read)] * bool(read) + [
        _row(f"round {held.iteration}", (t for t in turns if t.iteration == held.iteration))
        for held in state.iterations
    ]


def _row(label: str, turns: Iterable[Turn]) -> RoundRow:
    found = tuple(turns)
    return RoundRow(
        label=label,
        counts=True,
        turns=sum(1 for turn in found if turn.status == "done"),
        used=sum((turn.usage for turn in found), Usage()),
        seconds=sum(turn.seconds for turn in found),
    )
