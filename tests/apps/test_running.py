"""Whether what was built can be run in a container here, and which runs call for the table."""

import pytest

from roundtable.adapters.runners.engines import SETTING, Engine
from roundtable.apps.running import calls_for_analysis, container_prospect, ended_badly
from roundtable.core import events as e
from roundtable.core.running import Demand, Network, RunOutcome, RunRefusal, RunTrouble
from roundtable.core.runs import RunState
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import build_start, session_start
from roundtable.testing.runs import FAILED, PASSED, a_run, done
from roundtable.testing.store_suite import stamped


async def test_without_an_engine_it_says_so_with_the_remedy() -> None:
    found = await container_prospect(["Dockerfile"])
    assert (found.engine, found.source) == ("", "Dockerfile")
    assert SETTING in found.reason
    assert found.remedy


async def test_without_files_there_is_nothing_to_run() -> None:
    found = await container_prospect([])
    assert "no files" in found.reason
    assert found.remedy


async def test_with_an_engine_a_compose_file_or_a_dockerfile_is_needed(containers: Engine) -> None:
    without = await container_prospect(["app.py", "sub/Dockerfile"])
    assert without.reason == "there is no compose file or Dockerfile"
    assert without.remedy == "have one written in the round devops"
    for source in ("compose.yaml", "Dockerfile"):
        found = await container_prospect(["app.py", source])
        assert (found.engine, found.source) == (containers.name, source)
        assert (found.reason, found.remedy) == ("", "")


@pytest.mark.parametrize(
    ("outcome", "bad"),
    [
        ("succeeded", False),
        ("served", False),
        ("stopped", False),
        ("failed", True),
        ("build_failed", True),
        ("unhealthy", True),
        ("timed_out", True),
        ("out_of_memory", True),
        ("too_many_processes", True),
        ("flooded", True),
    ],
)
def test_a_run_ended_badly_unless_it_was_good_or_stopped(outcome: RunOutcome, bad: bool) -> None:
    assert ended_badly(RunState(1, done=done(1, outcome))) is bad


def test_a_good_run_whose_tests_fail_ended_badly() -> None:
    assert ended_badly(RunState(1, done=done(1, "succeeded", tests=(FAILED,))))
    assert not ended_badly(RunState(1, done=done(1, "succeeded", tests=(PASSED,))))


@pytest.mark.parametrize(
    ("kind", "bad"),
    [
        ("refused", True),
        ("no_engine", False),
        ("nothing_to_run", False),
        ("busy", False),
        ("engine_failed", False),
        ("broken_off", False),
    ],
)
def test_of_what_was_not_run_only_a_refusal_is_the_projects_own(
    kind: RunTrouble, bad: bool
) -> None:
    assert ended_badly(RunState(1, error=e.ExecError(run=1, kind=kind, reason="?"))) is bad


def test_what_another_run_may_be_given_is_nothing_to_be_looked_at() -> None:
    def refused(*remedies: str) -> RunState:
        told = (
            RunRefusal(path="compose.yaml", line=2, what="x", reason="y", remedy=remedy)
            for remedy in remedies
        )
        error = e.ExecError(run=1, kind="refused", reason="?", refusals=tuple(told))
        return RunState(1, error=error)

    assert not ended_badly(refused("--env-file PATH", "--network build"))
    assert ended_badly(refused("--env-file PATH", ""))


@pytest.mark.parametrize(
    ("network", "written", "bad"),
    [
        ("none", "pip: Temporary failure in name resolution", False),
        ("build", "pip: Temporary failure in name resolution", True),
        ("none", "SyntaxError: invalid syntax", True),
    ],
)
def test_a_build_that_only_wanted_a_network_is_nothing_to_be_looked_at(
    network: Network, written: str, bad: bool
) -> None:
    start = e.ExecStart(run=1, engine="docker 27", demand=Demand(network=network), files="")
    ended = done(1, "build_failed").model_copy(update={"excerpt": written})
    assert ended_badly(RunState(1, start=start, done=ended)) is bad


def test_a_run_under_way_has_not_ended_badly() -> None:
    assert not ended_badly(RunState(1))


ENDED = e.SessionEnd(outcome="built", summary="", answered=(), silent=())


def after(start: e.SessionStart, *events: e.Event) -> SessionState:
    return fold(stamped("s", 1, start, *events))


def test_only_a_build_that_has_ended_is_looked_at_again() -> None:
    build = build_start("development")
    begun = after(build)
    bad, good = a_run(begun, "failed"), a_run(begun, "succeeded")
    assert calls_for_analysis(after(build, ENDED, *bad))
    assert not calls_for_analysis(after(build, *bad))
    assert not calls_for_analysis(after(build, ENDED, *good))
    assert not calls_for_analysis(after(build, ENDED))
    assert not calls_for_analysis(after(session_start(), ENDED, *bad))
