"""A run on a real log: in order, in pieces that a view can keep up with, and with an end always."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from roundtable.adapters.checking.checker import Checker
from roundtable.adapters.clocks import SystemClock
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.adapters.workshop import SandboxedWorkshop
from roundtable.core import events as e
from roundtable.core.engine import Engine
from roundtable.core.errors import SessionBusy
from roundtable.core.executing import Execution
from roundtable.core.journal import Journal
from roundtable.core.ports import Began, Ended, Hands, RunJob, RunNews, Up, World, Wrote
from roundtable.core.running import Address, Demand, RunFailed, ServiceEnd, Stream
from roundtable.core.runs import digest
from roundtable.core.secrets import Secret
from roundtable.testing.builders import EmptyWorkspace, agreeing, build_start, knights

News = Callable[[asyncio.Event], AsyncGenerator[RunNews, None]]
BEGAN = Began("docker 27", "Dockerfile", ("app",), ("a note",))
AT = "2026-01-02T03:04:05.000Z"
SERVED = Ended("served", "it was up", services=(ServiceEnd(name="app", outcome="served"),))
FILE = e.ProjectFile(path="app.py", text="print('hello')\n")


def wrote(text: str, stream: Stream = "stdout", service: str = "app") -> Wrote:
    return Wrote(service, stream, text, AT)


class Told:
    """A runner that tells what a test has written down, and whether it was cleared away."""

    def __init__(self, news: News) -> None:
        self._news = news
        self.jobs: list[RunJob] = []
        self.closed = 0

    async def run(self, job: RunJob, stop: asyncio.Event) -> AsyncGenerator[RunNews, None]:
        self.jobs.append(job)
        news = self._news(stop)
        try:
            async for item in news:
                yield item
        finally:
            await news.aclose()
            self.closed += 1


def telling(*items: RunNews | Exception) -> Told:
    async def news(_: asyncio.Event) -> AsyncGenerator[RunNews, None]:
        for item in items:
            if isinstance(item, Exception):
                raise item
            yield item

    return Told(news)


def until_stopped() -> Told:
    """Up until somebody stops it."""

    async def news(stop: asyncio.Event) -> AsyncGenerator[RunNews, None]:
        yield BEGAN
        yield wrote("listening")
        yield Up((Address(service="app", port=80, url="http://127.0.0.1:4915"),))
        await stop.wait()
        yield SERVED

    return Told(news)


class Room:
    """A session with files, on a log of its own."""

    def __init__(self, path: Path, runner: Told) -> None:
        self.path = path
        self.runner = runner
        self.store = SqliteStore(path / "log.db")
        self.journal = Journal("s", self.store, SystemClock())
        self.seen: list[e.Event] = []
        self.journal.watch(self.seen.append)

    async def opened(self, *more: e.Event) -> "Room":
        given = e.FilesGiven(origin="given", files=(FILE,))
        await self.journal.record((build_start("execution"), given, *more))
        self.seen.clear()
        return self

    @property
    def world(self) -> World:
        shop = SandboxedWorkshop(Checker(None))
        voices = knights(agreeing(), self.journal.state.seats)
        hands = Hands(workshop=shop, runner=self.runner)
        return World(self.store, voices, EmptyWorkspace(), SystemClock(), hands=hands)

    def execution(self) -> Execution:
        return Execution(self.journal, self.world)

    async def ran(self, round_: str = "", attempt: int = 0) -> list[e.Event]:
        await self.execution().perform(self.job(), round_, attempt)
        await self.store.close()
        return self.seen

    def job(self) -> RunJob:
        return RunJob(self.journal.state.project, Demand(network="build"))

    async def until(self, kind: str) -> None:
        async with asyncio.timeout(30):
            while not any(event.type == kind for event in self.seen):
                await asyncio.sleep(0.005)


async def test_a_secret_that_only_a_reader_would_see_is_hidden_in_what_matters(
    tmp_path: Path,
) -> None:
    key = "open-X\x08sesame"
    summary = "==== short test summary info ====\n"
    said = f"Error: {key}\n{summary}FAILED a.py::t[{key}] - x\n==== 1 failed in 0.1s ====\n"
    room = await Room(tmp_path, telling(BEGAN, wrote(said), Ended("failed", ""))).opened()
    job = replace(room.job(), variables={"KEY": Secret("open-sesame")})
    await room.execution().perform(job)
    await room.store.close()
    assert isinstance(done := room.seen[-1], e.ExecDone)
    assert "Error: ***" in done.excerpt
    assert [results.failures for results in done.tests] == [("a.py::t[***]",)]
    assert "sesame" not in done.model_dump_json()


def at_a_run(engine: Engine) -> bool:
    return engine.execution is not None


def types(events: list[e.Event]) -> list[str]:
    return [event.type for event in events]


async def test_what_the_runner_tells_stands_in_the_log_in_its_order(tmp_path: Path) -> None:
    address = Address(service="app", port=80, url="http://127.0.0.1:4915")
    runner = telling(BEGAN, wrote("#1 FROM x\n", "build"), wrote("hello\n"), Up((address,)), SERVED)
    room = await Room(tmp_path, runner).opened()
    seen = await room.ran("execution", 2)
    expected = ["exec_start", "exec_output", "exec_output", "exec_ready", "exec_done"]
    assert types(seen) == expected
    start, built, said, ready, done = seen
    assert isinstance(start, e.ExecStart)
    assert (start.run, start.round, start.attempt) == (1, "execution", 2)
    assert (start.engine, start.source, start.notes) == ("docker 27", "Dockerfile", ("a note",))
    assert start.demand.network == "build"
    assert start.files == digest({"app.py": FILE})
    assert isinstance(built, e.ExecOutput)
    assert isinstance(said, e.ExecOutput)
    assert (built.stream, said.text, said.written) == ("build", "hello\n", AT)
    assert isinstance(ready, e.ExecReady)
    assert ready.addresses == (address,)
    assert isinstance(done, e.ExecDone)
    assert (done.outcome, done.services) == ("served", SERVED.services)
    assert done.log_bytes == len("#1 FROM x\nhello\n")
    assert room.journal.state.runs[0].done == done
    assert runner.closed == 1


async def test_many_words_at_once_are_few_events_and_no_letter_is_lost(tmp_path: Path) -> None:
    words = [f"line {i}\n" for i in range(5_000)]
    runner = telling(BEGAN, *(wrote(text) for text in words), SERVED)
    seen = await (await Room(tmp_path, runner).opened()).ran()
    pieces = [x for x in seen if isinstance(x, e.ExecOutput)]
    assert "".join(x.text for x in pieces) == "".join(words)
    assert len(pieces) < 20


async def test_places_are_never_mixed_in_one_piece(tmp_path: Path) -> None:
    runner = telling(
        BEGAN,
        *(wrote("a"), wrote("b"), wrote("c", "stderr"), wrote("d"), wrote("e", service="db")),
        SERVED,
    )
    seen = await (await Room(tmp_path, runner).opened()).ran()
    pieces = [(x.service, x.stream, x.text) for x in seen if isinstance(x, e.ExecOutput)]
    assert pieces == [
        ("app", "stdout", "ab"),
        ("app", "stderr", "c"),
        ("app", "stdout", "d"),
        ("db", "stdout", "e"),
    ]


async def test_a_word_is_on_record_soon_though_nothing_follows(tmp_path: Path) -> None:
    room = await Room(tmp_path, until_stopped()).opened()
    execution = room.execution()
    task = asyncio.create_task(execution.perform(room.job()))
    await room.until("exec_output")
    assert not task.done()
    execution.stop.set()
    await task
    await room.store.close()


async def test_what_utf8_cannot_carry_is_replaced(tmp_path: Path) -> None:
    seen = await (await Room(tmp_path, telling(BEGAN, wrote("a\ud800b"), SERVED)).opened()).ran()
    assert next(x.text for x in seen if isinstance(x, e.ExecOutput)) == "a?b"


async def test_the_end_tells_what_of_the_log_matters_and_what_tests_printed(
    tmp_path: Path,
) -> None:
    printed = "============ 1 failed, 2 passed in 0.03s ============\n"
    ended = Ended("failed", "exit", exit_code=1, dropped=9)
    trace = "Traceback (most recent call last):\nValueError: no\n"
    runner = telling(BEGAN, wrote(trace, "stderr"), wrote(printed), ended)
    done = (await (await Room(tmp_path, runner).opened()).ran())[-1]
    assert isinstance(done, e.ExecDone)
    assert "ValueError: no" in done.excerpt
    assert [(t.runner, t.passed, t.failed) for t in done.tests] == [("pytest", 2, 1)]
    assert (done.exit_code, done.log_dropped) == (1, 9)


async def test_a_run_that_comes_to_nothing_is_on_record_with_its_remedy(tmp_path: Path) -> None:
    runner = telling(RunFailed("no_engine", "none was found", "install one"))
    room = await Room(tmp_path, runner).opened()
    (error,) = await room.ran()
    assert isinstance(error, e.ExecError)
    assert (error.run, error.kind, error.reason) == (1, "no_engine", "none was found")
    assert error.remedy == "install one"
    assert not room.journal.state.runs[0].open


async def test_what_was_written_before_it_failed_is_kept(tmp_path: Path) -> None:
    runner = telling(BEGAN, wrote("last words"), RunFailed("engine_failed", "gone"))
    seen = await (await Room(tmp_path, runner).opened()).ran()
    assert types(seen) == ["exec_start", "exec_output", "exec_error"]


async def test_the_developer_stops_it_and_it_has_an_outcome_all_the_same(tmp_path: Path) -> None:
    room = await Room(tmp_path, until_stopped()).opened()
    execution = room.execution()
    task = asyncio.create_task(execution.perform(room.job()))
    await room.until("exec_ready")
    execution.stop.set()
    await task
    assert types(room.seen)[-1] == "exec_done"
    assert room.journal.state.runs[0].addresses == ()
    await room.store.close()


async def test_a_run_that_is_cancelled_is_recorded_as_broken_off_and_cleared_away(
    tmp_path: Path,
) -> None:
    room = await Room(tmp_path, until_stopped()).opened()
    task = asyncio.create_task(room.execution().perform(room.job()))
    await room.until("exec_ready")
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    last = room.seen[-1]
    assert isinstance(last, e.ExecError)
    assert last.kind == "broken_off"
    assert last.reason == "the session was paused, or its process ended, while it ran"
    assert room.runner.closed == 1
    await room.store.close()


async def test_an_error_of_the_runners_own_is_raised_and_the_run_broken_off(
    tmp_path: Path,
) -> None:
    room = await Room(tmp_path, telling(BEGAN, ValueError("a bug"))).opened()
    with pytest.raises(ValueError, match="a bug"):
        await room.ran()
    assert isinstance(room.seen[-1], e.ExecError)
    assert room.seen[-1].kind == "broken_off"
    assert room.seen[-1].reason == "an error of Roundtable's own (ValueError)"
    await room.store.close()


async def test_two_at_once_are_one_too_many(tmp_path: Path) -> None:
    room = await Room(tmp_path, until_stopped()).opened()
    first = room.execution()
    task = asyncio.create_task(first.perform(room.job()))
    await room.until("exec_ready")
    with pytest.raises(SessionBusy):
        await room.execution().perform(room.job())
    first.stop.set()
    await task
    assert len(room.journal.state.runs) == 1
    await room.store.close()


async def test_a_run_that_a_crash_left_open_is_closed_by_the_next(tmp_path: Path) -> None:
    left = e.ExecStart(run=1, engine="docker 27", demand=Demand(), files="")
    room = await Room(tmp_path, telling(BEGAN, SERVED)).opened(left)
    seen = await room.ran()
    assert types(seen) == ["exec_error", "exec_start", "exec_done"]
    error, start, _ = seen
    assert isinstance(error, e.ExecError)
    assert (error.run, error.kind) == (1, "broken_off")
    assert isinstance(start, e.ExecStart)
    assert start.run == 2


async def test_a_run_that_a_crash_left_open_is_settled_without_another(tmp_path: Path) -> None:
    left = e.ExecStart(run=1, engine="docker 27", demand=Demand(), files="")
    room = await Room(tmp_path, telling()).opened(left)
    for _ in range(2):
        await room.execution().settle()
    assert [run.error and run.error.kind for run in room.journal.state.runs] == ["broken_off"]
    await room.store.close()


async def test_a_run_that_goes_on_elsewhere_is_left_alone(tmp_path: Path) -> None:
    room = await Room(tmp_path, until_stopped()).opened()
    execution = room.execution()
    task = asyncio.create_task(execution.perform(room.job()))
    await room.until("exec_ready")
    await room.execution().settle()
    assert [run.open for run in room.journal.state.runs] == [True]
    execution.stop.set()
    await task
    await room.store.close()


async def test_a_note_that_somebody_writes_meanwhile_stops_nothing(tmp_path: Path) -> None:
    room = await Room(tmp_path, until_stopped()).opened()
    execution = room.execution()
    task = asyncio.create_task(execution.perform(room.job()))
    await room.until("exec_ready")
    other = Journal("s", room.store, SystemClock())
    await other.load()
    await other.record((e.NoteAdded(text="Look at the port."),))
    execution.stop.set()
    await task
    assert types(room.seen)[-2:] == ["note_added", "exec_done"]
    await room.store.close()


async def test_the_engine_performs_the_run_of_its_round(tmp_path: Path) -> None:
    room = await Room(tmp_path, telling(BEGAN, wrote("hello\n"), SERVED)).opened()
    state = await Engine(room.journal, room.world).run()
    assert state.ended
    assert state.rounds[0].ended
    assert state.rounds[0].ended.outcome == "clean"
    assert [run.start.round for run in state.runs if run.start] == ["execution"]
    await room.store.close()


async def test_a_pause_breaks_the_run_off_and_a_resume_makes_it_again(tmp_path: Path) -> None:
    room = await Room(tmp_path, until_stopped()).opened()
    engine = Engine(room.journal, room.world)
    task = asyncio.create_task(engine.run())
    await room.until("exec_ready")
    assert at_a_run(engine)
    engine.pause()
    state = await task
    assert state.paused
    assert not at_a_run(engine)
    assert room.runner.closed == 1
    assert [run.error.kind for run in state.runs if run.error] == ["broken_off"]
    room.runner = telling(BEGAN, SERVED)
    state = await Engine(room.journal, room.world).run()
    assert state.ended
    assert [run.number for run in state.runs] == [1, 2]
    await room.store.close()
