"""The server as a process of its own, as editors and agents start it."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.apps.mcp.conftest import connected, summaries

Play = Callable[..., None]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_whole_discussion_with_progress(project: Path, play: Play, mode: str) -> None:
    play("persuadable")
    steps: list[str] = []

    async def tell(progress: float, total: float | None, message: str | None) -> None:
        steps.append(str(message))

    async with connected(project, mode=mode) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        result = await client.call_tool("discuss", {"topic": "Where?"}, progress_callback=tell)
        decisions = await client.call_tool("decisions", {"words": "sqlite"})
    assert "discuss" in tools
    assert result.structured_content["outcome"] == "consensus"
    assert sum(step.endswith(" speaks") for step in steps) == 6
    assert sum(step.startswith("vote of round") for step in steps) == 2
    assert decisions.structured_content["entries"][0]["fate"] == "deferred"


async def test_two_calls_at_once_are_two_sessions(project: Path) -> None:
    async with connected(project, "--max-tokens", "100000") as client:
        first, second, status = await asyncio.gather(
            client.call_tool("discuss", {"topic": "Where do the sessions live?"}),
            client.call_tool("discuss", {"topic": "Where do the sessions live?", "blind": True}),
            client.call_tool("decisions", {}),
        )
    names = {r.structured_content["session"] for r in (first, second)}
    assert len(names) == 2
    assert {r.structured_content["outcome"] for r in (first, second)} == {"consensus"}
    assert status.is_error is False
    assert {s["session"] for s in summaries(project)} == names


async def test_a_cancelled_call_pauses_its_session_which_can_be_resumed(
    project: Path, play: Play, errors: Callable[[], str]
) -> None:
    play("hanging")
    speaking = asyncio.Event()

    async def tell(progress: float, total: float | None, message: str | None) -> None:
        if str(message).endswith("speaks"):
            speaking.set()

    async with connected(project) as client:
        call = asyncio.create_task(client.call_tool("discuss", {"topic": "x"}, None, tell))
        await speaking.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        phase = ""
        while phase != "paused":  # the server is told, and goes on serving meanwhile
            told = (await client.call_tool("status", {})).structured_content
            phase = told["phase"]
    assert told["next_steps"] == [f"go on with: roundtable resume {told['session']}"]
    assert f"{told['session']} is paused" in errors()
    play("willing")
    command = [sys.executable, "-m", "roundtable", "resume", told["session"], "--yes"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    assert [s["outcome"] for s in summaries(project)] == ["consensus"]
