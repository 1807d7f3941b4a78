"""The server towards the SDK's own client, in this process: tools, schemas, errors, messages."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp import Client, MCPError

from roundtable.apps.mcp import server, sitting
from roundtable.apps.mcp.server import McpServer
from roundtable.apps.mcp.tools import TOOLS, Answer
from roundtable.apps.records import write_views
from roundtable.bootstrap import Table
from roundtable.core.state import SessionState
from tests.apps.mcp.conftest import hall, text

Play = Callable[..., None]
ERAS = ("legacy", "auto")
"""With the handshake of 2025, and with the envelope of 2026."""


async def test_the_tools_are_described_with_schemas_and_hints(project: Path) -> None:
    async with Client(McpServer(hall(project)).protocol) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        instructions = client.instructions
    assert list(tools) == ["discuss", "review", "code_red", "status", "decisions"]
    for name, tool in tools.items():
        hints = tool.annotations
        assert hints is not None
        assert hints.read_only_hint is (name in ("status", "decisions"))
        assert hints.destructive_hint is False
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema is not None
        assert tool.output_schema["type"] == "object"
    assert tools["discuss"].input_schema["required"] == ["topic"]
    told = tools["discuss"].output_schema
    assert told is not None
    assert {"session", "decision", "votes", "findings", "rehearsal"} <= set(told["properties"])
    assert "the developer's" in str(instructions)


async def test_no_tool_can_apply_approve_or_answer(project: Path) -> None:
    async with Client(McpServer(hall(project)).protocol) as client:
        tools = (await client.list_tools()).tools
    fields = {field for tool in tools for field in tool.input_schema["properties"]}
    assert not fields & {"choose", "answer", "root", "apply", "approve", "yes", "text", "option"}


async def test_a_call_that_is_being_paused_is_not_torn_from_its_record(
    project: Path, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    play("hanging")
    speaking, writing, on = asyncio.Event(), asyncio.Event(), asyncio.Event()
    written: list[SessionState] = []

    async def tell(progress: float, total: float | None, message: str | None) -> None:
        if str(message).endswith("speaks"):
            speaking.set()

    async def slowly(table: Table, state: SessionState) -> None:
        writing.set()
        await on.wait()
        await write_views(table, state)
        written.append(state)

    monkeypatch.setattr(sitting, "write_views", slowly)
    serving = McpServer(hall(project))
    async with Client(serving.protocol) as client:
        call = asyncio.create_task(client.call_tool("discuss", {"topic": "x"}, None, tell))
        await speaking.wait()
        call.cancel()
        await writing.wait()
        closing = asyncio.create_task(serving.close())
        await asyncio.sleep(0.1)
        on.set()
        await closing
    assert [state.paused is not None for state in written] == [True]


@pytest.mark.parametrize("mode", ERAS)
async def test_a_result_is_typed_and_readable(project: Path, mode: str) -> None:
    async with Client(McpServer(hall(project)).protocol, mode=mode) as client:
        await client.list_tools()  # or the client could not hold the result against the schema
        result = await client.call_tool("discuss", {"topic": "Where do the sessions live?"})
        again = await client.call_tool("status", {})
    assert result.is_error is False
    assert result.structured_content["decision"] == "Keep them in SQLite."
    assert result.structured_content["rehearsal"] is True
    assert "Keep them in SQLite." in text(result)
    assert "scripted rehearsal" in text(result)
    assert again.structured_content == result.structured_content


@pytest.mark.parametrize("mode", ERAS)
async def test_progress_and_log_messages_tell_every_turn(project: Path, mode: str) -> None:
    steps: list[tuple[float, str | None]] = []
    logged: list[types.LoggingMessageNotificationParams] = []

    async def tell(progress: float, total: float | None, message: str | None) -> None:
        steps.append((progress, message))

    async def log(params: types.LoggingMessageNotificationParams) -> None:
        logged.append(params)

    settings: dict[str, Any] = {"logging_callback": log, "mode": mode}
    if mode == "auto":
        settings["log_level"] = "info"
    async with Client(McpServer(hall(project)).protocol, **settings) as client:
        await client.call_tool("discuss", {"topic": "x"}, progress_callback=tell)
    assert [number for number, _ in sorted(steps)] == list(range(1, len(steps) + 1))
    told = [str(message) for _, message in sorted(steps)]
    assert sum(line.endswith(" speaks") for line in told) == 3
    assert sum(" has answered (" in line for line in told) == 3
    assert any(line.startswith("vote of round 1: Gawain 9/10") for line in told)
    assert told[-1] == "ended: consensus"
    assert {(message.level, message.logger) for message in logged} == {("info", "roundtable")}
    assert sorted(str(message.data) for message in logged) == sorted(told)


async def test_log_messages_are_sent_to_nobody_who_does_not_want_them(project: Path) -> None:
    logged: list[types.LoggingMessageNotificationParams] = []

    async def log(params: types.LoggingMessageNotificationParams) -> None:
        logged.append(params)

    protocol = McpServer(hall(project)).protocol
    async with Client(protocol, logging_callback=log, mode="legacy") as client:
        level = types.SetLevelRequest(params=types.SetLevelRequestParams(level="warning"))
        await client.session.send_request(level, types.EmptyResult)
        await client.call_tool("discuss", {"topic": "x"})
    async with Client(McpServer(hall(project)).protocol, logging_callback=log) as client:
        await client.call_tool("discuss", {"topic": "x"})
    assert logged == []


async def test_a_tool_that_does_not_exist_is_an_error_of_the_protocol(project: Path) -> None:
    async with Client(McpServer(hall(project)).protocol) as client:
        for name in ("apply", "answer", "\x1b[2J" * 100):
            with pytest.raises(MCPError, match=r"there is no tool .*; one of: discuss") as refused:
                await client.call_tool(name, {})
            assert refused.value.message.isprintable()


async def test_the_record_can_be_listed_and_read_and_nothing_else(decided: Path) -> None:
    async with Client(McpServer(hall(decided)).protocol) as client:
        templates = (await client.list_resource_templates()).resource_templates
        found = (await client.list_resources()).resources
        read = await client.read_resource(found[0].uri)
        for address in ("file:///etc/passwd", "roundtable://sessions/../config.json"):
            with pytest.raises(MCPError, match="there is no resource"):
                await client.read_resource(address)
    assert [t.uri_template for t in templates] == [
        "roundtable://sessions/{name}/decisions.md",
        "roundtable://sessions/{name}/discussion.md",
    ]
    (content,) = read.contents
    assert isinstance(content, types.TextResourceContents)
    assert "Keep them in SQLite." in content.text


async def test_a_project_that_breaks_later_is_an_error_not_an_end(decided: Path) -> None:
    (decided / ".roundtable" / "config.json").write_text("{")
    async with Client(McpServer(hall(decided)).protocol) as client:
        result = await client.call_tool("status", {})
        with pytest.raises(MCPError, match=r"config\.json"):
            await client.list_resources()
    assert result.is_error is True
    assert "config.json" in text(result)


async def test_too_many_sessions_at_once_are_refused(
    project: Path, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    play("hanging")
    monkeypatch.setattr(server, "MOST_AT_ONCE", 2)
    convened = asyncio.Semaphore(0)

    async def tell(progress: float, total: float | None, message: str | None) -> None:
        if str(message).endswith("speaks"):
            convened.release()

    mine = McpServer(hall(project))
    async with Client(mine.protocol) as client:
        first = [
            asyncio.create_task(client.call_tool("discuss", {"topic": "x"}, None, tell))
            for _ in range(2)
        ]
        for _ in first:
            await convened.acquire()
        refused = await client.call_tool("discuss", {"topic": "x"})
        assert (await client.call_tool("status", {})).is_error is False
        await mine.close()
        results = await asyncio.gather(*first)
        closed = await client.call_tool("status", {})
    assert "2 sessions are at work already" in text(refused)
    assert {r.structured_content["phase"] for r in results} == {"paused"}
    assert len({r.structured_content["session"] for r in results}) == 2
    assert "the server is closing" in text(closed)


async def test_a_record_that_cannot_be_written_is_told_and_the_server_lives_on(
    project: Path,
) -> None:
    (project / ".roundtable" / "sessions").write_text("in the way")
    async with Client(McpServer(hall(project)).protocol) as client:
        result = await client.call_tool("discuss", {"topic": "x"})
        assert (await client.call_tool("status", {})).is_error is False
    assert result.is_error is True
    assert "Not a directory" in text(result)
    assert "remedy: " in text(result)


async def test_an_unexpected_failure_is_told_without_what_a_terminal_obeys() -> None:
    async def fail() -> Answer:
        raise ValueError("\x1b[2Jbroken")

    call = asyncio.create_task(fail())
    await asyncio.wait([call])
    said = text(server._result(call))
    assert said.startswith("unexpected failure: ValueError: [2Jbroken\nremedy: ")


def test_what_is_described_can_be_written_as_json() -> None:
    for name, tool in TOOLS.items():
        json.dumps(server._described(name, tool).model_dump(mode="json"))
