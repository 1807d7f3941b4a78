"""Runs with a real engine, after which nothing may be left."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from roundtable.adapters.runners.contexts import archive
from roundtable.adapters.runners.engines import Engine
from roundtable.adapters.runners.marks import OWNER, ourselves
from roundtable.adapters.runners.runner import ContainerRunner
from roundtable.core.build_events import ProjectFile
from roundtable.core.ports import Began, Ended, RunJob, Up, Wrote
from roundtable.core.running import Demand, Network, RunLimits
from roundtable.core.secrets import Secret
from tests.container_projects import FASTAPI_IMAGE


@dataclass
class Seen:
    """What came of a run, in order."""

    began: Began | None = None
    wrote: list[Wrote] = field(default_factory=list)
    up: Up | None = None
    ended: Ended | None = None

    def text(self, *streams: str) -> str:
        wanted = streams or ("stdout", "stderr")
        return "".join(wrote.text for wrote in self.wrote if wrote.stream in wanted)

    @property
    def outcome(self) -> str:
        assert self.ended is not None
        return self.ended.outcome


@dataclass
class Bench:
    """Runs projects with the real engine."""

    engine: Engine
    slots: Path

    def job(self, files: Mapping[str, str], demand: Demand, **variables: str) -> RunJob:
        project = {path: ProjectFile(path=path, text=text) for path, text in files.items()}
        return RunJob(project, demand, {name: Secret(value) for name, value in variables.items()})

    async def run(
        self,
        files: Mapping[str, str],
        limits: RunLimits | None = None,
        settle: float | None = 1.0,
        stop: asyncio.Event | None = None,
        when_up: Callable[[Up], object] | None = None,
        network: Network = "none",
        **variables: str,
    ) -> Seen:
        """`when_up` has its time: what would end by itself is stopped after it has settled."""
        limits = limits or RunLimits(seconds=90)
        ends, asked = stop or asyncio.Event(), when_up is not None and settle is not None
        settled = None if asked else settle
        demand = Demand(limits=limits, settle_seconds=settled, network=network)
        seen = Seen()
        runner = ContainerRunner(self.slots)
        async for news in runner.run(self.job(files, demand, **variables), ends):
            match news:
                case Began():
                    seen.began = news
                case Wrote():
                    seen.wrote.append(news)
                case Up():
                    seen.up = news
                    if when_up:
                        await asyncio.to_thread(when_up, news)
                    if asked:
                        await asyncio.sleep(settle or 0)
                        ends.set()
                case Ended():
                    seen.ended = news
        return seen

    async def run_heard(self, files: Mapping[str, str]) -> Seen:
        """A program that no shell leads and that ends within milliseconds: an engine may lose its
        words (docs/running.md), and then it is run again."""
        for _ in range(4):
            seen = await self.run(files)
            if seen.text():
                break
        return seen

    def left(self) -> list[str]:
        """Everything of this process but for layers that are kept on purpose."""
        marked = ("--filter", f"label={OWNER}={ourselves()}")
        found: list[str] = []
        for words in (
            ("ps", "--all", "--quiet", *marked),
            ("network", "ls", "--quiet", *marked),
            ("volume", "ls", "--quiet", *marked),
            ("images", "--quiet", "--filter", "reference=roundtable-run-*", *marked),
        ):
            found += self.docker(*words).split()
        return found

    def docker(self, *words: str, stdin: bytes = b"") -> str:
        done = subprocess.run(
            [self.engine.command.path, *words],
            input=stdin,
            capture_output=True,
            env=dict(self.engine.command.environment),
            check=False,
        )
        return done.stdout.decode("utf-8", "replace")


@pytest.fixture
async def bench(containers: Engine, tmp_path: Path) -> AsyncIterator[Bench]:
    """Whatever a test does with it, nothing is left in the engine afterwards."""
    made = Bench(containers, tmp_path / "slots")
    yield made
    assert made.left() == []


@pytest.fixture
def fastapi_image(bench: Bench) -> str:
    """A base image with FastAPI, from what is installed here."""
    if not bench.docker("images", "--quiet", FASTAPI_IMAGE):
        files = {
            f"lib/{file}": Path(str(file.locate())).read_bytes()
            for name in _with_what_they_need("fastapi", "uvicorn")
            for file in distribution(name).files or ()
            if ".." not in file.parts and "__pycache__" not in file.parts
        }
        base = f"python:3.{sys.version_info.minor}-slim"
        recipe = f"FROM {base}\nCOPY lib /opt/lib\nENV PYTHONPATH=/opt/lib\n"
        packed = archive({**files, "Recipe": recipe.encode()})
        words = ("build", "--quiet", "--tag", FASTAPI_IMAGE, "--file", "Recipe", "-")
        bench.docker(*words, stdin=packed)
    return FASTAPI_IMAGE


def _with_what_they_need(*names: str) -> set[str]:
    """The installed distributions that these stand on, themselves included."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        try:
            needs = distribution(name).requires or []
        except PackageNotFoundError:
            continue  # for another system, or another Python
        found.add(name)
        waiting += [Requirement(need).name for need in needs if "extra ==" not in need]
    return found
