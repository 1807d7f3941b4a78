"""Other processes that lead runs, under marks of a test's own: the runs of other tests sweep this
engine as well."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from roundtable.adapters.runners import clearing, marks
from roundtable.adapters.runners.marks import OWNER
from tests.container_bench import Bench

_APART = """
import sys
from roundtable.adapters.runners import marks
marks.RUN, marks.RUN_NAME = sys.argv[1:3]
del sys.argv[1:3]
"""
COMMAND = f"{_APART}\nimport runpy\nrunpy.run_module('roundtable', run_name='__main__')\n"
"""The program itself."""
LEADER = f"""{_APART}
import asyncio, json
from pathlib import Path
from roundtable.adapters.runners.runner import ContainerRunner
from roundtable.core.build_events import ProjectFile
from roundtable.core.ports import RunJob
from roundtable.core.running import Demand

texts = json.loads(sys.argv[2])
files = {{path: ProjectFile(path=path, text=text) for path, text in texts.items()}}

async def main():
    runner = ContainerRunner(Path(sys.argv[1]))
    async for news in runner.run(RunJob(files, Demand()), asyncio.Event()):
        print(type(news).__name__, flush=True)

asyncio.run(main())
"""
"""One run of some files; prints the names of what it is told."""


@dataclass(frozen=True, slots=True)
class Apart:
    """The marks of this test, and of all processes that it starts."""

    run: str
    run_name: str

    @contextmanager
    def started(self, code: str, *words: str) -> Iterator["subprocess.Popen[bytes]"]:
        argv = [sys.executable, "-c", code, self.run, self.run_name, *words]
        child = subprocess.Popen(argv, stdout=subprocess.PIPE)
        assert child.stdout is not None
        with child, child.stdout:
            try:
                yield child
            finally:
                child.kill()

    @contextmanager
    def leading(
        self, bench: Bench, files: Mapping[str, str]
    ) -> Iterator["subprocess.Popen[bytes]"]:
        with self.started(LEADER, str(bench.slots), json.dumps(files)) as child:
            yield child

    def left(self, bench: Bench, owner: str) -> list[str]:
        """All that carries the mark of this owner."""
        marked = ("--filter", f"label={OWNER}={owner}")
        found: list[str] = []
        for words in (("ps", "--all"), ("network", "ls"), ("volume", "ls")):
            found += bench.docker(*words, "--quiet", *marked).split()
        named = ("--filter", f"reference={self.run_name}*")
        return found + bench.docker("images", "--quiet", *named, *marked).split()

    def clear(self, bench: Bench) -> None:
        """What a test that failed has left: nobody else knows these marks."""
        marked = ("--quiet", "--filter", f"label={self.run}")
        for listing, removing in (
            (("ps", "--all", *marked), ("rm", "--force", "--volumes")),
            (("network", "ls", *marked), ("network", "rm")),
            (("volume", "ls", *marked), ("volume", "rm")),
            (("images", "--quiet", f"{self.run_name}*"), ("rmi", "--force")),
        ):
            if found := bench.docker(*listing).split():
                bench.docker(*removing, *found)


@pytest.fixture
def apart(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Iterator[Apart]:
    own = Apart(f"{marks.RUN}-{os.getpid()}", f"roundtable-apart-{os.getpid()}-")
    for module in (marks, clearing):
        monkeypatch.setattr(module, "RUN", own.run)
        monkeypatch.setattr(module, "RUN_NAME", own.run_name)
    shown = f'{{{{.Label "{own.run}"}}}}|{{{{.Label "{OWNER}"}}}}'
    monkeypatch.setattr(clearing, "_SHOWN", shown)
    yield own
    own.clear(bench)
