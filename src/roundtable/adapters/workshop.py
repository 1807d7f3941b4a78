"""The workshop: candidates are checked, compared, spliced and mended here, and fixes are tried.

Code is run in the light sandbox or not at all; what was checked, and where, is in every report.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, assert_never

from roundtable.core import events as e
from roundtable.core.checks import CheckReport, Tree
from roundtable.core.pooling import pooled, without_new_tests
from roundtable.core.steps import Craft, Merge, PlanFixes, PlanReview, Problem, Survey, TryFix
from roundtable.core.units import WHOLE, Conflict, UnitKind, UnitSource

if TYPE_CHECKING:
    from roundtable.adapters.checking.checker import Checker
    from roundtable.merge.search import Found
    from roundtable.merge.splice import Choice
    from roundtable.merge.units import Split, Unit

Check = Callable[[Tree], Awaitable[CheckReport]]

MOST_TRIALS = 24
"""How many merges may be checked in search of one that passes more."""
_DEFINITIONS: frozenset[UnitKind] = frozenset({"function", "class", "method", "type", "constant"})


class SandboxedWorkshop:
    """Parsers and sandbox are loaded with the first piece of work."""

    def __init__(self, checker: "Checker | None" = None) -> None:
        self._given = checker

    @cached_property
    def _checker(self) -> "Checker":
        from roundtable.adapters.checking.checker import Checker
        from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap

        return self._given or Checker(Bubblewrap.find())

    async def perform(self, craft: Craft) -> e.Event:
        match craft:
            case Survey():
                return await self._survey(craft)
            case Merge():
                return await self._merge(craft)
            case PlanFixes():
                return self._plan_fixes(craft)
            case TryFix():
                return await self._try_fix(craft)
            case PlanReview():
                return await self._plan_review(craft)
            case _:
                assert_never(craft)

    def _check(self, before: Tree, candidates: Mapping[str, Tree]) -> Check:
        """Held against the tests of all candidates, under names that are the same for each."""
        tests = pooled(before, candidates)

        async def check(tree: Tree) -> CheckReport:
            return await self._checker.check(without_new_tests(before, tree), tests)

        return check

    async def _survey(self, craft: Survey) -> e.CandidatesSurveyed:
        from roundtable.merge.table import compare_units

        check = self._check(craft.before, craft.candidates)
        reports = [
            e.CandidateReport(seat=seat, report=await check(tree))
            for seat, tree in craft.candidates.items()
        ]
        table = compare_units(craft.candidates)
        return e.CandidatesSurveyed(
            round=craft.round,
            attempt=craft.attempt,
            iteration=craft.iteration,
            reports=tuple(reports),
            rows=table.rows,
            equal=table.equal,
        )

    async def _merge(self, craft: Merge) -> e.Merged:
        from roundtable.merge.search import search
        from roundtable.merge.splice import Choice

        directives = tuple(Choice(item.path, item.unit, item.source) for item in craft.take)
        searching = MOST_TRIALS if craft.round == "development" else 0
        found = await search(
            craft.candidates,
            self._check(craft.before, craft.candidates),
            directives=directives,
            preferred=craft.base,
            most_trials=len(directives) + searching,
            tests=pooled(craft.before, craft.candidates),
        )
        refused = _refused(found, craft, directives)
        files, deleted = difference(craft.before, found.tree)
        held = {seat: one for seat, one in found.reports.items() if found.report.holds(one)}
        floor_seat = best_opening(held, craft.base)
        overruled = found.base != craft.base or bool(refused)
        return e.Merged(
            round=craft.round,
            attempt=craft.attempt,
            base=found.base,
            shipped="opening" if overruled and not found.taken else "merge",
            files=files,
            deleted=deleted,
            provenance=_told(craft.before, found.tree, found.provenance, _reasons(found, craft)),
            conflicts=(*found.conflicts, *refused, *_mended(found)),
            report=found.report,
            floor=found.reports[floor_seat],
            floor_seat=floor_seat,
            trials=found.trials,
        )

    def _plan_fixes(self, craft: PlanFixes) -> e.FixesPlanned:
        fixes: list[e.Fix] = []
        nowhere: list[str] = []
        for problem in craft.problems:
            place = _locate(craft.tree, problem)
            if place is None:
                nowhere.append(problem.what)
                continue
            path, unit, text = place
            fixes.append(
                e.Fix(
                    number=len(fixes) + 1,
                    path=path,
                    unit=unit,
                    problem=problem.what,
                    text=text,
                    seat=problem.seat,
                )
            )
        return e.FixesPlanned(
            round=craft.round, attempt=craft.attempt, fixes=tuple(fixes), not_found=tuple(nowhere)
        )

    async def _try_fix(self, craft: TryFix) -> e.FixTried:
        fix = craft.fix
        after = _rewritten(craft)
        if isinstance(after, str):
            return _kept_out(craft, after)
        report = await self._checker.check(after, craft.tests)
        if craft.floor and not report.holds(craft.floor):
            lost = sorted(set(craft.floor.passed) - set(report.passed))
            why = f"it breaks {', '.join(lost[:5])}" if lost else "it does not parse"
            return _kept_out(craft, why, report)
        return e.FixTried(
            round=craft.round,
            attempt=craft.attempt,
            number=fix.number,
            kept=True,
            files=(e.ProjectFile(path=fix.path, text=after[fix.path]),),
            report=report,
        )

    async def _plan_review(self, craft: PlanReview) -> e.ReviewPlanned:
        from roundtable.adapters.reviewing import plan_review

        report = await self._checker.check(craft.tree)
        chunks, digests, borders = plan_review(craft.tree, craft.chunk_tokens)
        return e.ReviewPlanned(
            round=craft.round,
            attempt=craft.attempt,
            chunks=chunks,
            digests=digests,
            borders=borders,
            report=report,
        )


def difference(before: Tree, after: Tree) -> tuple[tuple[e.ProjectFile, ...], tuple[str, ...]]:
    """What has to be written and removed to come from one tree to the other."""
    files = tuple(
        e.ProjectFile(path=path, text=text)
        for path, text in after.items()
        if before.get(path) != text
    )
    return files, tuple(path for path in before if path not in after)


def best_opening(reports: Mapping[str, CheckReport], preferred: str) -> str:
    """The candidate with the best evidence; among equals the judge's base, then the first."""
    best = max(report.rank for report in reports.values())
    leaders = [seat for seat, report in reports.items() if report.rank == best]
    return preferred if preferred in leaders else leaders[0]


def _refused(found: "Found", craft: Merge, directives: Sequence["Choice"]) -> tuple[Conflict, ...]:
    """The judge's directives that did not come in, each with what spoke against it."""
    taken = {one.choice for one in found.taken}
    grounds = {choice: one.why for one in reversed(found.refused) for choice in one.choices}
    return tuple(
        Conflict(
            path=choice.path,
            unit=choice.unit,
            source=choice.source,
            reason="the judge asked for it, but "
            + grounds.get(choice, "more tests pass with another version"),
            refused=True,
        )
        for choice in directives
        if choice not in taken and not _stands(found.tree, craft.candidates, choice)
    )


def _stands(tree: Tree, candidates: Mapping[str, Tree], choice: "Choice") -> bool:
    """Whether the result has that code all the same: then there was nothing to take."""
    from roundtable.merge.units import split_text

    path = choice.path
    theirs, ours = (
        {
            unit.name: unit.digest
            for unit in split_text(path, files[path]).units
            if _covers(choice.unit, unit.name)
        }
        if path in files
        else {}
        for files in (candidates.get(choice.source, {}), tree)
    )
    return bool(theirs) and theirs == ours


def _covers(named: str, unit: str) -> bool:
    """Whether a name means a unit: `Cart.*` means the class and all that is in it."""
    around = named.removesuffix(f".{WHOLE}")
    return named in (WHOLE, unit) or (around != named and f"{unit}.".startswith(f"{around}."))


def _mended(found: "Found") -> tuple[Conflict, ...]:
    """What had to be done to candidates before anything of theirs could be used."""
    used = {source.source for source in found.provenance}
    return tuple(
        Conflict(path=path, unit=WHOLE, source=seat, reason=reason)
        for seat, notes in found.mended.items()
        if seat in used
        for path, _, reason in (note.partition(": ") for note in notes)
    )


def _reasons(found: "Found", craft: Merge) -> tuple[UnitSource, ...]:
    """Why units were taken from where they were: the judge's word, or the tests."""
    taken = [
        UnitSource(
            path=one.choice.path, unit=one.choice.unit, source=one.choice.source, why=one.why
        )
        for one in found.taken
    ]
    return (*craft.take, *taken)


def _told(
    before: Tree,
    after: Tree,
    provenance: tuple[UnitSource, ...],
    reasons: Sequence[UnitSource],
) -> tuple[UnitSource, ...]:
    """Where the units came from that this round touched, with the judge's reason where he gave one.

    Units that stand as they stood before keep their earlier author.
    """
    from roundtable.merge.changed import changed_units

    touched = {(change.path, change.unit) for change in changed_units(before, after, ())}
    new_files = {path for path in after if path not in before}
    return tuple(
        source.model_copy(update={"unit": unit, "why": _reason(source, unit, reasons)})
        for source in provenance
        for unit in _units(after, source)
        if source.path in new_files or (source.path, unit) in touched
    )


def _units(after: Tree, source: UnitSource) -> tuple[str, ...]:
    """The units that a source stands for: all of a file where it is the whole file."""
    from roundtable.merge.units import split_text

    if source.unit != WHOLE or source.path not in after:
        return (source.unit,)
    parts = split_text(source.path, after[source.path])
    return tuple(unit.name for unit in parts.units) or (WHOLE,)


def _reason(source: UnitSource, unit: str, reasons: Sequence[UnitSource]) -> str:
    """A reason is for whose code it was given: what was refused says nothing of the other's."""
    given = [
        one
        for one in reasons
        if (one.path, one.source) == (source.path, source.source) and _covers(one.unit, unit)
    ]
    if not given or source.why.startswith("carried"):
        return source.why
    return min(given, key=lambda one: one.unit != unit).why


def _locate(tree: Tree, problem: Problem) -> tuple[str, str, str] | None:
    """The path, unit and text that a problem is about; the whole file where there is no unit."""
    from roundtable.merge.units import lookup, split_text

    path = problem.path
    if not path and problem.unit:
        holders = [p for p, text in tree.items() if lookup(split_text(p, text), problem.unit)]
        path = holders[0] if len(holders) == 1 else ""
    if not path:
        return None
    text = tree.get(path)
    if text is None:
        return path, "", ""
    parts = split_text(path, text)
    if parts.language is None or parts.broken:
        return path, "", text
    unit = lookup(parts, problem.unit) if problem.unit else None
    if unit is None and problem.line:
        unit = _at_line(parts, problem.line)
    if unit is None:
        return path, "", text
    return path, unit.name, parts.text(unit)


def _at_line(parts: "Split", line: int) -> "Unit | None":
    """The innermost unit that holds a line."""
    starts = [0, *(found.end() for found in re.finditer(b"\n", parts.source))]
    offset = starts[min(line, len(starts)) - 1]
    holding = [unit for unit in parts.units if unit.start <= offset < unit.end]
    return min(holding, key=lambda unit: unit.end - unit.start, default=None)


def _rewritten(craft: TryFix) -> dict[str, str] | str:
    """The tree with the rewritten unit, or why it cannot be taken."""
    from roundtable.core.parsing.fenced import fenced_code
    from roundtable.merge.changed import replace_unit

    fix = craft.fix
    code = fenced_code(craft.text)
    if code is None:
        return "the answer holds no single fenced block of code"
    before = craft.tree.get(fix.path, "")
    if fix.unit:
        text = replace_unit(before, fix.path, fix.unit, code)
        if text is None:
            return f"the answer does not hold {fix.unit}, or the file would not parse with it"
    else:
        text = code
    return _objection(fix.path, before, text) or {**craft.tree, fix.path: text}


def _objection(path: str, before: str, after: str) -> str:
    """What can be said against a rewritten file before anything is run."""
    from roundtable.merge.units import split_text

    if after == before:
        return "the answer changes nothing"
    old, new = split_text(path, before), split_text(path, after)
    if old.language is None or old.broken:
        return ""
    if new.broken:
        return f"the file would not parse with it ({new.broken})"
    defined = (unit.name for unit in old.units if unit.kind in _DEFINITIONS)
    lost = [name for name in defined if new.find(name) is None]
    return f"it would remove {', '.join(lost)}" if lost else ""


def _kept_out(craft: TryFix, reason: str, report: CheckReport | None = None) -> e.FixTried:
    return e.FixTried(
        round=craft.round,
        attempt=craft.attempt,
        number=craft.fix.number,
        kept=False,
        reason=reason,
        report=report,
    )
