"""The merge that evidence drives: units are exchanged one by one, and every exchange is checked.

What comes out passes all that the best opening passes. The same reports give the same merge.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from roundtable.core.checks import CheckReport, Tree
from roundtable.core.units import Conflict, UnitSource
from roundtable.merge.mending import Mended, mend
from roundtable.merge.moves import Board, Held, Option
from roundtable.merge.splice import Choice, Spliced, splice

CheckTree = Callable[[Tree], Awaitable[CheckReport]]

MOST_TRIALS: Final = 64
_NO_TESTS: Tree = MappingProxyType({})
_JUDGED: Final = "the judge asked for it"


@dataclass(frozen=True, slots=True)
class Taken:
    """A unit that was taken from a candidate, and on what grounds."""

    choice: Choice
    why: str


@dataclass(frozen=True, slots=True)
class Refused:
    """What was tried, or would have been, and why it was not taken."""

    choices: tuple[Choice, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Found:
    """What the search ends with. Without `taken`, `tree` is the best opening."""

    tree: Tree
    base: str
    taken: tuple[Taken, ...]
    refused: tuple[Refused, ...]
    reports: Mapping[str, CheckReport]
    """Of the candidates, as far as they could be read."""
    report: CheckReport
    trials: int
    """How many trees were run beside the candidates."""
    provenance: tuple[UnitSource, ...]
    conflicts: tuple[Conflict, ...]
    mended: Mapping[str, tuple[str, ...]]
    """What was done to candidates that were less than a file, by their labels."""


async def search(
    candidates: Mapping[str, Tree],
    check: CheckTree,
    directives: Sequence[Choice] = (),
    preferred: str | None = None,
    most_trials: int = MOST_TRIALS,
    hints: Sequence[CheckTree] = (),
    tests: Tree = _NO_TESTS,
) -> Found:
    """The best that the candidates' units make together, as far as checks can tell.

    `check` decides. `hints` are weaker checks, the strongest first: they choose between trees that
    `check` cannot tell apart. `tests` are the texts of the tests, where they are not in the trees.
    """
    desk = _Desk(check, hints, most_trials)
    usable, reports = await _openings(candidates, desk)
    trees = {label: mended.tree for label, mended in usable.items()}
    texts = {path: text for tree in trees.values() for path, text in tree.items()}
    board = Board(trees, reports, {**texts, **tests})
    order = await _ranked(board, desk, preferred)
    climb = _Climb(board, desk, directives)
    best = await climb.polished(await climb.to_the_top(order))
    return Found(
        tree=best.tree,
        base=best.base,
        taken=best.taken,
        refused=tuple(climb.refused),
        reports=reports,
        report=best.report,
        trials=desk.trials,
        provenance=best.spliced.provenance,
        conflicts=best.spliced.conflicts,
        mended={label: mended.notes for label, mended in usable.items() if mended.notes},
    )


class _Desk:
    """Runs the checks, each tree once, and counts."""

    def __init__(self, check: CheckTree, hints: Sequence[CheckTree], most: int) -> None:
        self._checks = (check, *hints)
        self._most = most
        self._known: dict[tuple[int, frozenset[tuple[str, str]]], CheckReport] = {}
        self._openings: set[frozenset[tuple[str, str]]] = set()
        self._seen: set[frozenset[tuple[str, str]]] = set()

    @property
    def trials(self) -> int:
        return len(self._seen)

    def may_look(self, tree: Tree) -> bool:
        key = frozenset(tree.items())
        return key in self._seen | self._openings or self.trials < self._most

    async def opening(self, tree: Tree) -> CheckReport:
        self._openings.add(frozenset(tree.items()))
        return await self.report(tree)

    async def report(self, tree: Tree) -> CheckReport:
        return await self._look(tree, 0)

    async def hinted(self, tree: Tree) -> tuple[CheckReport, ...]:
        return tuple([await self._look(tree, which) for which in range(1, len(self._checks))])

    async def _look(self, tree: Tree, which: int) -> CheckReport:
        key = frozenset(tree.items())
        if (which, key) not in self._known:
            if key not in self._openings:
                self._seen.add(key)
            self._known[which, key] = await self._checks[which](tree)
        return self._known[which, key]


def _score(hints: Sequence[CheckReport]) -> tuple[int, ...]:
    return tuple(len(report.passed) for report in hints)


async def _openings(
    candidates: Mapping[str, Tree], desk: _Desk
) -> tuple[dict[str, Mended], dict[str, CheckReport]]:
    """The candidates, mended where that loses nothing, and the evidence on each."""
    usable: dict[str, Mended] = {}
    reports: dict[str, CheckReport] = {}
    for label, mended in mend(candidates).items():
        usable[label], reports[label] = (
            Mended(candidates[label]),
            await desk.opening(candidates[label]),
        )
        if mended.notes:
            report = await desk.opening(mended.tree)
            if report.holds(reports[label]):
                usable[label], reports[label] = mended, report
    return usable, reports


async def _ranked(board: Board, desk: _Desk, preferred: str | None) -> list[str]:
    """Best first: by the tests; then whom the judge prefers; then by hints; then by seat."""
    ranks = {label: board.reports[label].rank for label in board.candidates}
    top = [label for label in ranks if ranks[label] == max(ranks.values())]
    scores: dict[str, tuple[int, ...]] = dict.fromkeys(ranks, ())
    if len(top) > 1:
        for label in top:
            scores[label] = _score(await desk.hinted(board.candidates[label]))
    return sorted(
        ranks,
        key=lambda label: (ranks[label], label == preferred, scores[label]),
        reverse=True,
    )


@dataclass(frozen=True, slots=True)
class _Standing:
    """A base with what was taken into it, and what is known of the tree that it makes."""

    base: str
    taken: tuple[Taken, ...]
    spliced: Spliced
    report: CheckReport

    @property
    def tree(self) -> Tree:
        return self.spliced.files

    @property
    def held(self) -> Held:
        return {(one.path, one.unit): one.source for one in self.spliced.provenance}


class _Climb:
    """Goes from one tree to a better one, as long as there is one within reach."""

    def __init__(self, board: Board, desk: _Desk, directives: Sequence[Choice]) -> None:
        self._board, self._desk, self._directives = board, desk, directives
        self.refused: list[Refused] = []

    async def to_the_top(self, bases: Sequence[str]) -> _Standing:
        """From the best opening; from others too, if someone passes what we do not pass yet."""
        best = await self._up(bases[0])
        passed = {test for report in self._board.reports.values() for test in report.passed}
        for base in bases[1:]:
            if passed <= set(best.report.passed):
                break
            other = await self._up(base)
            if other.report.holds(best.report) and _gain(best, other) > 0:
                best = other
        return best

    async def _up(self, base: str) -> _Standing:
        trees = self._board.candidates
        opening = splice(trees[base], trees, (), base)
        standing = await self._directed(_Standing(base, (), opening, self._board.reports[base]))
        while standing.report.failed:
            better = await self._by_one(standing) or await self._by_bundle(standing)
            if better is None:
                break
            standing = better
        return standing

    async def _directed(self, standing: _Standing) -> _Standing:
        """What the judge asked for is taken unless a test objects."""
        for choice in self._directives:
            made = await self._made(standing, (choice,), _JUDGED)
            if made and self._holds(standing, made, (choice,)):
                standing = made
        return standing

    async def polished(self, standing: _Standing) -> _Standing:
        """Where tests cannot tell versions apart, and no judge has spoken, hints choose."""
        going = True
        while going:
            going = False
            hints = await self._desk.hinted(standing.tree)
            if not any(report.failed for report in hints):
                break
            others = self._board.others(standing.held, standing.base)
            judged = {(t.choice.path, t.choice.unit) for t in standing.taken if t.why == _JUDGED}
            left = [option for option in others if (option.path, option.unit) not in judged]
            for option in sorted(left, key=lambda one: -len(one.labels)):
                better = await self._hinted(standing, option, _score(hints))
                if better is not None:
                    standing, going = better, True
                    break
        return standing

    async def _by_one(self, standing: _Standing) -> _Standing | None:
        failing = standing.report.failed
        for option in self._board.ordered(failing, standing.held, standing.base):
            for choices in self._ways(standing, option):
                made = await self._made(standing, choices, "more tests pass with it")
                if made and self._gains(standing, made, choices):
                    return _told(standing, made)
        return None

    def _ways(self, standing: _Standing, option: Option) -> Iterator[tuple[Choice, ...]]:
        """A unit by itself; and with its constructor, where the splice has its doubts."""
        yield (option.choice(),)
        spliced = self._spliced(standing, (option.choice(),))
        founder = self._board.founder(option, standing.held, standing.base)
        if spliced and spliced.conflicts and founder:
            yield (option.choice(), founder.choice(option.labels[0]))

    async def _by_bundle(self, standing: _Standing) -> _Standing | None:
        """Units that only help together: all that a test reaches in one who passes it."""
        for test in standing.report.failed:
            for label in self._board.candidates:
                if test not in self._board.reports[label].passed:
                    continue
                bundle = self._board.bundle(test, label, standing.held, standing.base)
                made = await self._smallest(standing, bundle, label, test)
                if made is not None:
                    return made
        return None

    async def _smallest(
        self, standing: _Standing, bundle: Sequence[Option], label: str, test: str
    ) -> _Standing | None:
        choices = tuple(option.choice(label) for option in bundle)
        why = f"{test} passes with them"
        best = await self._made(standing, choices, why) if len(choices) > 1 else None
        if best is None or test not in best.report.passed:
            return None
        for choice in choices:
            fewer = tuple(taken.choice for taken in best.taken if taken.why == why)
            fewer = tuple(one for one in fewer if one != choice)
            made = await self._made(standing, fewer, why) if fewer else None
            if made and test in made.report.passed and _gain(best, made) >= 0:
                best = made
        return _told(standing, best) if self._gains(standing, best, choices) else None

    async def _hinted(
        self, standing: _Standing, option: Option, score: tuple[int, ...]
    ) -> _Standing | None:
        choices = (option.choice(),)
        spliced = self._spliced(standing, choices)
        if spliced is None or not self._desk.may_look(spliced.files):
            return None
        hints = _score(await self._desk.hinted(spliced.files))
        if hints <= score:
            return None
        made = await self._made(standing, choices, f"tests are silent; hints {score} to {hints}")
        return made if made and self._holds(standing, made, choices) else None

    async def _made(
        self, standing: _Standing, choices: Sequence[Choice], why: str
    ) -> _Standing | None:
        """The tree with these units taken as well; None if there is none, or no trial is left."""
        spliced = self._spliced(standing, choices)
        if spliced is None or not self._desk.may_look(spliced.files):
            return None
        places = {(choice.path, choice.unit) for choice in choices}
        kept = [t for t in standing.taken if (t.choice.path, t.choice.unit) not in places]
        taken = (*kept, *(Taken(choice, why) for choice in choices))
        report = await self._desk.report(spliced.files)
        return _Standing(standing.base, taken, spliced, report)

    def _spliced(self, standing: _Standing, choices: Sequence[Choice]) -> Spliced | None:
        places = {(choice.path, choice.unit) for choice in choices}
        kept = [taken.choice for taken in standing.taken]
        all_of_them = [c for c in kept if (c.path, c.unit) not in places] + list(choices)
        trees = self._board.candidates
        spliced = splice(trees[standing.base], trees, all_of_them, standing.base)
        if spliced.refused:
            self._refuse(choices, spliced.refused[0].reason)
            return None
        return spliced if spliced.files != standing.tree else None

    def _holds(self, before: _Standing, after: _Standing, choices: Sequence[Choice]) -> bool:
        if after.report.holds(before.report):
            return True
        lost = [test for test in before.report.passed if test not in after.report.passed]
        more = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
        self._refuse(choices, f"{lost[0]}{more} would fail" if lost else "it does not parse")
        return False

    def _gains(self, before: _Standing, after: _Standing, choices: Sequence[Choice]) -> bool:
        if not self._holds(before, after, choices):
            return False
        if _gain(before, after) <= 0:
            self._refuse(choices, "no further test passes with it")
            return False
        return True

    def _refuse(self, choices: Sequence[Choice], why: str) -> None:
        told = Refused(tuple(choices), why)
        if told not in self.refused:
            self.refused.append(told)


def _gain(before: _Standing, after: _Standing) -> int:
    return len(after.report.passed) - len(before.report.passed)


def _told(before: _Standing, after: _Standing) -> _Standing:
    """The same, with the tests that pass now as the reason for what was taken now."""
    fresh = [test for test in after.report.passed if test not in before.report.passed]
    more = f" and {len(fresh) - 1} more" if len(fresh) > 1 else ""
    taken = tuple(
        one if one in before.taken else Taken(one.choice, f"{fresh[0]}{more} passes")
        for one in after.taken
    )
    return _Standing(after.base, taken, after.spliced, after.report)
