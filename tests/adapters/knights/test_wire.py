"""The line sends what was chosen to whom it was meant for, and bounds what comes back."""

import asyncio
from collections.abc import Awaitable, Callable

import httpx2
import pytest

from roundtable.adapters.knights import wire
from roundtable.adapters.knights.wire import Line, is_loopback, open_line, proxy_for, unanswered
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.testing.vendors import behaviours as b
from roundtable.testing.vendors.server import Behaviour, Reply, VendorServer


async def body(behaviour: Behaviour, *, strict: bool = True) -> bytes:
    async with VendorServer(behaviour) as server, open_line(server.url, {}, strict=strict) as http:
        response = await http.post(f"{server.url}/v1/messages", json={"stream": True})
        return response.content


async def failure(call: Callable[[], Awaitable[object]]) -> ErrorKind:
    with pytest.raises(KnightError) as caught:
        await call()
    return caught.value.kind


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost", True),
        ("a.localhost", True),
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("[::1]", True),
        ("0.0.0.0", True),
        ("localhost.example.com", False),
        ("10.0.0.1", False),
        ("api.openai.com", False),
    ],
)
def test_this_machine_is_known_by_its_names(host: str, local: bool) -> None:
    assert is_loopback(host) is local


def test_the_users_proxy_is_for_the_network_and_never_for_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    vendor = httpx2.URL("https://api.anthropic.com")
    assert proxy_for(vendor) is None
    monkeypatch.setenv("https_proxy", "http://proxy:3128")
    monkeypatch.setenv("http_proxy", "http://proxy:3128")
    assert proxy_for(vendor) == "http://proxy:3128"
    assert proxy_for(httpx2.URL("http://127.0.0.1:11434/v1")) is None
    assert proxy_for(httpx2.URL("http://localhost:1234")) is None
    monkeypatch.setenv("no_proxy", "anthropic.com")
    assert proxy_for(vendor) is None


async def test_nothing_goes_to_another_origin() -> None:
    line = Line("http://127.0.0.1:9", {}, strict=True)
    for url in ("http://127.0.0.1:8/x", "http://127.0.0.2:9/x", "https://127.0.0.1:9/x"):
        call = httpx2.Request("POST", url)
        assert await failure(lambda call=call: line.handle_async_request(call)) is ErrorKind.REFUSED  # type: ignore[misc]
    await line.aclose()


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (httpx2.ConnectTimeout("x"), ErrorKind.TIMED_OUT),
        (httpx2.ConnectError("Name or service not known"), ErrorKind.OVERLOADED),
        (httpx2.ReadError("reset"), ErrorKind.OVERLOADED),
        (httpx2.ConnectError("[SSL: CERTIFICATE_VERIFY_FAILED] x"), ErrorKind.REFUSED),
        (httpx2.UnsupportedProtocol("ftp"), ErrorKind.REFUSED),
        (httpx2.ProxyError("407"), ErrorKind.OVERLOADED),
        (httpx2.RemoteProtocolError("Server disconnected"), ErrorKind.OVERLOADED),
        (httpx2.RemoteProtocolError("illegal status line"), ErrorKind.GARBLED),
    ],
)
def test_why_no_answer_began_is_told_by_kind(error: httpx2.TransportError, kind: ErrorKind) -> None:
    assert unanswered(error).kind is kind


async def test_a_stream_may_be_cut_anywhere_and_is_still_checked_line_by_line() -> None:
    stream = b": hello\n\nevent: x\r\ndata: {}\r\n\r\nid\nretry: 5\ndata:\n\n"

    async def byte_by_byte(reply: Reply) -> None:
        await reply.head()
        for byte in stream:
            await reply.send(bytes([byte]))
        await reply.end()

    assert await body(byte_by_byte) == stream
    for bad in (b"dat: {}\n\n", b"data: 1\n\n{}\n", b"HTTP/1.1 200 OK\n\n"):
        assert await failure(lambda bad=bad: body(b.sending(bad))) is ErrorKind.GARBLED  # type: ignore[misc]
        assert await body(b.sending(bad), strict=False) == bad


async def test_what_is_too_large_is_cut_before_it_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "MOST_BYTES", 300_000)
    monkeypatch.setattr(wire, "MOST_LINE_BYTES", 100_000)
    assert await failure(lambda: body(b.one_piece_of(250_000))) is ErrorKind.GARBLED
    assert await failure(lambda: body(b.endless_pieces())) is ErrorKind.GARBLED


async def test_a_compressed_answer_is_not_taken() -> None:
    async def compressed(reply: Reply) -> None:
        await reply.head(content_encoding="gzip")
        await reply.send(b"\x1f\x8b")
        await reply.end()

    assert await failure(lambda: body(compressed)) is ErrorKind.GARBLED


async def test_of_an_errors_body_the_beginning_is_kept_even_if_it_breaks_off() -> None:
    large = await body(b.status(500, b"e" * 1_000_000))
    assert len(large) == wire.MOST_ERROR_BYTES

    async def breaking(reply: Reply) -> None:
        await reply.head(500)
        await reply.send(b"because")
        await asyncio.sleep(0.05)
        reply.drop()

    assert await body(breaking) == b"because"
