"""What every test starts from: no container engine, unless the test asks for a real one.

And what they end with: how much was tried of each figure that has a count.
"""

import asyncio
import os
import re
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import nullcontext

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from roundtable.adapters.runners import engines
from roundtable.adapters.runners.engines import SETTING, Engine, find_engine
from tests.container_needs import not_run
from tests.network_room import apart, can_be_had

# A machine that is busy for a moment is no example that fails.
settings.register_profile("ours", deadline=None)
settings.load_profile("ours")

# For this process and all that it starts: a build in a test must not depend on the machine.
os.environ[SETTING] = "none"


_BROWSER = "tests/e2e/browser/"
_CONTAINERS = re.compile(
    r"tests/(e2e/test_(containment|kill_containers)|adapters/runners/(test_|.*_built)|"
    r"adapters/(sandboxes|checking)/test_(containers|images|bases|checker_containers)|"
    r"adapters/test_workshop_containers|apps/web/routes/test_execution_containers|"
    r"apps/(cli/test_(run|demo)_command|test_running|web/test_executing))"
)
_LONGEST = ("browser", "containers")


class Schedule(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Which tests one process of several runs one after the other: those of a module, whose parts
    are made once then; all in the browser; and all with a container. Those two take longest, so
    they begin first; where the browser has no room of its own, they are one."""

    def add_node_collection(self, node: object, collection: list[str]) -> None:
        """Tests of one name, as schemathesis makes them, are told apart: each is run."""
        seen: Counter[str] = Counter()
        named = []
        for nodeid in collection:
            seen[nodeid] += 1
            named.append(f"{nodeid} {seen[nodeid]}")
        super().add_node_collection(node, named)

    def schedule(self) -> None:
        if self.collection is None:
            collected: list[str] = next(iter(self.registered_collections.values()), [])
            scopes = set(map(self._split_scope, collected))
            # What stands in the queue first is begun first; the rest is put in by its size.
            self.workqueue.update({scope: {} for scope in _LONGEST if scope in scopes})
        super().schedule()

    def _split_scope(self, nodeid: str) -> str:
        module = nodeid.partition("::")[0]
        if module.startswith(_BROWSER):
            return "browser" if can_be_had() else "containers"
        return "containers" if _CONTAINERS.match(module) else module


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Schedule:
    return Schedule(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Tests in the browser, with all that they start, are in the room apart."""
    with apart() if item.nodeid.startswith(_BROWSER) else nullcontext():
        return (yield)


Count = Callable[[str, int], None]
_COUNTED = "counted: "


@pytest.fixture
def count(request: pytest.FixtureRequest) -> Count:
    """Adds to a figure that is told at the end of the run, over all its processes."""
    return lambda what, number: request.node.user_properties.append((_COUNTED + what, number))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    counts: Counter[str] = Counter()
    for report in terminalreporter.getreports("passed"):
        for name, number in report.user_properties:
            if report.when == "call" and name.startswith(_COUNTED):
                counts[name.removeprefix(_COUNTED)] += int(str(number))
    if counts:
        terminalreporter.section("tried, and each as it must be")
        for what in sorted(counts):
            terminalreporter.write_line(f"{counts[what]:>8,}  {what}")


@pytest.fixture
def containers(monkeypatch: pytest.MonkeyPatch) -> Engine:
    """A real container engine; the test is not run where there is none, and says so."""
    monkeypatch.delenv(SETTING)
    monkeypatch.setattr(engines, "_TRIAL_SECONDS", 60.0)  # on a machine that may stand still
    found = asyncio.run(find_engine())
    if not isinstance(found, Engine):
        not_run(found.reason)
    return found
