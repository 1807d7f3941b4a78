"""kill -9 at random points of a discussion: nothing completed is lost, nothing is asked twice."""

import asyncio
import json
import os
import random
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from roundtable.adapters.project import Project
from roundtable.bootstrap import open_table
from roundtable.core import memory
from roundtable.core.events import AgentEnd, AgentInterrupted, AgentStart, Event
from roundtable.core.state import SessionState, fold
from roundtable.views.folder import FolderView, write_memory
from tests.e2e.conftest import COMMAND, set_up

POINTS_IN_EVERY_RUN = 4
POINTS_IN_A_SOAK = 200
Events = list[dict[str, Any]]


def events(output: str) -> Events:
    """Whole lines only: the process was killed while it wrote."""
    return [json.loads(line) for line in output.splitlines(keepends=True) if line.endswith("\n")]


def start(folder: Path, *words: str, command: Sequence[str] = COMMAND) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*command, *words, "--yes", "--json"],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def killed(folder: Path, after: float) -> Events:
    """A discussion, killed so long after its first event; what it had told by then."""
    process = start(folder, "discuss", "Does it survive?")
    assert process.stdout is not None
    first = process.stdout.readline()
    time.sleep(after)
    os.kill(process.pid, signal.SIGKILL)
    rest, _ = process.communicate()
    return events(first + rest)


async def logged(folder: Path) -> tuple[list[Event], SessionState]:
    """The session's log, and what the folder should hold by it."""
    project = Project(folder)
    async with open_table(project) as table:
        (row,) = [r for r in await table.store.sessions() if r.summary]
        log = list(await table.store.read(row.session))
        state = fold(log)
        FolderView(folder / "expected" / "sessions", state).write()
        entries, decrees = await memory.entries(table.store), await memory.all_decrees(table.store)
        write_memory(folder / "expected", table.config.project, entries, decrees)
    return log, state


def views(root: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(root)): path.read_bytes()
        for pattern in ("*.md", "*.json*")
        for path in root.rglob(pattern)
        if path.name != "config.json"
    }


def survives(folder: Path, after: float) -> bool:
    """Kill, resume to the end, compare what was told, logged and written; was a turn cut off?"""
    told = [e for e in killed(folder, after) if e["type"] != "token"]
    for path in (folder / ".roundtable").rglob("*.json"):
        json.loads(path.read_text())  # no file is torn, even before the resume
    resumed = start(folder, "resume")
    resumed.communicate(timeout=60)
    assert resumed.returncode == 0
    log, state = asyncio.run(logged(folder))
    kept = [json.loads(event.model_dump_json()) for event in log[: len(told)]]
    assert kept == told, "what was told had been committed, and stays"
    assert state.ended is not None
    starts = Counter(e.turn_key for e in log if isinstance(e, AgentStart))
    ends = Counter(e.turn_key for e in log if isinstance(e, AgentEnd))
    marked = Counter(e.turn_key for e in log if isinstance(e, AgentInterrupted))
    assert set(ends.values()) == {1}, "every turn is completed once"
    for key, count in starts.items():
        assert count == 1 + marked[key], "asked again only where the record says it broke off"
    assert marked.total() <= 1
    assert views(folder / ".roundtable") == views(folder / "expected"), "folder and log agree"
    return marked.total() == 1


def points(count: int, folder: Path) -> int:
    """Spread over the whole length of a discussion; how many cut a turn off."""
    seed = int(os.environ.get("ROUNDTABLE_SEED", "0")) or random.SystemRandom().randrange(2**32)
    print(f"ROUNDTABLE_SEED={seed}")
    chance = random.Random(seed)
    template = folder / "template"
    template.mkdir()
    set_up(template, words=8, words_per_second=250)
    places = []
    for number in range(count):
        place = folder / str(number)
        shutil.copytree(template, place)
        places.append((place, chance.uniform(0, 0.9)))
    with ThreadPoolExecutor(max_workers=2) as pool:
        return sum(pool.map(lambda place: survives(*place), places))


def test_a_kill_at_a_random_point_loses_nothing_and_asks_nothing_twice(tmp_path: Path) -> None:
    points(POINTS_IN_EVERY_RUN, tmp_path)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_two_hundred_kills(tmp_path: Path) -> None:
    began = time.monotonic()
    cut = points(POINTS_IN_A_SOAK, tmp_path)
    print(
        f"{POINTS_IN_A_SOAK} kills, {cut} of them in the middle of a turn: 0 completed turns lost, "
        f"0 asked twice unmarked, folder and log agree ({time.monotonic() - began:.0f} s)"
    )
