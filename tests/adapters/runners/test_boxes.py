"""A container is made by a call that is waited for, and only then started."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from roundtable.adapters.runners import boxes, recipe
from roundtable.adapters.runners.marks import OWNER, Mark, ourselves
from roundtable.adapters.runners.recipe import Box
from roundtable.adapters.runners.runner import ContainerRunner
from roundtable.core.running import Demand, RunLimits
from tests.container_bench import Bench

_SLOW = """#!/bin/sh
case "$* " in "create "*"{whose}"*|"run "*"{whose}"*)
  shift
  touch {folder}/begun
  laggard='{waits}; {real} create "$@"; code=$?; touch {folder}/made; exit $code'
  exec setsid --wait sh -c "$laggard" create "$@";;
esac
exec {real} "$@"
"""
"""An engine on a slow disk, which makes a container also for a client that is gone by then."""
_UNTIL_TOLD = "for n in $(seq 600); do [ -e {folder}/told ] && break; sleep 0.1; done"
"""For so long as the test wants it to, and not for ever."""


@pytest.fixture(params=[("", "sleep 2")])
def slow(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Path:
    """A folder with a file as soon as a container is being made, and another when it is.

    The parameter: whose words hold this is made after such a wait.
    """
    wrapper = tmp_path / "bin" / "docker"
    wrapper.parent.mkdir()
    real = bench.engine.command.path
    whose, waits = request.param
    waits = waits.format(folder=tmp_path)
    text = _SLOW.format(folder=tmp_path, real=real, whose=whose, waits=waits)
    wrapper.write_text(text)
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{wrapper.parent}:{os.environ['PATH']}")
    return tmp_path


@pytest.mark.parametrize(
    "files",
    [
        {"compose.yaml": "services: {a: {image: busybox, command: sleep 100}}\n"},
        {"compose.yaml": "services: {a: {image: busybox, volumes: ['/data']}}\n"},
        {"Dockerfile": "FROM busybox\nRUN sleep 101\n"},
    ],
    ids=["a service", "who fills a volume", "a build"],
)
async def test_a_container_that_is_made_late_is_not_left_by_a_run_that_is_cancelled(
    bench: Bench, slow: Path, files: dict[str, str]
) -> None:
    async def consume() -> None:
        job = bench.job(files, Demand())
        async for _ in ContainerRunner(bench.slots).run(job, asyncio.Event()):
            pass

    task = asyncio.ensure_future(consume())
    await until_there(slow / "begun")
    task.cancel()
    await asyncio.wait({task})
    await until_there(slow / "made")
    assert bench.left() == []


@pytest.mark.parametrize("slow", [("-second ", _UNTIL_TOLD)], indirect=True)
async def test_who_runs_is_not_left_to_run_while_another_is_being_made(
    bench: Bench, slow: Path
) -> None:
    compose = "services:\n  first: {image: busybox, command: sleep 100}\n"
    compose += "  second: {image: busybox, command: sleep 100, depends_on: [first]}\n"
    stop = asyncio.Event()
    run = asyncio.ensure_future(bench.run({"compose.yaml": compose}, settle=None, stop=stop))
    await until_there(slow / "begun")
    ours = ("ps", "--quiet", "--filter", f"label={OWNER}={ourselves()}")
    assert await asyncio.to_thread(bench.docker, *ours)
    stop.set()
    try:
        async with asyncio.timeout(25):  # the call of who makes it is waited for, but not for ever
            while await asyncio.to_thread(bench.docker, *ours):
                assert not run.done()
    finally:
        (slow / "told").touch()
    assert (await run).outcome == "stopped"


async def until_there(path: Path) -> None:
    async with asyncio.timeout(60):
        while not path.exists():
            await asyncio.sleep(0.02)


@pytest.fixture
def mark(bench: Bench) -> Iterator[Mark]:
    made = Mark.fresh()
    yield made
    bench.docker("rm", "--force", made.name("box"))


def words(mark: Mark, image: str, *argv: str) -> tuple[str, ...]:
    return recipe.build_words(mark, Box(mark.name("box"), image, argv=argv), RunLimits(), ())


async def test_what_it_says_and_its_code_are_its_own(bench: Bench, mark: Mark) -> None:
    heard = {1: b"", 2: b""}

    def hear(stream: int, piece: bytes) -> None:
        heard[stream] += piece

    argv = recipe.heard(("sh", "-c", "echo one; echo two >&2; exit 5"))
    said = words(mark, "busybox", *argv)
    async with boxes.running(bench.engine.command, said, hear) as child:
        assert await child.end() == 5
    assert heard == {1: b"one\n", 2: b"two\n"}


async def test_one_that_is_not_made_says_why(bench: Bench, mark: Mark) -> None:
    with pytest.raises(boxes.NotMade, match="no-such-image"):
        await boxes.make(bench.engine.command, words(mark, "no-such-image:1"))
