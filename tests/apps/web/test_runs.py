"""The developer's runs of a server: in the background, one at a time, and ended with it."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from roundtable.apps.web import runs
from roundtable.apps.web.channels import Channels
from roundtable.apps.web.problems import Refusal
from roundtable.apps.web.steward import Steward
from roundtable.core.errors import CommandRefused
from roundtable.core.events import ExecStart
from roundtable.core.journal import Journal
from roundtable.core.ports import Ended
from roundtable.core.running import Demand, RunFailed, RunRefusal
from tests.apps.conftest import NAMES, builders
from tests.apps.web.built import built
from tests.apps.web.conftest import Served, serving
from tests.core.test_executing import BEGAN, SERVED, Told, telling, until_stopped, wrote

FAILED = Ended("failed", "app ended with exit code 1", 1)
STOPPED = Ended("stopped", "it was stopped")
REFUSED = RunFailed(
    "refused",
    "compose.yaml asks for too much",
    "take it out",
    (RunRefusal(path="compose.yaml", line=3, what="privileged: true", reason="all rights"),),
)


def give(served: Served, runner: Told) -> Steward:
    """The table's hands with this runner in them."""
    driver = served.house.hall.table.driver
    driver._hands = replace(driver._hands, runner=runner)
    return served.house.hall.steward


@pytest.fixture(autouse=True)
def lasting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run begins and ends before its answer is given, however busy the machine is."""
    monkeypatch.setattr(runs, "BEGINS_WITHIN", 60.0)
    monkeypatch.setattr(runs, "STOPS_WITHIN", 60.0)


@pytest.fixture
def looking(building: Path) -> Path:
    """A project whose knights can build, and look at what comes of a run."""
    found: dict[str, object] = {"findings": [], "clean": ["cart.py"]}
    reply = {"when": {"stage": "execution", "purpose": "speak"}, "say": "So.", "block": found}
    knights = builders(**{name: [reply] for name in NAMES})
    (building / "script.yaml").write_text(json.dumps({"knights": knights}))
    return building


@pytest.fixture
async def shop(looking: Path) -> AsyncIterator[tuple[Served, str]]:
    """A server, and a build in it that has ended."""
    async with serving(looking) as served:
        yield served, await built(served, "development")


async def run_of(served: Served, session: str, number: int = 1) -> dict[str, Any]:
    """The run as it stands when it is over."""
    async with asyncio.timeout(60):
        while True:
            told: list[dict[str, Any]] = (await served.state(session))["runs"]
            if len(told) >= number and not told[number - 1]["open"]:
                return told[number - 1]
            await asyncio.sleep(0.02)


async def test_a_run_has_its_number_at_once_and_goes_on_by_itself(
    shop: tuple[Served, str],
) -> None:
    served, session = shop
    steward = give(served, until_stopped())
    assert await steward.run(session, Demand(), analyse=False) == 1
    told = await served.state(session)
    assert (told["runs"][0]["open"], told["phase"]) == (True, "ended")
    assert steward.run_here(await served.house.hall.table.driver.state(session)) == 1
    assert await steward.stop_run(session) == 1
    assert (await run_of(served, session))["outcome"] == "served"


async def test_a_run_is_no_lead_but_holds_the_table_open(shop: tuple[Served, str]) -> None:
    served, session = shop
    steward = give(served, until_stopped())
    await steward.run(session, Demand(), analyse=False)
    assert not steward.running(session)
    assert served.house.served.leading == ()
    assert steward.at_work
    with pytest.raises(CommandRefused, match="at work"):
        await served.house.refuse_at_work()
    await steward.stop_run(session)
    await served.rest()


async def test_a_run_that_follows_at_once_waits_until_the_one_before_is_gone(
    shop: tuple[Served, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    served, session = shop
    steward = give(served, telling(BEGAN, FAILED))
    gone, let_go = asyncio.Event(), Channels.let_go

    async def lingering(channels: Channels, name: str) -> None:
        await gone.wait()
        await let_go(channels, name)

    monkeypatch.setattr(Channels, "let_go", lingering)
    await steward.run(session, Demand(), analyse=False)
    await run_of(served, session)
    again = asyncio.create_task(steward.run(session, Demand(), analyse=False))
    await asyncio.sleep(0.2)
    assert not again.done(), "it was neither refused nor begun"
    gone.set()
    assert await again == 2
    await run_of(served, session, 2)


async def test_one_run_of_a_session_at_a_time(shop: tuple[Served, str]) -> None:
    served, session = shop
    runner = until_stopped()
    steward = give(served, runner)
    both = await asyncio.gather(
        *(steward.run(session, Demand(), analyse=False) for _ in range(2)), return_exceptions=True
    )
    refused = [found for found in both if isinstance(found, Refusal)]
    assert [found.problem.type for found in refused] == ["busy"]
    assert 1 in both
    with pytest.raises(Refusal, match="being run"):
        await steward.analyse(session)
    await steward.stop_run(session)
    assert len(runner.jobs) == 1


async def test_where_nothing_is_run_there_is_nothing_to_stop(shop: tuple[Served, str]) -> None:
    served, session = shop
    with pytest.raises(Refusal, match="nothing of this session") as refused:
        await served.house.hall.steward.stop_run(session)
    assert refused.value.problem.type == "refused"


async def test_a_session_without_files_is_refused_before_anything_is_on_record(
    building: Path,
) -> None:
    async with serving(building) as served:
        session = await served.start(workflow="discuss", topic="why?")
        steward = give(served, until_stopped())
        await steward.stop(session)
        with pytest.raises(CommandRefused, match="no files"):
            await steward.run(session, Demand(), analyse=False)
        assert (await served.state(session))["runs"] == []


async def test_a_run_that_comes_to_nothing_is_on_record_with_its_remedy(
    shop: tuple[Served, str],
) -> None:
    served, session = shop
    steward = give(served, telling(RunFailed("busy", "four runs are under way", "wait for one")))
    assert await steward.run(session, Demand(), analyse=True) == 1
    run = await run_of(served, session)
    assert (run["error"], run["remedy"]) == ("busy", "wait for one")
    assert (await served.state(session))["phase"] == "ended"


async def test_a_server_that_ends_breaks_its_runs_off_and_says_so(building: Path) -> None:
    runner = until_stopped()
    async with serving(building) as served:
        session = await built(served, "development")
        await give(served, runner).run(session, Demand(), analyse=True)
    assert runner.closed == 1
    async with serving(building) as served:
        told = await served.state(session)
        assert [run["error"] for run in told["runs"]] == ["broken_off"]
        assert told["phase"] == "ended"


async def test_a_server_that_closes_runs_nothing(shop: tuple[Served, str]) -> None:
    served, session = shop
    runner = until_stopped()
    steward = give(served, runner)
    await steward.close()
    with pytest.raises(Refusal, match="opened anew"):
        await steward.run(session, Demand(), analyse=False)
    assert runner.jobs == []


async def test_a_run_that_ends_badly_is_looked_at_by_the_table(shop: tuple[Served, str]) -> None:
    served, session = shop
    steward = give(served, telling(BEGAN, wrote("boom\n", "stderr"), FAILED))
    await steward.run(session, Demand(), analyse=True)
    await run_of(served, session)
    async with asyncio.timeout(60):
        while not _held(told := await served.state(session)):
            await asyncio.sleep(0.05)
    assert len(told["runs"]) == 1, "it took the developer's run and made none of its own"


async def test_a_refusal_is_looked_at_as_well(shop: tuple[Served, str]) -> None:
    served, session = shop
    steward = give(served, telling(REFUSED))
    await steward.run(session, Demand(), analyse=True)
    async with asyncio.timeout(60):
        while not _held(await served.state(session)):
            await asyncio.sleep(0.05)


@pytest.mark.parametrize(
    ("end", "analyse"), [(FAILED, False), (SERVED, True), (STOPPED, True)], ids=str
)
async def test_it_is_not_looked_at_unasked_or_without_need(
    shop: tuple[Served, str], end: Ended, analyse: bool
) -> None:
    served, session = shop
    steward = give(served, telling(BEGAN, end))
    await steward.run(session, Demand(), analyse=analyse)
    await run_of(served, session)
    await served.rest()
    told = await served.state(session)
    assert (told["phase"], len(told["rounds"])) == ("ended", 1)


async def test_the_table_looks_at_a_run_when_it_is_told_to(shop: tuple[Served, str]) -> None:
    served, session = shop
    steward = give(served, telling(BEGAN, FAILED))
    await steward.run(session, Demand(), analyse=False)
    await run_of(served, session)
    state = await steward.analyse(session, "mind the port")
    assert state.current and state.current.key == "execution"
    assert state.current.start.instructions == "mind the port"
    assert steward.running(session)
    async with asyncio.timeout(60):
        while not _held(await served.state(session)):
            await asyncio.sleep(0.05)


async def test_a_run_whose_server_was_killed_is_closed_when_the_next_one_opens(
    looking: Path,
) -> None:
    async with serving(looking) as served:
        session = await built(served, "development")
        table = served.house.hall.table
        journal = Journal(session, table.store, table.clock)
        await journal.load()
        start = ExecStart(run=1, engine="docker 27", demand=Demand(), files="")
        await journal.record((start,))
    async with serving(looking) as served:
        told = await served.state(session)
        assert [(run["open"], run["error"]) for run in told["runs"]] == [(False, "broken_off")]


async def test_the_stop_of_a_round_ends_its_run(looking: Path) -> None:
    runner = until_stopped()
    async with serving(looking) as served:
        session = await built(served, "development")
        steward = give(served, runner)
        await steward.analyse(session)
        driver = served.house.hall.table.driver
        async with asyncio.timeout(60):
            while steward.run_here(await driver.state(session)) is None:
                await asyncio.sleep(0.02)
        state = await asyncio.wait_for(steward.stop(session), 60)
        assert state.paused
        assert runner.closed == 1
        assert [run.error and run.error.kind for run in state.runs] == ["broken_off"]


async def test_the_run_of_a_round_is_stopped_alone_and_the_round_goes_on(looking: Path) -> None:
    async with serving(looking) as served:
        session = await built(served, "development")
        steward = give(served, until_stopped())
        await steward.analyse(session)
        driver = served.house.hall.table.driver
        async with asyncio.timeout(60):
            while steward.run_here(await driver.state(session)) is None:
                await asyncio.sleep(0.02)
        assert await steward.stop_run(session) == 1
        await served.until(session, "ended", "awaiting_king")


def _held(told: dict[str, Any]) -> bool:
    return any(
        round_["key"] == "execution" and round_["outcome"] is not None for round_ in told["rounds"]
    )
