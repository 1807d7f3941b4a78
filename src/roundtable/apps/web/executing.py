"""Running a project's own tests on demand, and the evidence that the log has on it already."""

import asyncio

from roundtable.adapters.checking.checker import Checker
from roundtable.adapters.checking.node_tests import node
from roundtable.adapters.checking.plans import Plan
from roundtable.adapters.runners.variables import read_variables
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from roundtable.apps.running import container_prospect
from roundtable.apps.web.answers import Way
from roundtable.apps.web.problems import Refusal
from roundtable.apps.web.requests import Execute
from roundtable.core.checks import CheckReport, Tree
from roundtable.core.decide.executing import SETTLE_SECONDS
from roundtable.core.errors import UsageError
from roundtable.core.running import Demand, RunLimits
from roundtable.core.secrets import Secret
from roundtable.core.state import SessionState
from roundtable.views.figures import plural

MOST_AT_ONCE = 2
"""Runs that one server does at once: each may take a gigabyte and a minute."""
_SANDBOX = "Sandbox (bubblewrap)"


class Executions:
    """What is being run now. Nothing of it is recorded: evidence for the table is its own."""

    def __init__(self) -> None:
        self._running: set[str] = set()

    async def run(self, session: str, tree: Tree) -> CheckReport:
        """Run the tests of a tree now; a Refusal where nothing can be run."""
        if session in self._running:
            raise Refusal("busy", "the tests of this session are being run", "wait for their end")
        if len(self._running) >= MOST_AT_ONCE:
            raise Refusal(
                "busy", f"the tests of {MOST_AT_ONCE} sessions are being run", "try it again soon"
            )
        self._running.add(session)
        try:
            way = await sandbox(tree)
            if not way.available:
                raise Refusal("refused", way.reason, way.remedy)
            return await Checker(Bubblewrap.find()).check(tree)
        finally:
            self._running.discard(session)


async def ways(tree: Tree) -> tuple[Way, ...]:
    """Every way that there might be on this machine, and what is the matter with each."""
    return (await container(tree), await sandbox(tree))


async def sandbox(tree: Tree) -> Way:
    """The light sandbox, for tests of Python and of `node --test`."""
    if not tree:
        return _not_here("there are no files to run", "wait until a round of code has ended")
    # Its first search tries it out, and plans are made by parsers: neither holds up a stream.
    box = await asyncio.to_thread(Bubblewrap.find)
    if box is None:
        return _not_here(
            f"code is run only in a sandbox, and there is none: {Bubblewrap.why_not()}",
            "install bubblewrap on Linux, or download the files and run them yourself",
        )
    plan = await asyncio.to_thread(Checker(box).plan, tree)
    return _planned(plan, node() is not None)


async def container(tree: Tree) -> Way:
    """Containers, from the project's own compose file or Dockerfile."""
    found = await container_prospect(tree)
    told = found.reason or f"from {found.source}, by {found.engine}"
    return Way(
        id="container",
        label="Container",
        available=not found.reason,
        reason=told,
        remedy=found.remedy,
        engine=found.engine,
        source=found.source,
    )


def demand_of(given: Execute) -> tuple[Demand, dict[str, Secret]]:
    """The run that a client asks for, and the variables it is given, which no record holds."""
    try:
        variables = read_variables(given.variables, "variables")
    except UsageError as error:
        raise Refusal("invalid", error.message, error.remedy, "variables") from error
    limits = RunLimits(seconds=given.seconds, memory_mb=given.memory_mb, cpus=given.cpus)
    settle = SETTLE_SECONDS if given.settle else None
    demand = Demand(
        limits=limits,
        network=given.network,
        settle_seconds=settle,
        variables=bool(variables),
    )
    return demand, variables


def evidence(state: SessionState) -> CheckReport | None:
    """The newest report on the files as they are; None where there is none, or they were edited."""
    for round_ in reversed(state.rounds):
        if round_.edits:
            return None
        if round_.result:
            return round_.result.report
        if round_.plan and round_.plan.report:
            return round_.plan.report
    return None


def _planned(plan: Plan, has_node: bool) -> Way:
    scripts = plan.node if has_node else ()
    not_run = list(plan.not_run)
    if plan.node and not has_node:
        not_run.append("node is not installed: the tests in JavaScript cannot be run")
    if not (plan.python or scripts):
        reason = "; ".join(not_run) or "the project has no tests of Python or of node:test"
        return _not_here(reason, "have tests written in the round qa")
    kinds = [
        f"{plural(len(files), 'file')} of tests in {language}"
        for files, language in ((plan.python, "Python"), (scripts, "JavaScript"))
        if files
    ]
    told = f"{' and '.join(kinds)}, without network and within bounds of time and memory"
    reason = "; ".join((told, *not_run))
    return Way(id="sandbox", label=_SANDBOX, available=True, reason=reason)


def _not_here(reason: str, remedy: str) -> Way:
    return Way(id="sandbox", label=_SANDBOX, available=False, reason=reason, remedy=remedy)
