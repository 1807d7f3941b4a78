"""An engine's command is a child of ours: bounded, heard as it speaks, and gone with its group."""

import asyncio
import gc
import time
from pathlib import Path

import psutil
import pytest

from roundtable.adapters.runners.commands import Command

SHELL = Command("/bin/sh", {"PATH": "/usr/bin:/bin", "WORD": "given"})


def still_runs(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


async def test_a_short_command_gives_its_code_and_both_outputs() -> None:
    called = await SHELL.call("-c", "echo $WORD; echo no >&2; cat; exit 3", stdin=b"told\n")
    assert (called.code, called.out, called.complaint) == (3, "given\ntold\n", "no")
    assert called.lines == ["given", "told"]


async def test_nothing_of_our_environment_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sesame")
    called = await SHELL.call("-c", "env; pwd")
    assert "sesame" not in called.out
    assert called.lines[-1] == "/"


async def test_one_that_takes_too_long_is_ended() -> None:
    began = time.monotonic()
    called = await SHELL.call("-c", "sleep 30", seconds=0.2)
    assert called.timed_out
    assert time.monotonic() - began < 20


async def test_who_leaves_takes_the_whole_group_along(tmp_path: Path) -> None:
    heard: list[bytes] = []
    script = "sleep 60 & echo $!; wait"
    async with SHELL.running("-c", script, hear=lambda _, piece: heard.append(piece)):
        while not heard:
            await asyncio.sleep(0.01)
    pid = int(b"".join(heard))
    for _ in range(500):
        if not still_runs(pid):
            break
        await asyncio.sleep(0.02)
    else:
        raise AssertionError("its child is still there")


async def test_output_is_heard_as_it_comes_and_the_streams_apart(tmp_path: Path) -> None:
    heard: list[tuple[int, bytes]] = []
    go = tmp_path / "go"

    def hear(stream: int, piece: bytes) -> None:
        heard.append((stream, piece))
        go.touch()

    script = f"echo a; {_waiting_for(go)}; echo b >&2"  # without an ear it would never go on
    async with asyncio.timeout(60), SHELL.running("-c", script, hear=hear) as child:
        assert await child.end() == 0
    assert heard == [(1, b"a\n"), (2, b"b\n")]


def _waiting_for(path: Path) -> str:
    """A line for a shell."""
    return f"while [ ! -e {path} ]; do sleep 0.05; done"


@pytest.mark.parametrize("seconds", [0.3, 6], ids=["at once", "on a machine that stands still"])
async def test_who_is_cancelled_waits_for_the_end_of_a_short_command(
    tmp_path: Path, seconds: float
) -> None:
    begun, go, made = (tmp_path / name for name in ("begun", "go", "made"))
    script = f"echo > {begun}; {_waiting_for(go)}; echo > {made}"
    task = asyncio.ensure_future(SHELL.call("-c", script, seconds=60))
    async with asyncio.timeout(60):
        while not begun.exists():
            await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.wait({task}, timeout=seconds)
    assert not task.done()
    go.touch()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert made.exists(), "what it makes must be known, or nobody would remove it"


async def test_who_is_cancelled_ends_a_question_at_once() -> None:
    asking = asyncio.ensure_future(SHELL.ask("-c", "sleep 30"))
    await asyncio.sleep(0.2)
    began = time.monotonic()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert time.monotonic() - began < 20


async def test_no_descriptor_is_left() -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(5):
        await SHELL.call("-c", "echo x", stdin=b"y")
    assert len(list(Path("/proc/self/fd").iterdir())) <= before + 3, "the loop itself has three"


async def test_one_that_floods_can_be_left_at_any_moment() -> None:
    for number in range(20):
        heard = asyncio.Event()

        def hear(stream: int, piece: bytes, heard: asyncio.Event = heard) -> None:
            heard.set()

        async with SHELL.running("-c", "yes", hear=hear):
            await asyncio.wait_for(heard.wait(), 30)
            await asyncio.sleep(number / 2000)


async def test_one_that_is_torn_off_while_it_is_made_leaves_no_pipe_open(tmp_path: Path) -> None:
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nsleep 60\n")
    slow.chmod(0o700)
    command = Command(str(slow), {"PATH": "/usr/bin:/bin"})
    before = len(list(Path("/proc/self/fd").iterdir()))
    for moments in range(40):
        asking = asyncio.create_task(command.ask("anything"))
        for _ in range(moments % 20):
            await asyncio.sleep(0)
        asking.cancel()
        await asyncio.wait({asking})
        assert asking.cancelled()
    gc.collect()  # a pipe that nobody closed is told of here
    assert len(list(Path("/proc/self/fd").iterdir())) <= before + 1
