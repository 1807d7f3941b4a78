"""Rounds of several sessions run side by side; who finds no place for a run waits for one."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from roundtable.adapters.checking.checker import Checker
from roundtable.adapters.clocks import SystemClock
from roundtable.adapters.runners.runner import ContainerRunner
from roundtable.adapters.runners.slots import MOST_RUNS, slot
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.adapters.workshop import SandboxedWorkshop
from roundtable.core import events as e
from roundtable.core.engine import Engine
from roundtable.core.journal import Journal
from roundtable.core.ports import Hands, RunJob, World
from roundtable.core.running import Demand, RunFailed
from roundtable.core.state import SessionState
from roundtable.testing.builders import EmptyWorkspace, agreeing, build_start, knights
from tests.container_bench import Bench

pytestmark = pytest.mark.timeout(240)
DOCKERFILE = """FROM busybox
COPY word /word
CMD ["sh", "-c", "cat /word; sleep 2; cat /word"]
"""
WAITS = "it waits until one of them has ended"


class Table:
    """Sessions on one log, each with an execution round to be held; each project has its word."""

    def __init__(self, bench: Bench, path: Path) -> None:
        self.store = SqliteStore(path / "log.db")
        self._runner = ContainerRunner(bench.slots)

    async def opened(self, word: str) -> Journal:
        journal = Journal(word, self.store, SystemClock())
        files = {"Dockerfile": DOCKERFILE, "word": f"{word}\n"}
        given = tuple(e.ProjectFile(path=path, text=text) for path, text in files.items())
        await journal.record((build_start("execution"), e.FilesGiven(origin="given", files=given)))
        return journal

    def engine(self, journal: Journal) -> Engine:
        hands = Hands(workshop=SandboxedWorkshop(Checker(None)), runner=self._runner)
        voices = knights(agreeing(), journal.state.seats)
        world = World(self.store, voices, EmptyWorkspace(), SystemClock(), hands=hands)
        return Engine(journal, world)

    async def log(self, session: str) -> list[e.Event]:
        return list(await self.store.read(session))


@pytest.fixture
async def table(bench: Bench, tmp_path: Path) -> AsyncIterator[Table]:
    made = Table(bench, tmp_path)
    yield made
    await made.store.close()


@pytest.fixture
def others(bench: Bench) -> Iterator[ExitStack]:
    """All places but one are taken by runs of others."""
    with ExitStack() as held:
        for _ in range(MOST_RUNS - 1):
            held.enter_context(slot(bench.slots))
        yield held


def printed(log: list[e.Event], *streams: str) -> str:
    return "".join(x.text for x in log if isinstance(x, e.ExecOutput) and x.stream in streams)


def is_good(state: SessionState) -> bool:
    return [run.good for run in state.runs] == [True] and bool(state.ended)


async def test_two_rounds_are_run_at_the_same_time_and_nothing_of_them_is_mixed(
    table: Table,
) -> None:
    words = ("one", "two")
    journals = [await table.opened(word) for word in words]
    states = await asyncio.gather(*(table.engine(journal).run() for journal in journals))
    assert all(map(is_good, states))
    logs = [await table.log(word) for word in words]
    assert [printed(log, "stdout") for log in logs] == ["one\none\n", "two\ntwo\n"]
    assert WAITS not in "".join(printed(log, "notice") for log in logs)
    starts = [next(x.at for x in log if isinstance(x, e.ExecStart)) for log in logs]
    dones = [next(x.at for x in log if isinstance(x, e.ExecDone)) for log in logs]
    assert max(starts) < min(dones), "neither waited for the other's end"


async def test_with_one_place_for_two_rounds_both_are_run_one_after_the_other(
    table: Table, others: ExitStack
) -> None:
    words = ("one", "two")
    journals = [await table.opened(word) for word in words]
    states = await asyncio.gather(*(table.engine(journal).run() for journal in journals))
    assert all(map(is_good, states))
    assert [state.rounds[0].ended and state.rounds[0].ended.outcome for state in states] == [
        "clean",
        "clean",
    ]
    logs = [await table.log(word) for word in words]
    assert [printed(log, "stdout") for log in logs] == ["one\none\n", "two\ntwo\n"]
    assert sorted(WAITS in printed(log, "notice") for log in logs) == [False, True]


async def test_a_round_that_waits_for_its_place_can_be_paused_and_its_run_be_stopped(
    bench: Bench, table: Table, others: ExitStack
) -> None:
    journal = await table.opened("one")
    with slot(bench.slots):
        engine = table.engine(journal)
        leading = asyncio.ensure_future(engine.run())
        await waiting(table)
        engine.pause()
        assert (await asyncio.wait_for(leading, 20)).paused
        assert bench.left() == []
        engine = table.engine(journal)
        leading = asyncio.ensure_future(engine.run())
        await waiting(table, 2)
        assert engine.execution is not None
        engine.execution.stop.set()
        state = await asyncio.wait_for(leading, 20)
    assert [run.done and run.done.outcome for run in state.runs] == [None, "stopped"]


async def waiting(table: Table, times: int = 1) -> None:
    async with asyncio.timeout(60):
        while printed(await table.log("one"), "notice").count(WAITS) < times:
            await asyncio.sleep(0.05)


async def test_the_developer_s_own_run_is_refused_where_there_is_no_place(
    bench: Bench, others: ExitStack
) -> None:
    with slot(bench.slots), pytest.raises(RunFailed) as refused:
        await bench.run({"Dockerfile": "FROM busybox\n"})
    assert refused.value.kind == "busy"
    assert RunJob({}, Demand()).waits is False
