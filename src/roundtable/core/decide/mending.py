"""Rewrites, unit by unit: who is asked for which unit, and what of it stays."""

from dataclasses import dataclass, field

from roundtable.core import events as e
from roundtable.core.checks import CheckReport, Tree
from roundtable.core.decide.around import owed, turn_of
from roundtable.core.rounds import RoundState
from roundtable.core.state import SessionState
from roundtable.core.steps import PlanFixes, Problem, Record, Speak, Step, TryFix
from roundtable.core.units import Conflict, UnitSource


def problem_text(path: str, unit: str, what: str) -> str:
    place = " ".join(filter(None, (path, unit)))
    return f"{place}: {what}" if place else what


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be mended, and what must hold throughout."""

    tree: Tree
    problems: tuple[Problem, ...]
    floor: CheckReport | None
    tests: Tree = field(default_factory=dict)
    """Tests beside the tree's own."""


def mend(state: SessionState, round_: RoundState, work: Work) -> Step | None:
    """The next thing to do about these problems; None when all has been tried."""
    if not work.problems:
        return None
    if round_.fixes is None:
        return PlanFixes(round_.key, round_.attempt, work.tree, work.problems)
    iteration = round_.iteration
    assert iteration is not None
    tried = {attempt.number for attempt in round_.tried}
    for fix in round_.fixes.fixes:
        if fix.number in tried:
            continue
        part = round_.fix_part(fix.number)
        asked = turn_of(state, iteration, fix.seat, "fix", part)
        turn = owed(state, iteration, fix.seat, "fix", part)
        if turn:
            return Speak((turn,))
        if asked is None or asked.status == "failed":
            why = f"{state.named((fix.seat,))} did not answer"
            return Record((_not_kept(round_, fix, why),))
        now, held = mended(round_, work.tree), _floor(round_, work.floor)
        return TryFix(round_.key, round_.attempt, fix, now, asked.text, work.tests, held)
    return None


def mended(round_: RoundState, tree: Tree) -> dict[str, str]:
    """The tree with every fix that was kept so far."""
    after = dict(tree)
    for attempt in round_.tried:
        if attempt.kept:
            after.update({file.path: file.text for file in attempt.files})
    return after


def _floor(round_: RoundState, floor: CheckReport | None) -> CheckReport | None:
    """What a fix must hold: the evidence on the tree as the last kept fix left it."""
    kept = [attempt.report for attempt in round_.tried if attempt.kept and attempt.report]
    return kept[-1] if kept else floor


def _not_kept(round_: RoundState, fix: e.Fix, reason: str) -> e.FixTried:
    return e.FixTried(
        round=round_.key, attempt=round_.attempt, number=fix.number, kept=False, reason=reason
    )


def result(round_: RoundState, merged: e.Merged) -> e.SynthesisEnd:
    """What a code round ships: the merge or the best opening, with the fixes that were kept."""
    files = {file.path: file for file in merged.files}
    for attempt in round_.tried:
        if attempt.kept:
            files.update({file.path: file for file in attempt.files})
    return e.SynthesisEnd(
        round=round_.key,
        attempt=round_.attempt,
        shipped=merged.shipped,
        base=merged.base,
        files=tuple(files.values()),
        deleted=tuple(path for path in merged.deleted if path not in files),
        provenance=rewritten(round_, merged.provenance),
        conflicts=(*merged.conflicts, *left_open(round_)),
        report=_floor(round_, merged.report),
        floor=merged.floor,
        floor_seat=merged.floor_seat,
    )


def rewritten(round_: RoundState, provenance: tuple[UnitSource, ...]) -> tuple[UnitSource, ...]:
    """Where each unit came from, with those that were rewritten under their new author."""
    by_unit = {(source.path, source.unit): source for source in provenance}
    for fix in kept_fixes(round_):
        source = UnitSource(
            path=fix.path, unit=fix.unit or "*", source=fix.seat, why=f"rewritten: {fix.problem}"
        )
        by_unit[(fix.path, fix.unit or "*")] = source
    return tuple(by_unit.values())


def kept_fixes(round_: RoundState) -> tuple[e.Fix, ...]:
    kept = {attempt.number for attempt in round_.tried if attempt.kept}
    return tuple(fix for fix in _fixes(round_) if fix.number in kept)


def left_open(round_: RoundState) -> tuple[Conflict, ...]:
    """Problems that nobody could mend, told with their reasons."""
    refused = {attempt.number: attempt.reason for attempt in round_.tried if not attempt.kept}
    told = [
        Conflict(
            path=fix.path,
            unit=fix.unit or "*",
            source=fix.seat,
            reason=f"not fixed: {fix.problem} ({refused[fix.number]})",
            refused=True,
        )
        for fix in _fixes(round_)
        if fix.number in refused
    ]
    nowhere = round_.fixes.not_found if round_.fixes else ()
    return (
        *told,
        *(
            Conflict(path="", unit="", source="", reason=f"not fixed: {what}", refused=True)
            for what in nowhere
        ),
    )


def _fixes(round_: RoundState) -> tuple[e.Fix, ...]:
    return round_.fixes.fixes if round_.fixes else ()
