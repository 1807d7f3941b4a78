"""The stream: from where the client left, and then as it happens."""

import asyncio
from pathlib import Path

import pytest

from roundtable.apps.web.routes import streams
from tests.apps.conftest import Play
from tests.apps.web.conftest import Served, events, serving


async def test_the_log_comes_first_and_then_what_happens(served: Served) -> None:
    session = await served.start()
    told = await served.until(session, "awaiting_king")
    frames = await served.frames(session, told["seq"])
    assert [int(frame["id"]) for frame in frames] == list(range(1, told["seq"] + 1))
    logged = (await served.get(f"/session/{session}/events")).json()
    assert [frame["data"] for frame in frames] == logged
    assert [frame["event"] for frame in frames] == [event["type"] for event in logged]


async def test_whoever_comes_back_misses_nothing_and_hears_nothing_twice(served: Served) -> None:
    session = await served.start()
    await served.until(session, "awaiting_king")
    again = await served.frames(session, 2, headers={"Last-Event-ID": "4"}, params={"after": "1"})
    assert [int(frame["id"]) for frame in again] == [5, 6]


async def test_tokens_come_as_they_are_said_and_carry_no_id(served: Served, play: Play) -> None:
    play("hanging", words_per_second=20)
    session = await served.start()
    async with served.client.stream("GET", f"/api/session/{session}/stream") as answer:
        async for frame in events(answer):
            if frame["event"] == "token":
                assert "id" not in frame and frame["data"]["text"]
                break
    await served.post(f"/session/{session}/stop")


async def test_closing_every_tab_changes_nothing(served: Served, play: Play) -> None:
    play("willing", first_word_after=0.1)
    session = await served.start()
    await served.frames(session, 3)
    told = await served.until(session, "awaiting_king")
    assert {turn["status"] for turn in told["turns"]} == {"done"}


async def test_a_line_that_is_silent_is_kept_up(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await served.start()
    told = await served.until(session, "awaiting_king")
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.05)
    lines = []
    params = {"after": told["seq"]}
    async with served.client.stream(
        "GET", f"/api/session/{session}/stream", params=params
    ) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        async for line in answer.aiter_lines():
            lines.append(line)
            if lines.count(": ") == 3:
                break
    assert lines[0] == "retry: 1000"


async def test_an_id_that_is_none_is_refused(served: Served) -> None:
    session = await served.start()
    for bad in ("x", "-1", "1.5", "9" * 17):
        answer = await served.get(f"/session/{session}/stream", headers={"Last-Event-ID": bad})
        assert answer.status_code == 422


async def test_a_viewer_who_cannot_keep_up_is_dropped_with_an_id_to_come_back_with(
    project: Path,
) -> None:
    """A client that reads nothing: the kernel's buffers fill, then its queue, then it is let go."""
    async with serving(project) as served:
        session = await served.start()
        await served.until(session, "awaiting_king")
        channels = served.house.hall.channels._channels
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port, limit=2**12)
        cookie = f"{served.house.passes.cookie}={served.client.cookies[served.house.passes.cookie]}"
        writer.write(
            f"GET /api/session/{session}/stream HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
            f"Cookie: {cookie}\r\n\r\n".encode()
        )
        await writer.drain()
        while not (session in channels and channels[session].viewers):
            await asyncio.sleep(0.01)
        channel = channels[session]
        (viewer,) = channel.viewers
        text = "x" * 19_000
        sent = 0
        async with asyncio.timeout(60):
            while not viewer.dropped.is_set():
                await served.post(f"/session/{session}/developer-input", {"text": text})
                sent += 1
        while channel.viewers:
            await asyncio.sleep(0.01)
        received = bytearray()
        while piece := await reader.read(2**16):
            received += piece
        writer.close()
        seen = received.count(b"event: note_added")
        assert 0 < seen < sent
        last = int(bytes(received).rpartition(b"\nid: ")[2].split(b"\n")[0])
        rest = await served.frames(session, 1, headers={"Last-Event-ID": str(last - 1)})
        assert int(rest[0]["id"]) == last


async def test_an_id_that_the_log_does_not_have_brings_all_of_it(served: Served) -> None:
    session = await served.start()
    told = await served.until(session, "awaiting_king")
    frames = await served.frames(
        session, told["seq"], headers={"Last-Event-ID": "9999999999999999"}
    )
    assert [int(frame["id"]) for frame in frames] == list(range(1, told["seq"] + 1))
