"""The workshop: candidates are checked, compared, spliced and mended here, and fixes are tried.

Code is run in containers where there is an engine, else in the light sandbox, else not at all; what
was checked, and where, is in every report.
"""

from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, assert_never

from roundtable.core import events as e
from roundtable.core.checks import CheckReport, Tree
from roundtable.core.pooling import pooled, without_new_tests
from roundtable.core.steps import Craft, Merge, PlanFixes, PlanReview, Survey, TryFix

if TYPE_CHECKING:
    from roundtable.adapters.checking.checker import Checker

Check = Callable[[Tree], Awaitable[CheckReport]]

MOST_TRIALS = 24
"""How many merges may be checked in search of one that passes more."""


class SandboxedWorkshop:
    """Parsers and sandbox are loaded with the first piece of work."""

    def __init__(self, checker: "Checker | None" = None) -> None:
        self._given = checker

    @cached_property
    def _checker(self) -> "Checker":
        from roundtable.adapters.checking.checker import Checker
        from roundtable.adapters.checking.containers import Containers
        from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap

        return self._given or Checker(Bubblewrap.find(), containers=Containers())

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
        from roundtable.merge import telling
        from roundtable.merge.search import search
        from roundtable.merge.splice import Choice

        directives = tuple(Choice(item.path, item.unit, item.source) for item in craft.take)
        if craft.binding:
            return await self._carried_out(craft)
        searching = MOST_TRIALS if craft.round == "development" else 0
        hints = await self._hints(craft) if searching else ()
        found = await search(
            craft.candidates,
            self._check(craft.before, craft.candidates),
            directives=directives,
            preferred=craft.base,
            most_trials=len(directives) + searching,
            hints=hints,
            tests=pooled(craft.before, craft.candidates),
        )
        refused = telling.refused(found, craft, directives)
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
            provenance=telling.told(found, craft),
            conflicts=(*found.conflicts, *refused, *telling.mended(found)),
            report=found.report,
            floor=found.reports[floor_seat],
            floor_seat=floor_seat,
            trials=found.trials,
        )

    async def _carried_out(self, craft: Merge) -> e.Merged:
        """The developer's own directives, as they are: evidence is told, and overrules nothing."""
        from roundtable.merge import telling
        from roundtable.merge.splice import Choice, splice

        check = self._check(craft.before, craft.candidates)
        reports = {seat: await check(tree) for seat, tree in craft.candidates.items()}
        choices = [Choice(item.path, item.unit, item.source) for item in craft.take]
        made = splice(craft.candidates[craft.base], craft.candidates, choices, craft.base)
        files, deleted = difference(craft.before, made.files)
        floor_seat = best_opening(reports, craft.base)
        return e.Merged(
            round=craft.round,
            attempt=craft.attempt,
            base=craft.base,
            shipped="merge",
            files=files,
            deleted=deleted,
            provenance=telling.touched(craft, made.files, made.provenance, craft.take),
            conflicts=made.conflicts,
            report=await check(made.files),
            floor=reports[floor_seat],
            floor_seat=floor_seat,
        )

    async def _hints(self, craft: Merge) -> tuple[Check, ...]:
        """What may choose between trees that the tests cannot tell apart, the strongest first.

        Examples in the docstrings of the starting files, then how most candidates behave.
        """
        from roundtable.merge.evidence import agreement_hint, examples_hint

        async def run(tree: Tree, tests: Tree) -> CheckReport:
            return await self._checker.check(tree, tests)

        bare = {
            seat: without_new_tests(craft.before, tree) for seat, tree in craft.candidates.items()
        }
        tests = pooled(craft.before, craft.candidates)
        found = (
            examples_hint(craft.before, run),
            await agreement_hint(bare, tests, run),
        )
        return tuple(_stripped(craft.before, hint) for hint in found if hint)

    def _plan_fixes(self, craft: PlanFixes) -> e.FixesPlanned:
        from roundtable.merge.fixing import locate

        fixes: list[e.Fix] = []
        nowhere: list[str] = []
        for problem in craft.problems:
            place = locate(craft.tree, problem)
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
        from roundtable.merge.fixing import rewritten

        fix = craft.fix
        after = rewritten(craft)
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


def _stripped(before: Tree, hint: Check) -> Check:
    """The hint on a tree without the tests that its author brought along."""

    async def look(tree: Tree) -> CheckReport:
        return await hint(without_new_tests(before, tree))

    return look


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


def _kept_out(craft: TryFix, reason: str, report: CheckReport | None = None) -> e.FixTried:
    return e.FixTried(
        round=craft.round,
        attempt=craft.attempt,
        number=craft.fix.number,
        kept=False,
        reason=reason,
        report=report,
    )
