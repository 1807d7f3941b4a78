"""The checks of a tree: each file is parsed, and where there is a sandbox, linted and tested."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from types import MappingProxyType

from roundtable.adapters.checking import linting, node_tests, parsing, plans, python_tests
from roundtable.adapters.checking.outcomes import Outcomes, told
from roundtable.adapters.checking.plans import Plan
from roundtable.adapters.sandboxes.bounds import MIB, Limits
from roundtable.adapters.sandboxes.box import SandboxFailed
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from roundtable.adapters.sandboxes.packing import Refused
from roundtable.core.checks import Check, CheckReport, Tree

_NO_TESTS: Mapping[str, str] = MappingProxyType({})
_LIMITS = Limits(seconds=60.0, output=8 * MIB)
_TEST_SECONDS = 5.0


class Checker:
    """Code of a project is run in the sandbox or not at all."""

    def __init__(
        self,
        sandbox: Bubblewrap | None,
        limits: Limits = _LIMITS,
        test_seconds: float = _TEST_SECONDS,
    ) -> None:
        self._box = sandbox
        self._limits = limits
        self._test_seconds = test_seconds

    def plan(self, tree: Tree, tests: Tree = _NO_TESTS) -> Plan:
        """What `check` would do, found without running anything."""
        return plans.plan(tree, tests, find_spec("pytest") is not None)

    async def check(self, tree: Tree, tests: Tree = _NO_TESTS) -> CheckReport:
        """The evidence on a tree; `tests` are run with its own, and win over files of its own."""
        start = time.monotonic()
        plan = self.plan(tree, tests)
        files = {**tree, **tests}
        parse = await _parse(files, plan)
        lint, outcomes, ran = await self._run(files, plan)
        return CheckReport(
            place="bubblewrap" if ran else "static",
            checks=(parse, lint, outcomes.check()),
            passed=tuple(outcomes.passed),
            failed=tuple(outcomes.failed),
            seconds=time.monotonic() - start,
        )

    async def check_many(
        self, trees: Sequence[Tree], at_once: int = 2, tests: Tree = _NO_TESTS
    ) -> list[CheckReport]:
        """The reports in the order of the trees; never more than `at_once` are being checked."""
        room = asyncio.Semaphore(max(1, at_once))

        async def one(tree: Tree) -> CheckReport:
            async with room:
                return await self.check(tree, tests)

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(tree)) for tree in trees]
        return [task.result() for task in tasks]

    async def _run(self, files: Tree, plan: Plan) -> tuple[Check, Outcomes, bool]:
        outcomes = Outcomes(notes=list(plan.not_run))
        no_linter = told("lint", "not_run", ["the project has no linter of its own"])
        if not (plan.linters or plan.python or plan.node):
            return no_linter, outcomes, False
        if self._box is None:
            reason = Bubblewrap.why_not() or "it was not asked for"
            reason = f"code is run only in a sandbox, and there is none: {reason}"
            if plan.python or plan.node:
                outcomes.notes.insert(0, reason)
            return told("lint", "not_run", [reason]) if plan.linters else no_linter, outcomes, False
        try:
            lint = await self._inside(self._box, files, plan, outcomes)
        except (Refused, SandboxFailed, OSError) as error:
            outcomes.notes.insert(0, str(error))
            return told("lint", "not_run", [str(error)]), outcomes, False
        return lint or no_linter, outcomes, True

    async def _inside(
        self, box: Bubblewrap, files: Tree, plan: Plan, outcomes: Outcomes
    ) -> Check | None:
        # One after the other: who checks many trees at once counts on one sandbox for each.
        if plan.python:
            made = await python_tests.run(box, files, plan, self._limits, self._test_seconds)
            outcomes.join(made)
        if plan.node:
            outcomes.join(await node_tests.run(box, files, plan, self._limits))
        return await linting.run(box, files, plan, self._limits) if plan.linters else None


async def _parse(files: Tree, plan: Plan) -> Check:
    if not plan.parse:
        return told("parse", "not_run", ["no file is in a language that we can parse"])
    lines = []
    for path in plan.parse:
        fault = parsing.broken(path, files[path])
        lines += [f"{path}: {fault}"] if fault else []
        await asyncio.sleep(0)  # a large tree must not hold up the table
    large = [path for path in plan.parse if len(files[path]) > parsing.LONGEST]
    notes = [f"{path}: too large to be looked at" for path in large]
    return told("parse", "failed" if lines else "passed", [*lines, *notes])
