"""kill -9 while an image is built and while services run: whoever starts next leaves nothing."""

import asyncio
import signal
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from roundtable.adapters.runners.marks import OWNER
from tests.container_bench import Bench
from tests.container_leaders import COMMAND, Apart, apart

__all__ = ["apart"]

BUILDING = {"Dockerfile": "FROM busybox\nCOPY Dockerfile /\nRUN sleep 600\n"}
RUNNING = {
    "Dockerfile": "FROM busybox\nCOPY Dockerfile /\n",
    "compose.yaml": """
services:
  app: {build: ., command: sleep 600, volumes: ["kept:/kept"]}
  other: {image: busybox, command: sleep 600}
volumes: {kept: }
""",
}
_SECONDS = 50.0

pytestmark = pytest.mark.timeout(240)


def killed(bench: Bench, apart: Apart) -> set[str]:
    """The owners of what two processes have left, one in mid-build and one in mid-run."""
    with ExitStack() as both:
        leaders = [both.enter_context(apart.leading(bench, x)) for x in (BUILDING, RUNNING)]
        owners = until_at_work(bench, apart, "-build-1", "-app", "-other")
        for leader in leaders:
            leader.send_signal(signal.SIGKILL)
    assert len(owners) == 2
    assert [len(apart.left(bench, owner)) > 1 for owner in owners] == [True, True]
    return owners


def until_at_work(bench: Bench, apart: Apart, *names: str) -> set[str]:
    """Waits for containers of these names; who leads them."""
    listing = ("ps", "--filter", f"label={apart.run}", "--format")
    ends = time.monotonic() + _SECONDS
    while time.monotonic() < ends:
        lines = bench.docker(*listing, f'{{{{.Names}}}} {{{{.Label "{OWNER}"}}}}').splitlines()
        found = [line.split() for line in lines]
        if all(any(name.endswith(wanted) for name, _ in found) for wanted in names):
            return {owner for _, owner in found}
        time.sleep(0.1)
    raise AssertionError(f"{names} were not at work in time")


async def test_the_next_run_takes_away_what_killed_ones_left(bench: Bench, apart: Apart) -> None:
    owners = await asyncio.to_thread(killed, bench, apart)
    seen = await bench.run({"Dockerfile": 'FROM busybox\nCMD ["true"]\n'})
    assert seen.outcome == "succeeded"
    assert [apart.left(bench, owner) for owner in owners] == [[], []]


async def test_a_server_that_starts_takes_away_what_killed_ones_left(
    bench: Bench, apart: Apart, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    owners = await asyncio.to_thread(killed, bench, apart)
    with apart.started(
        COMMAND, "serve", "--root", str(tmp_path), "--port", "0", "--no-browser"
    ) as server:
        assert await asyncio.to_thread(until_swept, bench, apart, owners, server)
        server.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(server.wait, _SECONDS) == 0


def until_swept(
    bench: Bench, apart: Apart, owners: set[str], server: "subprocess.Popen[bytes]"
) -> bool:
    ends = time.monotonic() + _SECONDS
    while time.monotonic() < ends and server.poll() is None:
        if not any(apart.left(bench, owner) for owner in owners):
            return True
        time.sleep(0.1)
    return False
