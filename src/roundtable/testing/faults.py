"""The faults that every API knight is put through, and what each may come out as.

One table: a name, how the vendor misbehaves, and the kinds that are a right account of it. The
tests run it against every adapter, and a report can be made from the same rows.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.listening import Speech, listen
from roundtable.core.ports import Knight
from roundtable.testing.knight_suite import ask
from roundtable.testing.vendors import behaviours as b
from roundtable.testing.vendors.server import Behaviour, Reply, VendorServer

KEY = "rt-canary-5d41402abc4b2a76"
"""The key that knights under test carry; one fault echoes it."""

GRACE = 30.0
"""How long after its deadline a turn may take to come out on a busy machine."""
_PATIENCE = 0.6
_LONG_PATIENCE = 60.0
_SAID = "I was about to say "
_PAGE = b"<!DOCTYPE html><html><body><h1>Bad gateway</h1>" + b"<p>so sorry</p>" * 500 + b"</body>"


@dataclass(frozen=True, slots=True)
class Fault:
    name: str
    kinds: frozenset[ErrorKind]
    """Every kind that tells it rightly."""
    behave: Callable[[], Behaviour] | None = None
    """None: nobody listens at the address."""
    waits: bool = False
    """Only a deadline ends it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a knight came through a fault."""

    fault: str
    kind: ErrorKind | None
    """None: it came out with an answer, or not by a KnightError."""
    detail: str
    retry_after: float | None
    seconds: float
    right: bool
    """A kind that tells the fault rightly, in time."""


async def undergo(fault: Fault, knight_at: Callable[[str], Knight]) -> Outcome:
    """Put a knight, made for the server's address, through a fault."""
    if fault.behave is None:
        return await _hear(fault, knight_at(await deserted()))
    async with VendorServer(fault.behave()) as server:
        return await _hear(fault, knight_at(server.url))


async def _hear(fault: Fault, knight: Knight) -> Outcome:
    deadline = _PATIENCE if fault.waits else _LONG_PATIENCE
    kind, retry_after, began = None, None, time.monotonic()
    try:
        speech = Speech(lambda _: None)
        finished = await listen(knight, ask(), speech, deadline=deadline, idle=deadline)
        detail = f"answered: {finished.text[:80]}"
    except KnightError as error:
        kind, detail, retry_after = error.kind, error.detail, error.retry_after
    finally:
        seconds = time.monotonic() - began
        await knight.close()
    right = kind in fault.kinds and seconds < deadline + GRACE
    return Outcome(fault.name, kind, detail, retry_after, round(seconds, 3), right)


async def deserted() -> str:
    """An address at which nobody listens any more."""
    server = await asyncio.start_server(lambda _, w: w.close(), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    return f"http://127.0.0.1:{port}"


def _is(*kinds: ErrorKind) -> frozenset[ErrorKind]:
    return frozenset(kinds)


def _complaint(kind: ErrorKind, **headers: str) -> Behaviour:
    """The vendor's own complaint with these headers in place of its own."""

    async def play(reply: Reply) -> None:
        complaint = reply.dialect.complaint(kind)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        await reply.whole(complaint.status, complaint.body, named)

    return play


def _malformed_within() -> Behaviour:
    """A whole answer in which one event has lost its form, and a piece of text with it."""

    async def play(reply: Reply) -> None:
        wire, asked = reply.dialect, reply.request.asked
        broken = wire.piece("not ").replace(b"data: ", b"dta= ").replace(b"event: ", b"evt= ")
        await reply.head()
        await reply.send(wire.opening(asked) + wire.piece("do ") + broken + wire.piece("agree"))
        await reply.send(wire.closing("do agree", asked))
        await reply.end()

    return play


def _unknown_model() -> Behaviour:
    """404 in the vendors' words, which all name the model."""
    message = "The model `nobody` does not exist or you do not have access to it."
    error = {"type": "not_found_error", "code": "model_not_found", "message": message}
    return b.status(404, {"type": "error", "error": error})


def _key_echoed() -> Behaviour:
    message = f"Incorrect API key provided: {KEY}. Header was 'Bearer {KEY[:15]}'"
    return b.status(401, {"error": {"message": message, "type": "authentication_error"}})


FAULTS: tuple[Fault, ...] = (
    Fault("refused connection", _is(ErrorKind.OVERLOADED)),
    Fault("headers never", _is(ErrorKind.TIMED_OUT), b.headers_never, waits=True),
    Fault("silent after the headers", _is(ErrorKind.TIMED_OUT), lambda: b.hanging(""), waits=True),
    Fault("hangs in mid-answer", _is(ErrorKind.TIMED_OUT), lambda: b.hanging(_SAID), waits=True),
    Fault(
        "one byte a second",
        _is(ErrorKind.TIMED_OUT),
        lambda: b.trickling("x" * 100),
        waits=True,
    ),
    Fault("401", _is(ErrorKind.NOT_SIGNED_IN), lambda: b.status(401)),
    Fault("401 that echoes the key", _is(ErrorKind.NOT_SIGNED_IN), _key_echoed),
    Fault("403", _is(ErrorKind.NOT_SIGNED_IN), lambda: b.status(403)),
    Fault("404 model", _is(ErrorKind.REFUSED), _unknown_model),
    Fault("404 other", _is(ErrorKind.REFUSED), lambda: b.status(404, b"nothing here")),
    Fault("408", _is(ErrorKind.TIMED_OUT), lambda: b.status(408)),
    Fault("413", _is(ErrorKind.TOO_LONG), lambda: b.status(413, _PAGE, content_type="text/html")),
    Fault("context too long", _is(ErrorKind.TOO_LONG), lambda: b.failing(ErrorKind.TOO_LONG)),
    Fault(
        "429 with retry-after",
        _is(ErrorKind.RATE_LIMITED),
        lambda: _complaint(ErrorKind.RATE_LIMITED, retry_after="3"),
    ),
    Fault(
        "429 with retry-after-ms",
        _is(ErrorKind.RATE_LIMITED),
        lambda: _complaint(ErrorKind.RATE_LIMITED, retry_after_ms="1500"),
    ),
    Fault(
        "429 with a date",
        _is(ErrorKind.RATE_LIMITED),
        lambda: _complaint(
            ErrorKind.RATE_LIMITED,
            date="Wed, 21 Oct 2026 07:28:00 GMT",
            retry_after="Wed, 21 Oct 2026 07:28:09 GMT",
        ),
    ),
    Fault("429 without retry-after", _is(ErrorKind.RATE_LIMITED), lambda: b.status(429)),
    Fault("spend limit", _is(ErrorKind.OUT_OF_QUOTA), lambda: b.failing(ErrorKind.OUT_OF_QUOTA)),
    Fault("500", _is(ErrorKind.OVERLOADED), lambda: b.status(500)),
    Fault(
        "502 with a page",
        _is(ErrorKind.OVERLOADED),
        lambda: b.status(502, _PAGE, content_type="text/html"),
    ),
    Fault("503", _is(ErrorKind.OVERLOADED), lambda: b.status(503, b"")),
    Fault("504", _is(ErrorKind.OVERLOADED), lambda: b.status(504)),
    Fault("529", _is(ErrorKind.OVERLOADED), lambda: b.status(529)),
    Fault("500 with 5 MB", _is(ErrorKind.OVERLOADED), lambda: b.status(500, b"e" * 5_000_000)),
    Fault(
        "redirect to another host",
        _is(ErrorKind.REFUSED),
        lambda: b.status(307, b"", {"location": "http://127.0.0.2:9/v1/messages"}),
    ),
    Fault(
        "error event at once",
        _is(ErrorKind.OVERLOADED),
        lambda: b.failing(ErrorKind.OVERLOADED, " "),
    ),
    Fault(
        "error event after text",
        _is(ErrorKind.OVERLOADED),
        lambda: b.failing(ErrorKind.OVERLOADED, _SAID),
    ),
    Fault("drop before the headers", _is(ErrorKind.OVERLOADED), b.drop_before_headers),
    Fault("drop mid-token", _is(ErrorKind.GARBLED), lambda: b.drop_after(_SAID, mid_event=True)),
    Fault(
        "drop before the end", _is(ErrorKind.GARBLED), lambda: b.drop_after(_SAID, mid_event=False)
    ),
    Fault("end without the last event", _is(ErrorKind.GARBLED), lambda: b.ending_early(_SAID)),
    Fault(
        "malformed SSE",
        _is(ErrorKind.GARBLED),
        lambda: b.sending(b"dat a {}\n\nwhat: is this\n\n", after=_SAID),
    ),
    Fault("malformed SSE within a whole answer", _is(ErrorKind.GARBLED), _malformed_within),
    Fault("bad JSON", _is(ErrorKind.GARBLED), lambda: b.failing(ErrorKind.GARBLED, _SAID)),
    Fault(
        "JSON of another shape",
        _is(ErrorKind.GARBLED),
        lambda: b.sending(b'event: message_start\ndata: {"candidates": 7, "choices": 7}\n\n'),
    ),
    Fault(
        "cut UTF-8",
        _is(ErrorKind.GARBLED),
        lambda: b.sending(b'data: {"text": "\xe6\xbc', after=_SAID),
    ),
    Fault("10 MB token", _is(ErrorKind.GARBLED), lambda: b.one_piece_of(10_000_000)),
    Fault("1 MB token", _is(ErrorKind.GARBLED), lambda: b.one_piece_of(1_000_000)),
    Fault("endless stream", _is(ErrorKind.GARBLED), b.endless_pieces),
    Fault("endless line", _is(ErrorKind.GARBLED), b.endless_line),
    Fault(
        "wrong content type",
        _is(ErrorKind.GARBLED),
        lambda: b.sending(_PAGE, content_type="text/html"),
    ),
    Fault("empty 200", _is(ErrorKind.GARBLED), lambda: b.sending(b"")),
    Fault("not HTTP", _is(ErrorKind.GARBLED), lambda: b.raw(b"SSH-2.0-OpenSSH_9.2\r\n\r\n")),
    Fault("empty answer", _is(ErrorKind.GARBLED), lambda: b.speaking("")),
    Fault(
        "all tokens spent on thought", _is(ErrorKind.GARBLED), lambda: b.speaking("", stop="length")
    ),
    Fault("refusal", _is(ErrorKind.REFUSED), lambda: b.speaking("No", stop="refusal")),
)
