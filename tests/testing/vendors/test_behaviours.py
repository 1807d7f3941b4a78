"""The behaviours do on the wire what their names say."""

import asyncio

import pytest

from roundtable.core.errors import ErrorKind
from roundtable.testing.vendors import behaviours as b
from roundtable.testing.vendors.server import Behaviour, VendorServer

QUESTION = b'{"stream": true}'


async def heard(
    behaviour: Behaviour, *parts: bytes, least: int = 0, seconds: float = 0.5, first: float = 30
) -> tuple[bytes, bool]:
    """What comes, and whether the server ended it within this time after all that must come."""
    async with VendorServer(behaviour) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rsplit(":")[-1]))
        head = f"POST /v1/messages HTTP/1.1\r\nContent-Length: {len(QUESTION)}\r\n\r\n"
        writer.write(head.encode() + QUESTION)
        data, ended, whole = b"", False, False
        try:
            async with asyncio.timeout(first) as over:
                while chunk := await reader.read(65536):
                    data += chunk
                    if not whole and len(data) > least and all(part in data for part in parts):
                        whole = True
                        over.reschedule(asyncio.get_running_loop().time() + seconds)
                ended = True
        except TimeoutError:
            pass
        except ConnectionError:
            ended = True
        writer.close()
    return data, ended


def test_a_text_is_cut_into_words_that_join_to_it() -> None:
    text = " The bridge\n holds. "
    assert "".join(b.pieces(text)) == text
    assert len(b.pieces(text)) == 3
    assert b.pieces("") == []


@pytest.mark.parametrize(
    ("behaviour", "parts"),
    [
        (b.speaking("Yes."), [b"200 OK", b"message_stop", b"0\r\n\r\n"]),
        (b.hanging("so far"), [b"200 OK", b"far"]),
        (b.failing(ErrorKind.RATE_LIMITED), [b"429 ", b"retry-after: 7"]),
        (b.failing(ErrorKind.OVERLOADED, "said"), [b"200 OK", b"said", b"event: error"]),
        (b.failing(ErrorKind.GARBLED, "said"), [b"said", b"{oops"]),
        (b.status(418, b"tea", {"x-y": "z"}), [b"418 ", b"x-y: z", b"tea"]),
        (b.ending_early("said"), [b"said", b"0\r\n\r\n"]),
        (b.sending(b"bytes", content_type="text/odd"), [b"text/odd", b"bytes"]),
        (b.one_piece_of(5000), [b"x" * 5000]),
        (b.trickling("Yes.", seconds=0.05), [b"\r\n1\r\ne\r\n"]),
    ],
)
async def test_it_is_heard_on_the_wire(behaviour: Behaviour, parts: list[bytes]) -> None:
    data, ended = await heard(behaviour, *parts)
    assert [part for part in parts if part not in data] == []
    assert not ended


@pytest.mark.parametrize(
    ("behaviour", "part"),
    [
        (b.drop_before_headers(), b""),
        (b.drop_after("said", mid_event=True), b"said"),
        (b.drop_after("said", mid_event=False), b"said"),
        (b.raw(b"SSH-2.0"), b"SSH-2.0"),
    ],
)
async def test_the_connection_is_cut(behaviour: Behaviour, part: bytes) -> None:
    data, ended = await heard(behaviour, seconds=30)
    assert part in data
    assert b"0\r\n\r\n" not in data
    assert ended


async def test_some_never_end_and_one_never_begins() -> None:
    assert await heard(b.headers_never(), first=0.5) == (b"", False)
    for behaviour in (b.endless_pieces(), b.endless_line()):
        data, ended = await heard(behaviour, least=200_000)
        assert len(data) > 200_000
        assert not ended
