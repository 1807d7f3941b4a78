"""kill -9 at random points of a summon, its reading included: it comes to the same findings."""

import asyncio
import json
import os
import random
import shutil
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest

from roundtable.core.events import AgentEnd, AgentInterrupted, AgentStart, ChunkStart
from roundtable.core.state import SessionState
from tests.e2e.conftest import set_up
from tests.e2e.test_kill import logged, start, views

POINTS_IN_EVERY_RUN = 2
POINTS_IN_A_SOAK = 60
WORDS = ("summon", "Does it survive?")
SAY = "word " * 4


def replies() -> list[object]:
    """A finding in the first chunk; the table is of two minds at first, then upholds it."""
    found = {
        "severity": "warning",
        "file": "one.py",
        "line": 9,
        "claim": "It is wrong.",
        "fix": "No.",
    }
    doubts = {"consensus_score": 5, "agrees_with": [], "pending_issues": ["x"], "findings": ["F1"]}
    agrees = doubts | {"consensus_score": 9, "pending_issues": [], "proposal": "Mend it."}
    return [
        {"when": {"part": "chunk-1"}, "say": SAY, "block": {"findings": [found], "clean": []}},
        {"when": {"round": 0}, "say": SAY, "block": {"findings": [], "clean": []}},
        {"when": {"round": 1}, "say": SAY, "block": doubts},
        {"say": SAY, "block": agrees},
    ]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with a change that is read in three chunks, by knights who speak fast."""
    folder = tmp_path_factory.mktemp("summon") / "template"
    folder.mkdir()
    set_up(folder)
    part = {"words_per_second": 250, "context_tokens": 12_000, "replies": replies()}
    (folder / "script.yaml").write_text(json.dumps({"knights": {"*": part}}))
    (folder / ".gitignore").write_text(".roundtable\nscript.yaml\nexpected\n")
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.invalid")
    for words in (("init", "-q"), ("add", ".gitignore"), ("commit", "-qm", "first")):
        subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)
    for name in ("one", "two", "three"):
        lines = "".join(f"{name.upper()}_{n} = {n}\n" for n in range(600))
        (folder / f"{name}.py").write_text(lines)
    return folder


def undisturbed(template: Path, place: Path) -> tuple[SessionState, float]:
    shutil.copytree(template, place)
    began = time.monotonic()
    process = start(place, *WORDS)
    process.communicate(timeout=60)
    assert process.returncode == 0
    log, state = asyncio.run(logged(place))
    assert len([event for event in log if isinstance(event, ChunkStart)]) == 3
    assert state.decision is not None
    assert "- F1 (warning) `one.py:9`: It is wrong." in state.decision.text
    return state, time.monotonic() - began


def survives(template: Path, place: Path, after: float, expected: SessionState) -> tuple[int, bool]:
    """Kill, resume to the end, compare; how many turns were cut off, and whether while reading."""
    shutil.copytree(template, place)
    process = start(place, *WORDS)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(after)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    resumed = start(place, "resume")
    _, complaint = resumed.communicate(timeout=60)
    assert resumed.returncode == 0, complaint
    log, state = asyncio.run(logged(place))
    assert state.decision == expected.decision
    assert state.reading.merged is not None
    assert expected.reading.merged is not None
    assert state.reading.merged.findings == expected.reading.merged.findings
    starts = Counter(e.turn_key for e in log if isinstance(e, AgentStart))
    ends = Counter(e.turn_key for e in log if isinstance(e, AgentEnd))
    marked = Counter(e.turn_key for e in log if isinstance(e, AgentInterrupted))
    assert set(ends) == set(expected.turns)
    assert set(ends.values()) == {1}, "every turn is completed once"
    for key, count in starts.items():
        assert count == 1 + marked[key], "asked again only where the record says it broke off"
    chunks = [event.chunk for event in log if isinstance(event, ChunkStart)]
    assert chunks == [1, 2, 3]
    assert views(place / ".roundtable") == views(place / "expected"), "folder and log agree"
    return marked.total(), any("/chunk-" in key for key in marked)


def points(count: int, template: Path, folder: Path) -> str:
    seed = int(os.environ.get("ROUNDTABLE_SEED", "0")) or random.SystemRandom().randrange(2**32)
    print(f"ROUNDTABLE_SEED={seed}")
    chance = random.Random(seed)
    expected, seconds = undisturbed(template, folder / "whole")
    found = [
        survives(template, folder / str(number), chance.uniform(0, seconds * 0.8), expected)
        for number in range(count)
    ]
    cut, reading = (
        sum(number for number, _ in found),
        sum(while_reading for _, while_reading in found),
    )
    return f"{count} kills cut {cut} turns off, {reading} of the kills while the change was read"


def test_a_kill_at_a_random_point_loses_nothing(template: Path, tmp_path: Path) -> None:
    points(POINTS_IN_EVERY_RUN, template, tmp_path)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_sixty_kills(template: Path, tmp_path: Path) -> None:
    print(points(POINTS_IN_A_SOAK, template, tmp_path))
