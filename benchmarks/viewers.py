"""Five hundred live viewers at ten frames a second: how late the frames come, and what it takes.

The server is a process of its own; viewers and clock are in this one. The baseline in the same run
writes the same bytes to as many bare connections, without a log, a gate or a queue.
"""

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

from benchmarks.goals import Goal, Line
from benchmarks.machine import peak
from benchmarks.serving import served

VIEWERS, FRAMES_PER_SECOND, SECONDS = 500, 10, 10
GOAL_MB, GOAL_LAG_MS, GOAL_MISSED = 150, 1_000, 0
_SENT = re.compile(rb"sent=(\d+)")
Connect = Callable[[], Awaitable[asyncio.StreamReader]]


@dataclass(frozen=True, slots=True)
class Lags:
    """Milliseconds from before a frame was made to when a viewer had it."""

    all: list[float]
    missing: int

    def at(self, share: float) -> float:
        if not self.all:
            return float("inf")
        return sorted(self.all)[min(len(self.all) - 1, int(len(self.all) * share))]


def run() -> Iterator[Line]:
    lags, megabytes = asyncio.run(_ours())
    bare = asyncio.run(_bare())
    yield f"viewers: {VIEWERS} at {FRAMES_PER_SECOND} frames/s for {SECONDS} s"
    yield Goal(
        "viewers: lag at p99",
        lags.at(0.99),
        "under",
        GOAL_LAG_MS,
        " ms",
        f"p50 {lags.at(0.5):.0f} ms, slowest {lags.at(1):.0f} ms",
    )
    yield Goal("viewers: frames missed", lags.missing, "at most", GOAL_MISSED)
    yield Goal("viewers: peak of the server's memory", megabytes, "under", GOAL_MB, " MB")
    yield (
        f"  bare writes to as many connections: p50 {bare.at(0.5):.0f} ms, p99 "
        f"{bare.at(0.99):.0f} ms; ratio at p99 {lags.at(0.99) / bare.at(0.99):.1f}x"
    )


async def _ours() -> tuple[Lags, float]:
    async with served() as (process, client):
        body = {"workflow": "discuss", "topic": "A table to watch"}
        begun = await client.post("/api/session/start", json=body)
        session = begun.json()["session"]
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        host = f"{client.base_url.host}:{client.base_url.port}"

        async def connect() -> asyncio.StreamReader:
            reader, writer = await asyncio.open_connection("127.0.0.1", client.base_url.port)
            request = f"GET /api/session/{session}/stream HTTP/1.0\r\nHost: {host}\r\n"
            writer.write(f"{request}Cookie: {cookie}\r\n\r\n".encode())
            await reader.readuntil(b"retry: 1000\n\n")
            reader._kept_open = writer  # type: ignore[attr-defined]
            return reader

        async def send(text: str) -> None:
            answer = await client.post(
                f"/api/session/{session}/developer-input", json={"text": text}
            )
            answer.raise_for_status()

        lags = await _watch(connect, send)
        return lags, peak(process.pid)


async def _bare() -> Lags:
    writers: list[asyncio.StreamWriter] = []
    server = await asyncio.start_server(lambda _, writer: writers.append(writer), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]

    async def connect() -> asyncio.StreamReader:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        reader._kept_open = writer  # type: ignore[attr-defined]
        return reader

    async def send(text: str) -> None:
        frame = f"id: 1\nevent: note_added\ndata: {json.dumps({'text': text})}\n\n".encode()
        for writer in writers:
            writer.write(frame)

    async with server:
        lags = await _watch(connect, send)
        for writer in writers:
            writer.close()
    return lags


async def _watch(connect: Connect, send: Callable[[str], Awaitable[None]]) -> Lags:
    """Send at the rate, and note when each viewer had each frame."""
    found: list[float] = []
    readers = [await connect() for _ in range(VIEWERS)]

    async def view(reader: asyncio.StreamReader) -> None:
        while True:
            frame = await reader.readuntil(b"\n\n")
            if sent := _SENT.search(frame):
                found.append(1000 * (time.monotonic() - int(sent[1]) / 1e9))

    viewing = [asyncio.create_task(view(reader)) for reader in readers]
    begun, number = time.monotonic(), FRAMES_PER_SECOND * SECONDS
    for frame in range(number):
        await asyncio.sleep(max(0.0, begun + frame / FRAMES_PER_SECOND - time.monotonic()))
        await send(f"note {frame} sent={time.monotonic_ns()} " + "x" * 200)
    await asyncio.sleep(2)
    for task in viewing:
        task.cancel()
    await asyncio.gather(*viewing, return_exceptions=True)
    return Lags(found, VIEWERS * number - len(found))
