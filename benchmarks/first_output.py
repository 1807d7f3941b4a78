"""How long after a container has written a line a viewer has it, through log and stream.

The project prints the time, line by line, with pauses longer than anything is held back: each line
is a first one. The baseline in the same run is the engine's own command, read directly.
"""

import asyncio
import json
import os
import re
import statistics
import sys
import time
from collections.abc import Iterator

import httpx2

from benchmarks.goals import Line, middle
from benchmarks.serving import served
from roundtable.adapters.runners.commands import Command
from roundtable.adapters.runners.engines import SETTING, Engine, find_engine

LINES = 20
GOAL_MS = 100
_PAUSE = 0.4
_SENT = re.compile(r"sent=(\d+)")
_PROGRAM = (
    "import time\n"
    f"for number in range({LINES}):\n"
    f"    print(f'line {{number}} sent={{time.time_ns()}}', flush=True)\n"
    f"    time.sleep({_PAUSE})\n"
)
_IMAGE = f"python:3.{min(sys.version_info.minor, 12)}-slim"
_DOCKERFILE = f'FROM {_IMAGE}\nCOPY main.py /main.py\nCMD ["python", "/main.py"]\n'


def run() -> Iterator[Line]:
    os.environ.pop(SETTING, None)
    engine = asyncio.run(find_engine())
    if not isinstance(engine, Engine):
        yield f"first output: not measured, {engine.reason}"
        return
    bare = asyncio.run(_bare(engine.command))
    ours = asyncio.run(_ours())
    yield middle(
        f"first output: a line of a container, until a viewer has it ({engine.name})",
        [1000 * lag for lag in ours],
        "at most",
        GOAL_MS,
        " ms",
    )
    yield (
        f"  the engine's own command, read directly: {1000 * statistics.median(bare):.0f} ms; "
        f"ratio {statistics.median(ours) / statistics.median(bare):.1f}x"
    )


def _lags(text: str) -> list[float]:
    now = time.time_ns()
    return [(now - int(sent)) / 1e9 for sent in _SENT.findall(text)]


async def _bare(command: Command) -> list[float]:
    found: list[float] = []

    def hear(stream: int, piece: bytes) -> None:
        found.extend(_lags(piece.decode("utf-8", "replace")))

    words = ("run", "--rm", "--network", "none", _IMAGE, "python", "-c", _PROGRAM)
    async with command.running(*words, hear=hear) as child:
        await child.end()
    return found


async def _ours() -> list[float]:
    async with served() as (_, client):
        session = await _session(client)
        found: list[float] = []
        async with client.stream("GET", f"/api/session/{session}/stream", timeout=60) as stream:
            watching = asyncio.ensure_future(_watch(stream, found))
            body = {"way": "container", "analyse": False}
            answer = await client.post(f"/api/session/{session}/execute", json=body, timeout=30)
            answer.raise_for_status()
            await watching
    return found


async def _session(client: httpx2.AsyncClient) -> str:
    """A build that has ended as soon as it was begun, with these files."""
    files = [("files", ("main.py", _PROGRAM)), ("files", ("Dockerfile", _DOCKERFILE))]
    uploaded = (await client.post("/api/uploads", files=files)).json()
    body = {
        "workflow": "build",
        "topic": "A clock",
        "upload": uploaded["id"],
        "rounds": [{"key": "requirements"}],
    }
    begun = await client.post("/api/session/start", json=body)
    begun.raise_for_status()
    session = str(begun.json()["session"])
    await client.post(f"/api/session/{session}/complete")
    return session


async def _watch(stream: httpx2.Response, found: list[float]) -> None:
    async for line in stream.aiter_lines():
        if not line.startswith("data: "):
            continue
        event = json.loads(line.removeprefix("data: "))
        if event.get("type") == "exec_output" and event["stream"] == "stdout":
            found += _lags(event["text"])
        if event.get("type") in ("exec_done", "exec_error"):
            return
