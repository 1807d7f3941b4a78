"""What can be run here and now, one at a time, and what the log has on the files as they are."""

import asyncio

import pytest

from roundtable.adapters.checking import node_tests
from roundtable.adapters.runners.engines import Engine
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from roundtable.apps.web import executing
from roundtable.apps.web.executing import Executions, container, demand_of, evidence, sandbox, ways
from roundtable.apps.web.problems import Refusal
from roundtable.apps.web.requests import Execute
from roundtable.core import events as e
from roundtable.core.checks import Check, CheckReport
from roundtable.core.running import Demand
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import build_start
from roundtable.testing.store_suite import stamped
from tests.adapters.conftest import box

SOUND = "import unittest\n\n\nclass Sums(unittest.TestCase):\n    def test_sum(self) -> None:\n"
PASSING = {"test_sums.py": SOUND + "        assert 1 + 1 == 2\n"}
SLOW = {
    f"test_slow_{n}.py": SOUND + "        import time\n        time.sleep(60)\n" for n in range(20)
}
"""Each is given up after some seconds; all of them take a minute."""
NODE = {"sum.test.mjs": "import test from 'node:test';\ntest('sum', () => {});\n"}
__all__ = ["box"]
needs_sandbox = pytest.mark.usefixtures("box")


@needs_sandbox
async def test_tests_of_python_are_run_where_there_is_a_sandbox() -> None:
    way = await sandbox(PASSING)
    assert (way.id, way.available, way.remedy) == ("sandbox", True, "")
    assert "1 file of tests in Python" in way.reason
    report = await Executions().run("s", PASSING)
    assert (report.place, report.passed) == ("bubblewrap", ("test_sums.py::Sums::test_sum",))


@needs_sandbox
async def test_a_project_without_tests_that_can_be_run_is_told_why() -> None:
    assert "no tests" in (await sandbox({"a.py": "x = 1\n"})).reason
    way = await sandbox({"a_test.go": "package a\n"})
    assert not way.available
    assert "offline toolchain for Go" in way.reason
    assert way.remedy


@needs_sandbox
async def test_tests_of_node_need_node(monkeypatch: pytest.MonkeyPatch) -> None:
    found = await sandbox(NODE)
    assert found.available == (node_tests.node() is not None)
    monkeypatch.setattr(executing, "node", lambda: None)
    without = await sandbox(NODE)
    assert not without.available
    assert "node is not installed" in without.reason
    both = await sandbox({**NODE, **PASSING})
    assert both.available
    assert "node is not installed" in both.reason


async def test_without_a_sandbox_nothing_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bubblewrap, "find", staticmethod(lambda: None))
    monkeypatch.setattr(Bubblewrap, "why_not", staticmethod(lambda: "the machine is a toaster"))
    way = await sandbox(PASSING)
    assert not way.available
    assert "the machine is a toaster" in way.reason
    with pytest.raises(Refusal) as refused:
        await Executions().run("s", PASSING)
    assert refused.value.problem.type == "refused"
    assert refused.value.problem.remedy


async def test_without_files_nothing_is_run() -> None:
    with pytest.raises(Refusal, match="no files") as refused:
        await Executions().run("s", {})
    assert refused.value.problem.type == "refused"


async def test_without_an_engine_a_container_is_not_offered_and_the_way_out_is_told() -> None:
    told = await ways({"Dockerfile": "FROM scratch\n"})
    assert [found.id for found in told] == ["container", "sandbox"]
    way = told[0]
    assert (way.available, way.engine, way.source) == (False, "", "Dockerfile")
    assert "switched off" in way.reason
    assert way.remedy


async def test_without_files_no_way_is_open() -> None:
    told = await ways({})
    assert not any(found.available for found in told)
    assert all(found.reason and found.remedy for found in told)


async def test_with_an_engine_a_container_is_offered_by_name(containers: Engine) -> None:
    way = await container({"compose.yaml": "", "app.py": ""})
    assert (way.available, way.remedy) == (True, "")
    assert (way.engine, way.source) == (containers.name, "compose.yaml")
    assert containers.name in way.reason
    without = await container({"app.py": ""})
    assert (without.available, without.engine) == (False, containers.name)
    assert "no compose file or Dockerfile" in without.reason


def test_a_run_is_demanded_as_it_is_asked_for() -> None:
    asked = Execute(way="container", network="build", seconds=30, memory_mb=64, cpus=0.5)
    demand, given = demand_of(asked)
    assert (demand.variables, given) == (False, {})
    assert (demand.network, demand.settle_seconds) == ("build", None)
    assert (demand.limits.seconds, demand.limits.memory_mb, demand.limits.cpus) == (30, 64, 0.5)
    assert demand_of(Execute(way="container")) == (Demand(), {})
    assert demand_of(Execute(way="container", settle=True))[0].settle_seconds == 5


def test_variables_are_given_to_the_run_and_a_line_that_is_none_is_named() -> None:
    demand, given = demand_of(Execute(way="container", variables="A=1\n\nB = two\n"))
    assert demand.variables
    assert {name: secret.reveal() for name, secret in given.items()} == {"A": "1", "B": "two"}
    with pytest.raises(Refusal) as refused:
        demand_of(Execute(way="container", variables="A=1\nsesame\n"))
    problem = refused.value.problem
    assert (problem.type, problem.field) == ("invalid", "variables")
    assert "variables:2" in problem.detail and "sesame" not in problem.detail


@needs_sandbox
async def test_a_session_runs_once_at_a_time_and_few_run_at_all() -> None:
    executions = Executions()
    running = [asyncio.create_task(executions.run(name, SLOW)) for name in ("a", "b")]
    await asyncio.sleep(0)  # both have their places
    for name in ("a", "c"):
        with pytest.raises(Refusal) as refused:
            await executions.run(name, PASSING)
        assert refused.value.problem.type == "busy"
    for task in running:
        task.cancel()
    ended = await asyncio.gather(*running, return_exceptions=True)
    assert [type(end) for end in ended] == [asyncio.CancelledError] * 2, "they were being run"
    assert (await executions.run("c", PASSING)).passed


@needs_sandbox
async def test_a_run_that_is_given_up_makes_room() -> None:
    executions = Executions()
    running = asyncio.create_task(executions.run("a", SLOW))
    await asyncio.sleep(0.3)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert (await executions.run("a", PASSING)).passed


def report(detail: str) -> CheckReport:
    return CheckReport(
        place="static", checks=(Check(kind="tests", status="passed", detail=detail),)
    )


def synthesis(round_: str, told: CheckReport | None) -> e.SynthesisEnd:
    return e.SynthesisEnd(
        round=round_, attempt=1, shipped="merge", base="Gawain", files=(), report=told
    )


def began(round_: str) -> e.RoundStart:
    return e.RoundStart(round=round_, attempt=1, seed=7)


def after(*events: e.Event) -> SessionState:
    return fold(stamped("s", 1, build_start("development", "review", "qa"), *events))


PLANNED = e.ReviewPlanned(
    round="review", attempt=1, chunks=(), digests={}, report=report("planned")
)
EDITED = e.FilesEdited(
    round="development", attempt=1, files=(e.ProjectFile(path="a.py", text="x"),)
)
MADE = (began("development"), synthesis("development", report("made")))


@pytest.mark.parametrize(
    ("events", "detail"),
    [
        ((), None),
        ((began("development"),), None),
        (MADE, "made"),
        ((*MADE, began("review")), "made"),
        ((*MADE, began("review"), PLANNED), "planned"),
        ((*MADE, began("review"), PLANNED, synthesis("review", report("fixed"))), "fixed"),
        ((*MADE, EDITED), None),
        ((*MADE, EDITED, began("review")), None),
        ((*MADE, EDITED, began("review"), PLANNED), "planned"),
        ((began("development"), synthesis("development", None)), None),
        ((*MADE, began("qa"), synthesis("qa", None)), None),
    ],
)
def test_the_last_evidence_is_on_the_files_as_they_are(
    events: tuple[e.Event, ...], detail: str | None
) -> None:
    found = evidence(after(*events))
    assert found == (None if detail is None else report(detail))
