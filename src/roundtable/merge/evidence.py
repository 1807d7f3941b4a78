"""Evidence beside the tests, for what tests leave open: examples in texts, and agreement."""

from collections.abc import Awaitable, Callable, Mapping

from roundtable.core.checks import CheckReport, Tree
from roundtable.merge.agreement import agreed, agreement, survey, trust
from roundtable.merge.examples import example_tests
from roundtable.merge.mending import mend
from roundtable.merge.probes import probes
from roundtable.merge.search import CheckTree

Run = Callable[[Tree, Tree], Awaitable[CheckReport]]
"""Checks a tree with these tests, and no others if it has none of its own."""


def examples_hint(texts: Tree, run: Run) -> CheckTree | None:
    """The examples in these texts as a hint, if there are any."""
    return _bound(run, example_tests(texts))


async def agreement_hint(
    candidates: Mapping[str, Tree],
    tests: Tree,
    run: Run,
    reports: Mapping[str, CheckReport] | None = None,
) -> CheckTree | None:
    """How most candidates behave where one stands alone, as a hint; costs one run of them all.

    With `reports` of the candidates each word has a weight; without, all are worth the same.
    """
    made = probes(tests)
    if len(candidates) < 3 or not made:
        return None
    trees = {label: mended.tree for label, mended in mend(candidates).items()}
    weights = {label: trust(reports[label]) if reports else 1.0 for label in trees}
    chosen = agreed(await run({}, survey(trees, made)), weights)
    return _bound(run, agreement(trees, made, chosen))


def _bound(run: Run, tests: Tree) -> CheckTree | None:
    if not tests:
        return None

    async def hint(tree: Tree) -> CheckReport:
        return await run(tree, tests)

    return hint
