"""The evidence on candidates as tables: checks, tests, where they differ, whom a panel took."""

from collections.abc import Sequence
from dataclasses import dataclass

from roundtable.core import events as e
from roundtable.core.checks import Check, CheckStatus
from roundtable.core.units import UnitRow


@dataclass(frozen=True, slots=True)
class Trial:
    name: str
    results: tuple[CheckStatus, ...]
    """One for each candidate, in the order of the survey."""


@dataclass(frozen=True, slots=True)
class UnitLine:
    row: UnitRow
    variants: tuple[int, ...]
    """For each candidate the number of its variant; 0 lacks the unit."""


@dataclass(frozen=True, slots=True)
class Detail:
    """What a check said, and of whose candidates it said the same."""

    check: Check
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SurveyTold:
    seats: tuple[str, ...]
    tests: tuple[Trial, ...]
    """Those that do not come out the same for all stand first."""
    split: int
    """How many tests tell the candidates apart."""
    units: tuple[UnitLine, ...]
    details: tuple[Detail, ...]
    same_as: int
    """The iteration with the same evidence; 0: none before."""


def survey_of(
    event: e.CandidatesSurveyed, earlier: Sequence[e.CandidatesSurveyed] = ()
) -> SurveyTold:
    seats = tuple(item.seat for item in event.reports)
    tests = sorted(_tests(event), key=lambda row: len(set(row.results)) == 1)
    return SurveyTold(
        seats=seats,
        tests=tuple(tests),
        split=sum(1 for row in tests if len(set(row.results)) > 1),
        units=tuple(UnitLine(row, _variants(row, seats)) for row in event.rows),
        details=_details(event),
        same_as=next((e_.iteration for e_ in earlier if _timeless(e_) == _timeless(event)), 0),
    )


def _details(event: e.CandidatesSurveyed) -> tuple[Detail, ...]:
    said: dict[Check, list[str]] = {}
    for item in event.reports:
        for check in item.report.checks:
            if check.detail:
                said.setdefault(check, []).append(item.seat)
    return tuple(Detail(check, tuple(seats)) for check, seats in said.items())


def _timeless(event: e.CandidatesSurveyed) -> tuple[object, ...]:
    """All that was found, without how long that took."""
    reports = [(r.seat, r.report.model_copy(update={"seconds": 0.0})) for r in event.reports]
    return (reports, event.rows, event.equal)


def _tests(event: e.CandidatesSurveyed) -> list[Trial]:
    passed = [frozenset(item.report.passed) for item in event.reports]
    failed = [frozenset(item.report.failed) for item in event.reports]
    names = sorted(frozenset().union(*passed, *failed))
    return [Trial(name, tuple(map(_result, _each(name, passed, failed)))) for name in names]


def _each(
    name: str, passed: Sequence[frozenset[str]], failed: Sequence[frozenset[str]]
) -> list[tuple[bool, bool]]:
    return [(name in ours, name in theirs) for ours, theirs in zip(passed, failed, strict=True)]


def _result(found: tuple[bool, bool]) -> CheckStatus:
    passed, failed = found
    return "failed" if failed else "passed" if passed else "not_run"


def _variants(row: UnitRow, seats: Sequence[str]) -> tuple[int, ...]:
    number = {seat: i for i, group in enumerate(row.variants, 1) for seat in group}
    return tuple(number.get(seat, 0) for seat in seats)


@dataclass(frozen=True, slots=True)
class Duel:
    """What one judge said of one pair, in both orders where both were asked."""

    judge: str
    pair: tuple[str, str]
    choices: tuple[e.Comparison, ...]
    winner: str
    """Empty where the choice changes with the order, or was none."""
    firm: bool


@dataclass(frozen=True, slots=True)
class Panel:
    duels: tuple[Duel, ...]
    wins: tuple[tuple[str, int], ...]
    """Firm choices for each candidate, the most first."""


def panel_of(made: Sequence[e.Comparison]) -> Panel:
    asked: dict[tuple[str, str, str], list[e.Comparison]] = {}
    for choice in made:
        low, high = sorted((choice.first, choice.second))
        asked.setdefault((choice.seat, low, high), []).append(choice)
    duels = tuple(_duel(judge, (one, other), c) for (judge, one, other), c in asked.items())
    wins = dict.fromkeys((seat for duel in duels for seat in duel.pair), 0)
    for duel in duels:
        if duel.firm:
            wins[duel.winner] = wins.get(duel.winner, 0) + 1
    return Panel(duels, tuple(sorted(wins.items(), key=lambda item: (-item[1], item[0]))))


def _duel(judge: str, pair: tuple[str, str], choices: list[e.Comparison]) -> Duel:
    winners = {choice.winner for choice in choices}
    firm = len(choices) > 1 and len(winners) == 1 and "" not in winners
    return Duel(judge, pair, tuple(choices), winners.pop() if len(winners) == 1 else "", firm)
