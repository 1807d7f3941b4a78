"""Nothing of a run is left: not after a cancel anywhere, nor after kill -9 and a restart."""

import asyncio
import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator

import pytest

from roundtable.adapters.runners import clearing, marks, weighing
from roundtable.adapters.runners.marks import OWNER, Mark, ourselves
from roundtable.adapters.runners.runner import ContainerRunner
from roundtable.core.running import Demand
from tests.container_bench import Bench
from tests.container_leaders import Apart, apart
from tests.container_projects import TWO

__all__ = ["apart"]

pytestmark = pytest.mark.allow_hosts(["127.0.0.1", "172.16.0.0/12", "192.168.0.0/16"])

_LONG = 4.0
"""Seconds in which the project below is built, up, and at work."""


def lasting(salt: int) -> dict[str, str]:
    """Two services with a network, a volume and a port, that build anew each time."""
    compose = TWO["compose.yaml"].replace(
        "volumes: [kept:/kept]", "ports: [8000]\n    volumes: [kept:/kept]"
    )
    build = f"{TWO['Dockerfile']}RUN echo {salt} > /salt && sleep 0.5\n"
    slow = {
        "store.py": TWO["store.py"],
        "compose.yaml": compose.replace("; print(", "; __import__('time').sleep(60); print("),
    }
    return {**slow, "Dockerfile": build}


async def cancelled_at(bench: Bench, seconds: float, salt: int) -> float:
    """Cancels a run then; how long it took to be gone."""
    job = bench.job(lasting(salt), Demand())
    runner = ContainerRunner(bench.slots)

    async def consume() -> None:
        async for _ in runner.run(job, asyncio.Event()):
            pass

    task = asyncio.ensure_future(consume())
    await asyncio.sleep(seconds)
    began = time.monotonic()
    task.cancel()
    await asyncio.wait({task})
    return time.monotonic() - began


async def test_a_run_that_is_cancelled_leaves_nothing(bench: Bench) -> None:
    chance = random.Random(1)
    for number in range(5):
        await cancelled_at(bench, chance.uniform(0, _LONG), number)
        assert bench.left() == []


@pytest.mark.soak
@pytest.mark.timeout(900)
async def test_cancelled_at_fifty_random_points_nothing_is_left(bench: Bench) -> None:
    seed = random.SystemRandom().randrange(2**32)
    chance, worst = random.Random(seed), 0.0
    for number in range(50):
        worst = max(worst, await cancelled_at(bench, chance.uniform(0, _LONG), seed + number))
        assert bench.left() == [], f"seed {seed}, cancel {number}"
    print(f"50 cancels (seed {seed}): nothing left; the slowest was gone after {worst:.2f} s")


@pytest.fixture
def leader(bench: Bench, apart: Apart) -> Iterator["subprocess.Popen[bytes]"]:
    """Another process that leads a run."""
    with apart.leading(bench, lasting(7)) as child:
        yield child


async def test_what_a_killed_process_left_is_swept_by_the_next(
    bench: Bench, apart: Apart, leader: "subprocess.Popen[bytes]"
) -> None:
    assert leader.stdout is not None
    await asyncio.to_thread(_until, leader, b"Up\n")
    owner = bench.docker(
        "ps", "--all", "--format", f'{{{{.Label "{OWNER}"}}}}', "--filter", f"label={OWNER}"
    )
    owners = [line for line in owner.split() if f".{leader.pid}." in line]
    assert len(owners) == 3, "two services of the other process, and who holds their volume"
    assert await clearing.sweep(bench.engine) == 0, "it lives: what it leads is not touched"
    os.kill(leader.pid, signal.SIGKILL)
    leader.wait()
    assert apart.left(bench, owners[0]), "killing our process leaves its containers running"
    assert await clearing.sweep(bench.engine) >= 1
    assert apart.left(bench, owners[0]) == []


async def test_what_was_left_before_this_machine_was_started_anew_is_swept(
    bench: Bench, apart: Apart
) -> None:
    machine, boot, *process = ourselves().split(".")
    before = ".".join((machine, boot[::-1], *process))
    elsewhere = ".".join((machine[::-1], boot[::-1], *process))
    for number, owner in enumerate((before, elsewhere)):
        labels = ("--label", f"{apart.run}={number}", "--label", f"{OWNER}={owner}")
        bench.docker("create", *labels, "busybox")
        bench.docker("network", "create", *labels, f"{apart.run_name}{number}")
        bench.docker("volume", "create", *labels)
        recipe = f"FROM busybox\nLABEL {apart.run}={number} {OWNER}={owner}\n"
        bench.docker(
            "build", "--quiet", "--tag", f"{apart.run_name}{number}:1", "-", stdin=recipe.encode()
        )
    try:
        assert [len(apart.left(bench, owner)) for owner in (before, elsewhere)] == [4, 4]
        assert await clearing.sweep(bench.engine) == 1
        assert [len(apart.left(bench, owner)) for owner in (before, elsewhere)] == [0, 4]
    finally:
        for number in range(2):
            await clearing.clear(bench.engine, Mark(str(number)))


def _until(child: "subprocess.Popen[bytes]", wanted: bytes) -> None:
    assert child.stdout is not None
    for line in child.stdout:
        if line == wanted:
            return
    raise AssertionError("it ended before that")


async def test_of_the_kept_layers_only_so_many_stay(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under a name of their own: the runs of other tests keep and remove layers meanwhile."""
    name = f"{marks.CACHE_NAME}-{os.getpid()}"
    monkeypatch.setattr(clearing, "CACHE_NAME", name)
    for number in range(3):
        bench.docker("tag", "busybox", f"{name}:{number}")
    try:
        await clearing.prune_cache(bench.engine, 3)
        assert len(bench.docker("images", "--format", "{{.Tag}}", name).split()) == 3
        await clearing.prune_cache(bench.engine, 2)
        assert len(bench.docker("images", "--format", "{{.Tag}}", name).split()) == 2
    finally:
        for number in range(3):
            bench.docker("rmi", f"{name}:{number}")


async def test_clearing_what_is_not_there_is_done_at_once(bench: Bench) -> None:
    mark = Mark.fresh()
    clearing.begin(mark)
    assert await clearing.clear(bench.engine, mark) == ()


async def test_of_the_kept_layers_only_so_much_stays(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"{marks.CACHE_NAME}-{os.getpid()}"
    for module in (clearing, weighing):
        monkeypatch.setattr(module, "CACHE_NAME", name)

    def kept() -> set[str]:
        return set(bench.docker("images", "--format", "{{.Tag}}", name).split())

    try:
        for number in range(3):
            # Made by a commit, as ours are: it has the time of its making.
            box = f"{name}-{number}"
            fill = f"dd if=/dev/urandom of=/x bs=1M count={number + 1}"
            bench.docker("run", "--name", box, "busybox", "sh", "-c", fill)
            bench.docker("commit", box, f"{name}:{number}")
            bench.docker("rm", box)
            time.sleep(1.1)
        await clearing.prune_cache(bench.engine, 3, 7 * 1024**2)
        assert kept() == {"0", "1", "2"}, "what they stand on does not count"
        await clearing.prune_cache(bench.engine, 3, 5 * 1024**2)
        assert kept() == {"1", "2"}
        await clearing.prune_cache(bench.engine, 3, 4 * 1024**2)
        assert kept() == {"2"}, "the newest"
    finally:
        for number in range(3):
            bench.docker("rm", "--force", f"{name}-{number}")
            bench.docker("rmi", f"{name}:{number}")
