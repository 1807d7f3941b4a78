"""How the loopback vendors can answer: well, haltingly, with a complaint, or in broken ways."""

import asyncio
import re
from collections.abc import Mapping

from roundtable.core.errors import ErrorKind
from roundtable.testing.vendors.dialects import Stop
from roundtable.testing.vendors.server import Behaviour, Reply


def pieces(text: str) -> list[str]:
    """The text word by word."""
    return re.findall(r"\s*\S+\s*", text) or ([text] if text else [])


def speaking(text: str, *, stop: Stop = "end", pause: float = 0.0) -> Behaviour:
    """Says the text in pieces and ends well."""

    async def play(reply: Reply) -> None:
        request, dialect = reply.request, reply.dialect
        if not request.streams:
            await reply.whole(200, dialect.whole(text, request.asked))
            return
        await _begin(reply, text, pause)
        await reply.send(dialect.closing(text, request.asked, stop))
        await reply.end()

    return play


def hanging(text: str) -> Behaviour:
    """Says the text and then nothing, for ever."""

    async def play(reply: Reply) -> None:
        await _begin(reply, text)
        await reply.hang()

    return play


def failing(kind: ErrorKind, after: str = "") -> Behaviour:
    """Fails as the vendor fails: with a status at once, with an event after some text."""

    async def play(reply: Reply) -> None:
        if kind is ErrorKind.GARBLED:
            await _begin(reply, after)
            await reply.send(b"data: {oops\n\n")
            await reply.end()
        elif after and reply.request.streams:
            await _begin(reply, after)
            await reply.send(reply.dialect.broken(kind))
            await reply.end()
        else:
            complaint = reply.dialect.complaint(kind)
            await reply.whole(complaint.status, complaint.body, complaint.headers)

    return play


def status(
    code: int,
    body: bytes | Mapping[str, object] | None = None,
    headers: Mapping[str, str] | None = None,
    content_type: str = "application/json",
) -> Behaviour:
    """Answers with this status, and a body in the shape of all vendors at once if none is given."""

    async def play(reply: Reply) -> None:
        given = {"error": {"message": f"status {code}"}} if body is None else body
        await reply.whole(code, given, headers, content_type)

    return play


def headers_never() -> Behaviour:
    async def play(reply: Reply) -> None:
        await reply.hang()

    return play


def drop_before_headers() -> Behaviour:
    async def play(reply: Reply) -> None:
        reply.drop()

    return play


def drop_after(text: str, *, mid_event: bool) -> Behaviour:
    """The connection is cut after some text, in the middle of an event or between two."""

    async def play(reply: Reply) -> None:
        await _begin(reply, text)
        if mid_event:
            event = reply.dialect.piece("never whole")
            await reply.raw(b"%x\r\n%b" % (len(event), event[: len(event) // 2]))
        # What was sent shall arrive before the cut.
        await asyncio.sleep(0.05)
        reply.drop()

    return play


def ending_early(text: str) -> Behaviour:
    """The stream ends in good order, but without the event that ends an answer."""

    async def play(reply: Reply) -> None:
        await _begin(reply, text)
        await reply.end()

    return play


def sending(data: bytes, *, after: str = "", content_type: str = "text/event-stream") -> Behaviour:
    """These bytes as the stream, after some text if any is given."""

    async def play(reply: Reply) -> None:
        if after:
            await _begin(reply, after)
        else:
            await reply.head(content_type=content_type)
        await reply.send(data)
        await reply.end()

    return play


def one_piece_of(size: int) -> Behaviour:
    """A single piece of so many characters."""

    async def play(reply: Reply) -> None:
        await _begin(reply, "")
        await reply.send(reply.dialect.piece("x" * size))
        await reply.send(reply.dialect.closing("x", reply.request.asked))
        await reply.end()

    return play


def endless_pieces() -> Behaviour:
    async def play(reply: Reply) -> None:
        await _begin(reply, "")
        while True:
            await reply.send(reply.dialect.piece("and on it goes, " * 50))
            await asyncio.sleep(0)

    return play


def endless_line() -> Behaviour:
    """One event that never ends."""

    async def play(reply: Reply) -> None:
        await _begin(reply, "")
        await reply.send(b"data: ")
        while True:
            await reply.send(b"x" * 65536)
            await asyncio.sleep(0)

    return play


def trickling(text: str, *, seconds: float = 1.0) -> Behaviour:
    """One byte at a time."""

    async def play(reply: Reply) -> None:
        await reply.head()
        for byte in reply.dialect.opening(reply.request.asked) + reply.dialect.piece(text):
            await reply.send(bytes([byte]))
            await asyncio.sleep(seconds)

    return play


def raw(data: bytes) -> Behaviour:
    """Something that is not even HTTP."""

    async def play(reply: Reply) -> None:
        await reply.raw(data)
        reply.drop()

    return play


async def _begin(reply: Reply, text: str, pause: float = 0.0) -> None:
    """The stream up to the end of this text; nothing for a caller who wants the whole at once."""
    if not reply.request.streams:
        return
    await reply.head()
    await reply.send(reply.dialect.opening(reply.request.asked))
    for piece in pieces(text):
        await reply.send(reply.dialect.piece(piece))
        await asyncio.sleep(pause)
