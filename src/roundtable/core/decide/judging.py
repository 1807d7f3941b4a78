"""The judge's part of a round: the panel's comparisons, the verdict, and what it amounts to.

A verdict of agreement counts only when no claim is left open. No readable verdict is no agreement.
Nobody's work becomes the base on its author's verdict alone, and nobody wins a dispute by its own
ruling: then the next in line judges as well.
"""

import itertools
from collections.abc import Collection
from dataclasses import dataclass

from roundtable.core import events as e
from roundtable.core.decide.around import owed, turn_of
from roundtable.core.ledger import is_founded
from roundtable.core.rounds import RoundState
from roundtable.core.state import SessionState
from roundtable.core.steps import PlannedTurn, Speak
from roundtable.core.verdicts import CodeVerdict


@dataclass(frozen=True, slots=True)
class NoVerdict:
    reason: str


def judged(state: SessionState, round_: RoundState) -> e.VerdictRead | NoVerdict | Speak:
    """The verdict of the present iteration, that there is none, or whom to ask for it."""
    iteration = round_.iteration
    assert iteration is not None
    number = iteration.iteration
    read = round_.verdicts.get(number)
    own = read is not None and _chose_its_own(round_, read)
    if read and not own and not _ruled_for_itself(round_, read):
        return read
    if number in round_.unjudged:
        return NoVerdict(f"The verdict could not be read: {round_.unjudged[number]}.")
    for seat in judges_in_line(state, round_):
        if number in round_.judged_by(seat):
            continue
        asked = turn_of(state, iteration, seat, "judge")
        if asked and asked.status == "failed":
            continue
        turn = owed(state, iteration, seat, "judge")
        if turn is None and asked:
            turn = owed(state, iteration, seat, "rejudge")
        if turn:
            return Speak((turn,))
    if read and not own:
        return read  # its claims stay open, which is told
    return NoVerdict("Every judge chose its own work." if own else "Nobody could judge.")


def _ruled_for_itself(round_: RoundState, read: e.VerdictRead) -> bool:
    """Whether the verdict hangs on claims that its judge alone has decided in its own favour."""
    waiting = {claim.id for claim in round_.ledger.open}
    ruled = {r.claim.strip().upper() for r in read.verdict.rulings if is_founded(r)}
    return read.verdict.agreed and bool(waiting & ruled)


def _chose_its_own(round_: RoundState, read: e.VerdictRead) -> bool:
    verdict = read.verdict
    if not isinstance(verdict, CodeVerdict) or not verdict.agreed:
        return False
    return round_.seat_of.get(verdict.base) == read.seat


def judges_in_line(state: SessionState, round_: RoundState) -> tuple[str, ...]:
    """The judge of the round; when it does not answer, the seats after it."""
    names = [seat.name for seat in state.seats]
    first = names.index(round_.start.judge) if round_.start.judge in names else 0
    return tuple(names[first:] + names[:first])


def agrees(round_: RoundState, verdict: e.VerdictRead) -> bool:
    return verdict.verdict.agreed and not round_.ledger.open


def why_open(round_: RoundState, verdict: e.VerdictRead) -> str:
    """What keeps the table from agreeing."""
    waiting = ", ".join(claim.id for claim in round_.ledger.open)
    if verdict.verdict.agreed:
        return f"The judge sees agreement, but {waiting} is not settled by evidence."
    return f"The judge sees no agreement{f' ({waiting} open)' if waiting else ''}."


def comparisons_due(
    state: SessionState, round_: RoundState, candidates: Collection[str]
) -> Speak | None:
    """A panel compares in pairs, both orders; nobody judges what it wrote itself."""
    iteration = round_.iteration
    assert iteration is not None
    panel = judges_in_line(state, round_)[: state.agenda.judges]
    due: list[PlannedTurn] = []
    for judge, (one, other) in itertools.product(panel, _pairs(round_, candidates)):
        if judge in (one, other):
            continue
        part = f"{round_.label_of[one]}{round_.label_of[other]}"
        turn = owed(state, iteration, judge, "compare", part)
        if turn:
            due.append(turn)
    return Speak(tuple(due)) if due else None


def _pairs(round_: RoundState, candidates: Collection[str]) -> list[tuple[str, str]]:
    ordered = [item.seat for item in round_.start.labels if item.seat in candidates]
    return list(itertools.permutations(ordered, 2))


def panels_choice(round_: RoundState, candidates: Collection[str]) -> tuple[str, str]:
    """The seat that the panel prefers, and by how much; empty when it has no winner.

    A judge that changes its mind with the order of the two has not chosen between them.
    """
    iteration = round_.iteration
    assert iteration is not None
    choices = {
        (c.seat, c.first, c.second): c.winner
        for c in round_.comparisons
        if c.turn_key.startswith(f"{round_.name}.{iteration.iteration}.")
    }
    wins = dict.fromkeys(candidates, 0)
    firm = 0
    for (judge, first, second), winner in choices.items():
        if winner and first < second and choices.get((judge, second, first)) == winner:
            wins[winner] = wins.get(winner, 0) + 1
            firm += 1
    best = max(wins.values(), default=0)
    leaders = [seat for seat, count in wins.items() if count == best]
    if best == 0 or len(leaders) > 1:
        return "", f"no winner in {firm} firm comparisons"
    return leaders[0], f"{best} of {firm} firm comparisons"
