"""Children are bounded in what they can say, and leave nothing behind, however they behave."""

import asyncio
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest

from roundtable.adapters.knights import processes
from roundtable.adapters.knights.processes import Child, Scratch, environment, running, scratch
from roundtable.core.errors import ErrorKind, KnightError
from tests.adapters.knights.vendor_commands import (
    descriptors,
    fake,
    left_of,
    processes_of,
    python_fake,
)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scratch]:
    (tmp_path / "scratch").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "scratch"))
    with scratch() as made:
        yield made
    assert list((tmp_path / "scratch").iterdir()) == []


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "THE_TEST": str(tmp_path)}


async def all_lines(child: Child) -> list[bytes]:
    async with aclosing(child.lines()) as lines:
        return [line async for line in lines]


@pytest.mark.parametrize("through_file", [False, True])
async def test_input_goes_in_and_lines_come_out(
    tmp_path: Path, place: Scratch, env: dict[str, str], through_file: bool
) -> None:
    before = descriptors()
    command = fake(tmp_path, 'wc -c; echo; printf "no end"; echo oops >&2; exit 3')
    async with running((command,), env, place, through_file=through_file) as child:
        child.tell("ü" * 500_000)
        child.hush()
        lines = await all_lines(child)
        assert [line.strip() for line in lines] == [b"1000000", b"", b"no end"]
        assert await child.end() == 3
        assert child.complaint == "oops\n"
    assert descriptors() == before


async def test_it_works_in_an_empty_folder_with_what_it_needs_and_no_more(
    tmp_path: Path, place: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setenv("ROUNDTABLE_ANYTHING", "x")
    monkeypatch.setenv("NODE_OPTIONS", "--require /evil.js")
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy")
    monkeypatch.setenv("VENDOR_TOKEN", "token")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("PATH", f".:relative:{os.environ['PATH']}")
    made = environment(("VENDOR_TOKEN",), place, {"ADDED": "1"})
    command = fake(tmp_path, "pwd; ls -A; env | cut -d= -f1 | sort")
    async with running((command,), made, place) as child:
        where, *names = [line.decode() for line in await all_lines(child)]
    assert where == str(place.empty)
    wanted = {"HOME", "PATH", "HTTPS_PROXY", "VENDOR_TOKEN", "LC_ALL", "TERM", "TMPDIR", "ADDED"}
    assert wanted <= set(names)
    forbidden = {"OPENAI_API_KEY", "ROUNDTABLE_ANYTHING", "NODE_OPTIONS"}
    assert not forbidden & set(names)
    assert all(Path(entry).is_absolute() for entry in made["PATH"].split(":"))


async def test_a_command_that_does_not_start_is_not_installed(
    tmp_path: Path, place: Scratch, env: dict[str, str]
) -> None:
    (tmp_path / "text").write_text("no program")
    for command in (str(tmp_path / "text"), str(tmp_path / "absent"), "nul\0"):
        with pytest.raises(KnightError) as caught:
            async with running((command,), env, place):
                pass
        assert caught.value.kind is ErrorKind.NOT_INSTALLED


@pytest.mark.parametrize("through_file", [False, True])
async def test_a_line_without_end_is_cut_off_in_bounded_memory(
    tmp_path: Path,
    place: Scratch,
    env: dict[str, str],
    through_file: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(processes, "MOST_LINE", 4_000_000)
    command = fake(tmp_path, "cat /dev/zero")
    with pytest.raises(KnightError) as caught:
        async with running((command,), env, place, through_file=through_file) as child:
            await all_lines(child)
    assert caught.value.kind is ErrorKind.GARBLED
    assert await left_of(tmp_path) == []


async def test_a_file_without_end_is_cut_off(
    tmp_path: Path, place: Scratch, env: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "MOST_FILE", 1_000_000)
    command = fake(tmp_path, "yes")
    with pytest.raises(KnightError) as caught:
        async with running((command,), env, place, through_file=True) as child:
            await all_lines(child)
    assert caught.value.kind is ErrorKind.GARBLED


async def test_a_flood_of_lines_leaves_others_their_turn(
    tmp_path: Path, place: Scratch, env: dict[str, str]
) -> None:
    command = fake(tmp_path, "while :; do head -c 20000 /dev/zero | tr '\\0' '\\n'; done")
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        async with (
            asyncio.timeout(0.5),
            running((command,), env, place, through_file=True) as child,
            aclosing(child.lines()) as lines,
        ):
            async for _ in lines:
                pass
    assert time.monotonic() - began < 60


async def test_a_long_line_with_an_end_comes_whole(
    tmp_path: Path, place: Scratch, env: dict[str, str]
) -> None:
    command = fake(tmp_path, 'head -c 10000000 /dev/zero | tr "\\0" x; echo; echo after')
    began = time.monotonic()
    async with running((command,), env, place) as child:
        assert [len(line) for line in await all_lines(child)] == [10_000_000, 5]
    assert time.monotonic() - began < 20


async def test_a_reader_who_waits_makes_the_child_wait(
    tmp_path: Path, place: Scratch, env: dict[str, str]
) -> None:
    command = fake(tmp_path, "yes")
    async with running((command,), env, place) as child, aclosing(child.lines()) as lines:
        await anext(lines)
        await asyncio.sleep(0.3)
        assert len(child._pipes.heard) < 4_000_000
    assert await left_of(tmp_path) == []


async def test_only_the_end_of_huge_complaints_is_kept(
    tmp_path: Path, place: Scratch, env: dict[str, str]
) -> None:
    command = fake(tmp_path, "head -c 20000000 /dev/zero >&2; echo the end >&2; echo done")
    async with running((command,), env, place) as child:
        assert await all_lines(child) == [b"done"]
        await child.end()
        assert child.complaint.endswith("the end\n")
        assert len(child.complaint) <= 4096


async def test_a_child_that_does_not_listen_is_no_error(
    tmp_path: Path, place: Scratch, env: dict[str, str]
) -> None:
    command = fake(tmp_path, "exec <&-; echo deaf; sleep 0.2; echo still here")
    async with running((command,), env, place) as child:
        child.tell("x" * 5_000_000)
        child.hush()
        assert await all_lines(child) == [b"deaf", b"still here"]


STUBBORN = """
import os, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
subprocess.Popen(["sleep", "300"])
subprocess.Popen(["sleep", "300"], start_new_session=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(300)
    os._exit(0)
print("ready", flush=True)
time.sleep(300)
"""


async def test_cancelling_ends_all_of_it_within_200_ms(
    tmp_path: Path, place: Scratch, env: dict[str, str]
) -> None:
    before = descriptors()
    command = python_fake(tmp_path, STUBBORN)

    async def listen(ready: asyncio.Event) -> None:
        async with running((command,), env, place) as child, aclosing(child.lines()) as lines:
            async for _ in lines:
                ready.set()

    took: list[float] = []
    while len(took) < 15 and min(took, default=1.0) >= 0.2:  # the best of some: others work here
        await asyncio.sleep(0.2 * len(took))  # and may for a while
        ready = asyncio.Event()
        task = asyncio.create_task(listen(ready))
        await asyncio.wait_for(ready.wait(), 60)
        async with asyncio.timeout(60):
            while len(processes_of(tmp_path)) < 4:
                await asyncio.sleep(0.02)
        began = time.monotonic()
        task.cancel()
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task})
        assert task.cancelled()
        took.append(time.monotonic() - began)
        assert await left_of(tmp_path) == []
        assert descriptors() == before
    assert min(took) < 0.2


async def test_children_left_behind_do_not_hold_the_answer_up(
    tmp_path: Path, place: Scratch, env: dict[str, str]
) -> None:
    command = fake(tmp_path, "sleep 300 & setsid sleep 300 & echo said; exit 0")
    began = time.monotonic()
    async with running((command,), env, place) as child:
        assert await all_lines(child) == [b"said"]
    assert time.monotonic() - began < 60
    assert await left_of(tmp_path) == []


async def test_a_child_may_put_its_house_in_order_when_all_went_well(
    tmp_path: Path, place: Scratch, env: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_LAST_WORDS_SECONDS", 20.0)
    mark = tmp_path / "tidy"
    command = fake(tmp_path, f"echo said; cat >/dev/null; sleep 0.1; touch {mark}")
    async with running((command,), env, place) as child, aclosing(child.lines()) as lines:
        assert await anext(lines) == b"said"
    assert mark.exists()


async def test_nothing_leaks_over_many_children(
    tmp_path: Path, place: Scratch, env: dict[str, str]
) -> None:
    command = fake(tmp_path, "echo hello; cat >/dev/null")
    before = descriptors()
    for _ in range(20):
        async with running((command,), env, place) as child:
            child.tell("x")
            child.hush()
            assert await all_lines(child) == [b"hello"]
    assert descriptors() == before
