"""The account of a session: what each seat and round cost, and what each seat added that stayed."""

from dataclasses import dataclass

from roundtable.core.budget import Usage
from roundtable.core.ledger import Claim
from roundtable.core.provenance import EditedUnits, units_by_seat, whole_file
from roundtable.core.state import SessionState
from roundtable.core.turns import Turn


@dataclass(frozen=True, slots=True)
class SeatAccount:
    seat: str
    turns: int
    used: Usage
    seconds: float
    units: int
    """Units of the result that are its own."""
    claims_won: int
    """Claims of others' or its own that ended as it had said."""
    claims_conceded: int
    yielded: int
    """How often it gave in without naming new evidence."""


@dataclass(frozen=True, slots=True)
class RoundAccount:
    round: str
    attempt: int
    counts: bool
    """False: the round was held anew, and this attempt no longer counts."""
    turns: int
    used: Usage
    seconds: float


@dataclass(frozen=True, slots=True)
class Uplift:
    """What a round's merge passes, against the best single opening."""

    round: str
    opening: int
    shipped: int
    tests: int
    seat: str
    """Whose opening was the best."""


@dataclass(frozen=True, slots=True)
class Account:
    seats: tuple[SeatAccount, ...]
    rounds: tuple[RoundAccount, ...]
    uplifts: tuple[Uplift, ...]
    spent: Usage
    maybe_spent: Usage
    minutes: float


def account(state: SessionState, edited_units: EditedUnits = whole_file) -> Account:
    units = units_by_seat(state, edited_units)
    claims = [claim for round_ in state.rounds for claim in round_.ledger.claims]
    return Account(
        seats=tuple(
            _seat(seat.name, state, units.get(seat.name, 0), claims) for seat in state.seats
        ),
        rounds=_rounds(state),
        uplifts=_uplifts(state),
        spent=state.spent,
        maybe_spent=state.maybe_spent,
        minutes=state.active_seconds / 60,
    )


def _seat(name: str, state: SessionState, units: int, claims: list[Claim]) -> SeatAccount:
    turns = [t for t in state.turns.values() if t.seat == name]
    return SeatAccount(
        seat=name,
        turns=sum(1 for t in turns if t.status == "done"),
        used=_used(turns),
        seconds=sum(t.seconds for t in turns),
        units=units,
        claims_won=sum(1 for c in claims if c.by == name and c.upheld),
        claims_conceded=sum(1 for c in claims if c.status == "conceded" and c.closed_by == name),
        yielded=sum(1 for c in claims if c.yielded_without_evidence and c.closed_by == name),
    )


def _used(turns: list[Turn]) -> Usage:
    return sum((t.usage for t in turns), Usage())


def _rounds(state: SessionState) -> tuple[RoundAccount, ...]:
    held = [(round_, False) for round_ in state.superseded]
    held += [(round_, True) for round_ in state.rounds]
    return tuple(
        RoundAccount(
            round=round_.key,
            attempt=round_.attempt,
            counts=counts,
            turns=sum(1 for t in turns if t.status == "done"),
            used=_used(turns),
            seconds=sum(t.seconds for t in turns),
        )
        for round_, counts in held
        for turns in [[t for t in state.turns.values() if t.key.startswith(f"{round_.name}.")]]
    )


def _uplifts(state: SessionState) -> tuple[Uplift, ...]:
    """Where candidates were run: both sides were held against the same tests."""
    merges = [round_.merged for round_ in state.rounds if round_.merged]
    return tuple(
        Uplift(
            round=merged.round,
            opening=len(merged.floor.passed),
            shipped=len(merged.report.passed),
            tests=len(merged.report.passed) + len(merged.report.failed),
            seat=merged.floor_seat,
        )
        for merged in merges
        if merged.report.place != "static"
    )
