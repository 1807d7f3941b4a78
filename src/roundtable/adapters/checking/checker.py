"""The checks of a tree: each file is parsed, and where there is a sandbox, linted and tested.

Tests are run in containers where an engine is there and can be used, else in the light sandbox.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from types import MappingProxyType

from roundtable.adapters.checking import linting, node_tests, parsing, plans, python_tests
from roundtable.adapters.checking.containers import NOTHING_VENDORED, Containers, Vendored
from roundtable.adapters.checking.outcomes import Outcomes, told
from roundtable.adapters.checking.plans import Plan
from roundtable.adapters.sandboxes.bounds import MIB, Limits
from roundtable.adapters.sandboxes.box import SandboxFailed
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from roundtable.adapters.sandboxes.packing import Refused
from roundtable.adapters.sandboxes.sandbox import Sandbox
from roundtable.core.checks import Check, CheckReport, Place, Tree

_NO_TESTS: Mapping[str, str] = MappingProxyType({})
_LIMITS = Limits(seconds=60.0, output=8 * MIB)
TEST_SECONDS = 5.0


class Checker:
    """Code of a project is run in the sandbox or not at all."""

    def __init__(
        self,
        sandbox: Bubblewrap | None,
        limits: Limits = _LIMITS,
        test_seconds: float | None = None,
        containers: Containers | None = None,
    ) -> None:
        self._box = sandbox
        self._containers = containers
        self._limits = limits
        self._test_seconds = TEST_SECONDS if test_seconds is None else test_seconds

    def plan(self, tree: Tree, tests: Tree = _NO_TESTS) -> Plan:
        """What `check` would do, found without running anything."""
        return plans.plan(tree, tests, find_spec("pytest") is not None)

    async def check(
        self, tree: Tree, tests: Tree = _NO_TESTS, vendored: Vendored = NOTHING_VENDORED
    ) -> CheckReport:
        """The evidence on a tree; `tests` are run with its own, and win over files of its own.

        `vendored`: files that are no text and that its requirements are installed from.
        """
        start = time.monotonic()
        plan = self.plan(tree, tests)
        files = {**tree, **tests}
        parse = await _parse(files, plan)
        lint, outcomes, place = await self._run(files, plan, vendored)
        return CheckReport(
            place=place,
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

    async def _run(
        self, files: Tree, plan: Plan, vendored: Vendored
    ) -> tuple[Check, Outcomes, Place]:
        outcomes = Outcomes(notes=list(plan.not_run))
        no_linter = told("lint", "not_run", ["the project has no linter of its own"])
        if not (plan.linters or plan.python or plan.node):
            return no_linter, outcomes, "static"
        contained = await self._contained(files, plan, vendored, outcomes)
        left = replace(plan, python=(), node=()) if contained else plan
        if contained and not plan.linters:
            return no_linter, outcomes, "container"
        if self._box is None:
            reason = Bubblewrap.why_not() or "it was not asked for"
            reason = f"code is run only in a sandbox, and there is none: {reason}"
            if left.python or left.node:
                outcomes.notes.insert(0, reason)
            lint = told("lint", "not_run", [reason]) if plan.linters else no_linter
            return lint, outcomes, "container" if contained else "static"
        try:
            linted = await self._inside(self._box, files, left, outcomes)
        except (Refused, SandboxFailed, OSError) as error:
            if not contained:
                outcomes.notes.insert(0, str(error))
            lint = told("lint", "not_run", [str(error)])
            return lint, outcomes, "container" if contained else "static"
        return linted or no_linter, outcomes, "container" if contained else self._box.place

    async def _contained(
        self, files: Tree, plan: Plan, vendored: Vendored, outcomes: Outcomes
    ) -> bool:
        """Whether all tests were run in containers; where that could have been, why they were not.

        Linting is not done there: the linter is ours, and needs nothing of the project.
        """
        if self._containers is None or not (plan.python or plan.node):
            return False
        made = await self._in_containers(self._containers, files, plan, vendored)
        if isinstance(made, str) and await self._containers.lost():
            made = await self._in_containers(self._containers, files, plan, vendored)
        if isinstance(made, Outcomes):
            outcomes.join(made)
            return True
        if made:
            outcomes.notes.append(f"not run in a container: {made}")
        return False

    async def _in_containers(
        self, containers: Containers, files: Tree, plan: Plan, vendored: Vendored
    ) -> Outcomes | str:
        """The outcomes, or why there are none; an empty word where there is no engine."""
        found = await containers.boxes(files, plan, vendored)
        if isinstance(found, str):
            return found
        made = Outcomes()
        try:
            await self._test((found.python, found.node), files, plan, made)
        except (Refused, SandboxFailed, OSError) as error:
            return str(error)
        return made

    async def _test(
        self,
        boxes: tuple[Sandbox | None, Sandbox | None],
        files: Tree,
        plan: Plan,
        outcomes: Outcomes,
    ) -> None:
        """`boxes`: for Python and for node. Both may be the same one."""
        # One after the other: who checks many trees at once counts on one sandbox for each.
        python, node = boxes
        if plan.python and python:
            limits, seconds = self._limits, self._test_seconds
            outcomes.join(await python_tests.run(python, files, plan, limits, seconds))
        if plan.node and node:
            outcomes.join(await node_tests.run(node, files, plan, self._limits))

    async def _inside(
        self, box: Bubblewrap, files: Tree, plan: Plan, outcomes: Outcomes
    ) -> Check | None:
        await self._test((box, box), files, plan, outcomes)
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
