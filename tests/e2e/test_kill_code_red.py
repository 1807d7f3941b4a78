"""kill -9 at random points of a code-red: it goes on from there and comes to the same diagnosis."""

import asyncio
import json
import os
import random
import shutil
import signal
import time
from collections import Counter
from pathlib import Path

import pytest

from roundtable.core.events import AgentEnd, AgentInterrupted, AgentStart, FilesGiven
from tests.e2e.conftest import set_up
from tests.e2e.test_kill import logged, start

POINTS_IN_EVERY_RUN = 2
POINTS_IN_A_SOAK = 60
WORDS = ("code-red", "It crashes.", "--log", "server.log")


def doctors() -> str:
    """Nobody knows in the triage, one differs in the blind round, all agree in the next."""

    def block(key: str, confidence: int) -> dict[str, object]:
        return {"root_cause_key": key, "confidence_score": confidence, "evidence": ["seen"]}

    say = "word " * 10
    last = {"say": say, "block": block("empty-list-not-handled", 9)}
    replies = [
        {"when": {"round": 0}, "say": say, "block": block("unknown", 1)},
        {"when": {"round": 1}, "say": say, "block": block("cache-race", 6)},
        last,
    ]
    return json.dumps({"knights": {"*": {"words_per_second": 250, "replies": replies}}})


def survives(folder: Path, after: float) -> int:
    """Kill, resume to the end, compare; how many turns were cut off."""
    process = start(folder, *WORDS)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(after)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    resumed = start(folder, "resume")
    _, complaint = resumed.communicate(timeout=60)
    assert resumed.returncode == 0, complaint
    log, state = asyncio.run(logged(folder))
    assert isinstance(log[1], FilesGiven), "the log stands in the first commit"
    starts = Counter(e.turn_key for e in log if isinstance(e, AgentStart))
    ends = Counter(e.turn_key for e in log if isinstance(e, AgentEnd))
    marked = Counter(e.turn_key for e in log if isinstance(e, AgentInterrupted))
    assert len(ends) == 9
    assert set(ends.values()) == {1}, "every turn is completed once"
    assert all(count == 1 + marked[key] for key, count in starts.items())
    assert [c.verdict for c in state.consultations] == ["open", "open", "converged"]
    assert state.ended is not None
    assert state.ended.outcome == "diagnosed"
    return marked.total()


def points(folder: Path, count: int) -> int:
    seed = int(os.environ.get("ROUNDTABLE_SEED", "0")) or random.SystemRandom().randrange(2**32)
    print(f"ROUNDTABLE_SEED={seed}")
    chance = random.Random(seed)
    template = folder / "template"
    template.mkdir()
    set_up(template)
    (template / "script.yaml").write_text(doctors())
    (template / "server.log").write_text("Error: it broke\n")
    cut = 0
    for number in range(count):
        place = folder / str(number)
        shutil.copytree(template, place)
        cut += survives(place, chance.uniform(0, 0.9))
    return cut


def test_a_code_red_that_is_killed_goes_on_to_the_same_diagnosis(tmp_path: Path) -> None:
    points(tmp_path, POINTS_IN_EVERY_RUN)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_code_red_that_is_killed_sixty_times(tmp_path: Path) -> None:
    cut = points(tmp_path, POINTS_IN_A_SOAK)
    print(f"{POINTS_IN_A_SOAK} kills of a code-red, {cut} turns cut off: the same diagnosis")
