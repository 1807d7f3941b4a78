"""Evidence beside the tests, for what tests leave open: examples in texts, and agreement."""

from collections.abc import Awaitable, Callable, Mapping

from roundtable.core.checks import CheckReport, Tree
from roundtable.merge.agreement import agreed, agreement, survey
from roundtable.merge.examples import example_tests
from roundtable.merge.mending import mend
from roundtable.merge.probes import probes
from roundtable.merge.search import CheckTree

Run = Callable[[Tree, Tree], Awaitable[CheckReport]]
"""Checks a tree with these tests, beside those that it has itself."""


def examples_hint(texts: Tree, run: Run) -> CheckTree | None:
    """The examples in these texts as a hint, if there are any."""
    return _bound(run, example_tests(texts))


async def agreement_hint(candidates: Mapping[str, Tree], tests: Tree, run: Run) -> CheckTree | None:
    """How most candidates behave where one stands alone, as a hint; costs one run of them all."""
    made = probes(tests)
    if len(candidates) < 3 or not made:
        return None
    trees = {label: mended.tree for label, mended in mend(candidates).items()}
    chosen = agreed(await run({}, survey(trees, made)), list(trees))
    return _bound(run, agreement(trees, made, chosen))


def _bound(run: Run, tests: Tree) -> CheckTree | None:
    if not tests:
        return None

    async def hint(tree: Tree) -> CheckReport:
        found = await run(tree, tests)
        # The tree may have tests of its own; they have had their say.
        passed, failed = (
            tuple(name for name in names if name.partition("::")[0] in tests)
            for names in (found.passed, found.failed)
        )
        return found.model_copy(update={"passed": passed, "failed": failed})

    return hint
