"""R5 and R4 without their clocks: a stream in a thousand pieces, and five hundred viewers."""

import asyncio
import random
from pathlib import Path

import pytest

from roundtable.apps.web.routes import streams
from roundtable.core.commands import Note
from roundtable.core.events import Token
from roundtable.testing.builders import session_start
from roundtable.views.stream import frame
from tests.apps.web.conftest import Served, serving
from tests.conftest import Count

RECONNECTS = 1_000
VIEWERS = 500


async def connected(
    served: Served, session: str, last: int
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A stream as a browser opens it that comes back with the last id it has."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    name = served.house.passes.cookie
    mark = f"Last-Event-ID: {last}\r\n" if last else ""
    writer.write(
        f"GET /api/session/{session}/stream HTTP/1.0\r\nHost: 127.0.0.1:{served.port}\r\n"
        f"Cookie: {name}={served.client.cookies[name]}\r\n{mark}\r\n".encode()
    )
    assert b"200" in await reader.readline()
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def unchunked(raw: bytes) -> bytes:
    """The body out of its chunks, the last of which may be cut anywhere."""
    body = bytearray()
    while b"\r\n" in raw:
        size, _, raw = raw.partition(b"\r\n")
        body += raw[: int(size, 16)]
        raw = raw[int(size, 16) + 2 :]
    return bytes(body)


async def session_of(served: Served) -> str:
    session = await served.start()
    await served.until(session, "awaiting_king")
    return session


@pytest.mark.timeout(300)
async def test_a_thousand_disconnects_leave_the_joined_stream_the_same_byte_for_byte(
    project: Path, count: Count
) -> None:
    chance = random.Random(5)
    async with serving(project) as served:
        hall, session = served.house.hall, "s"
        await hall.table.driver.create(session, session_start())
        over = asyncio.Event()

        async def speak() -> None:
            """The table goes on: notes of all sizes, and tokens that carry no id between them."""
            journal = await hall.table.driver._journal(session)
            while not over.is_set():
                text = "é\n" * chance.randrange(1, 100)
                journal.tell(Token(turn_key="debate.1.9.Gawain", seat="Gawain", text=text))
                await hall.table.driver.send(session, Note(text + "!"))
                await asyncio.sleep(chance.random() / 200)

        speaking = asyncio.create_task(speak())
        joined, last = bytearray(), 0
        for _ in range(RECONNECTS):
            reader, writer = await connected(served, session, last)
            wanted, buffer = chance.randrange(0, 1_500), bytearray()
            while len(buffer) < wanted and (piece := await reader.read(chance.randrange(1, 2_000))):
                buffer += piece
            writer.close()
            # What is not whole is thrown away, as a browser does.
            for whole in unchunked(bytes(buffer)).split(b"\n\n")[:-1]:
                if whole.startswith(b"id: "):
                    joined += whole + b"\n\n"
                    last = int(whole.split(b"\n")[0].removeprefix(b"id: "))
        over.set()
        await speaking
        logged = await hall.table.store.read(session)
        assert last > 300, "the stream went on while it was cut"
        assert bytes(joined) == b"".join(frame(event) for event in logged if event.seq <= last)
    count("R5: disconnects, the joined stream the same", RECONNECTS)


async def test_five_hundred_viewers_see_the_same(
    project: Path, count: Count, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 600.0)  # or one may come between the words
    async with serving(project) as served:
        session = await session_of(served)
        told = await served.state(session)
        opened = [await connected(served, session, told["seq"]) for _ in range(VIEWERS)]
        channel = served.house.hall.channels._channels[session]
        while len(channel.viewers) < VIEWERS:
            await asyncio.sleep(0.01)
        for number in range(10):
            await served.house.hall.steward.send(session, Note(f"note {number}"))
        logged = await served.house.hall.table.store.read(session, told["seq"])
        expected = b"retry: 1000\n\n" + b"".join(map(frame, logged))

        async def seen(reader: asyncio.StreamReader) -> bytes:
            raw = b""
            while len(body := unchunked(raw)) < len(expected):
                raw += await reader.read(2**16)
            return body

        assert set(await asyncio.gather(*(seen(reader) for reader, _ in opened))) == {expected}
        for _, writer in opened:
            writer.close()
        async with asyncio.timeout(30):
            while channel.viewers:
                await asyncio.sleep(0.01)
    count("R4: viewers at once, who saw the same", VIEWERS)
