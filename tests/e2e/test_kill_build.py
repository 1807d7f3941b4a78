"""kill -9 at random points of a build: it goes on from there and comes to the same files."""

import asyncio
import os
import random
import shutil
import signal
import time
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from roundtable.apps.cli.demo_command import prepare
from roundtable.apps.rehearsing import BUILD, SEED, TASK
from roundtable.core.events import AgentEnd, AgentInterrupted, AgentStart
from roundtable.core.state import SessionState
from tests.e2e.test_kill import logged, start
from tests.patience import PATIENT

POINTS_IN_EVERY_RUN = 2
POINTS_IN_A_SOAK = 60
WORDS = ("build", TASK, "--seed", str(SEED))


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's build, its words spoken fast."""
    folder = tmp_path_factory.mktemp("kill") / "template"
    prepare(folder, BUILD)
    script = (files("roundtable.examples") / f"{BUILD}.yaml").read_text()
    quick = script.replace("words_per_second: 90", "words_per_second: 3000")
    (folder / "quick.yaml").write_text(quick.replace("first_word_after: 0.3", ""))
    config = folder / ".roundtable" / "config.json"
    config.write_text(config.read_text().replace(f"builtin:{BUILD}", "quick.yaml"))
    return folder


def undisturbed(template: Path, place: Path) -> tuple[SessionState, float]:
    """The build as it goes when nobody kills it, and how long that takes."""
    shutil.copytree(template, place)
    began = time.monotonic()
    process = start(place, *WORDS, command=PATIENT)
    process.communicate(timeout=110)
    assert process.returncode == 0
    _, state = asyncio.run(logged(place))
    return state, time.monotonic() - began


def survives(template: Path, place: Path, after: float, expected: SessionState) -> int:
    """Kill, resume to the end, compare; how many turns were cut off."""
    shutil.copytree(template, place)
    process = start(place, *WORDS, command=PATIENT)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(after)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    resumed = start(place, "resume", command=PATIENT)
    _, complaint = resumed.communicate(timeout=110)
    assert resumed.returncode == 0, complaint
    log, state = asyncio.run(logged(place))
    ends = Counter(e.turn_key for e in log if isinstance(e, AgentEnd))
    starts = Counter(e.turn_key for e in log if isinstance(e, AgentStart))
    marked = Counter(e.turn_key for e in log if isinstance(e, AgentInterrupted))
    assert set(ends.values()) == {1}, "every turn is completed once"
    assert all(count == 1 + marked[key] for key, count in starts.items())
    assert set(starts) == {t.key for t in expected.turns.values()}, "nobody else was asked"
    assert state.tree == expected.tree, "the same files come out"
    assert [r.ended for r in state.rounds if r.ended is None] == []
    return marked.total()


def points(template: Path, folder: Path, count: int) -> tuple[int, float]:
    seed = int(os.environ.get("ROUNDTABLE_SEED", "0")) or random.SystemRandom().randrange(2**32)
    print(f"ROUNDTABLE_SEED={seed}")
    chance = random.Random(seed)
    expected, seconds = undisturbed(template, folder / "undisturbed")
    cut = sum(
        survives(template, folder / str(number), chance.uniform(0, seconds * 0.8), expected)
        for number in range(count)
    )
    return cut, seconds


@pytest.mark.timeout(400)
def test_a_build_that_is_killed_goes_on_to_the_same_files(template: Path, tmp_path: Path) -> None:
    points(template, tmp_path, POINTS_IN_EVERY_RUN)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_build_that_is_killed_sixty_times(template: Path, tmp_path: Path) -> None:
    cut, seconds = points(template, tmp_path, POINTS_IN_A_SOAK)
    print(
        f"{POINTS_IN_A_SOAK} kills of a build of {seconds:.0f} s, {cut} turns cut off: same files"
    )
