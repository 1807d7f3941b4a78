"""The loopback vendors read what comes, answer on every path, and notice who goes away."""

import asyncio
import contextlib
import json

import pytest

from roundtable.testing.vendors.behaviours import hanging, speaking
from roundtable.testing.vendors.server import Request, VendorServer


def request(method: str, path: str, body: object = None, headers: str = "") -> bytes:
    data = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(data)}\r\n{headers}\r\n"
    return head.encode() + data


async def ask(server: VendorServer, *requests: bytes) -> str:
    """What comes back, on one connection, until it falls silent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rsplit(":")[-1]))
    heard = b""
    for one in requests:
        writer.write(one)
        patience = 10.0  # for the first word; then it may fall silent
        with contextlib.suppress(TimeoutError):
            while chunk := await asyncio.wait_for(reader.read(65536), patience):
                heard += chunk
                patience = 0.3
    writer.close()
    return heard.decode()


@pytest.mark.parametrize(
    ("path", "mark"),
    [
        ("/v1/messages", "message_stop"),
        ("/v1/messages?beta=true", "message_stop"),
        ("/v1/responses", "response.completed"),
        ("/v1/chat/completions", "[DONE]"),
        ("/v1beta/models/gemini-4:streamGenerateContent?alt=sse", '"finishReason": "STOP"'),
    ],
)
async def test_each_vendor_is_found_by_its_path_whatever_the_query(path: str, mark: str) -> None:
    async with VendorServer(speaking("The bridge holds.")) as server:
        heard = await ask(server, request("POST", path, {"stream": True, "input": "Holds it?"}))
    assert "200 OK" in heard
    assert "bridge " in heard
    assert mark in heard
    (asked,) = server.questions
    assert asked.json["input"] == "Holds it?"


@pytest.mark.parametrize(
    "path", ["/v1/messages", "/v1/responses", "/v1/chat/completions", "/m/g:generateContent"]
)
async def test_who_does_not_want_a_stream_gets_the_whole_at_once(path: str) -> None:
    async with VendorServer(speaking("The bridge holds.")) as server:
        heard = await ask(server, request("POST", path, {"stream": False}))
    assert "content-type: application/json" in heard
    assert "The bridge holds." in heard


async def test_what_commands_ask_besides_is_answered_sensibly_on_one_connection() -> None:
    async with VendorServer(speaking("x")) as server:
        heard = await ask(
            server,
            request("HEAD", "/"),
            request("POST", "/v1/messages/count_tokens", {"messages": [{"content": "a b c"}]}),
            request("POST", "/v1beta/models/g:countTokens", {"contents": [{"text": "a b c"}]}),
            request("GET", "/v1/models"),
            request("GET", "/favicon.ico"),
        )
    assert heard.count("200 OK") == 4
    assert '{"input_tokens": 1}' in heard
    assert '{"totalTokens": 1}' in heard
    assert "404 Not Found" in heard
    assert (len(server.requests), server.questions) == (5, [])


async def test_a_body_in_chunks_is_read_too() -> None:
    head = b"POST /v1/messages HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    async with VendorServer(speaking("x")) as server:
        await ask(server, head + b'5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n')
    assert server.requests[0].json == {"a": 1}


async def test_a_caller_who_goes_away_is_noticed() -> None:
    async with VendorServer(hanging("so far")) as server:
        await ask(server, request("POST", "/v1/messages", {"stream": True}))
        for _ in range(6000):
            await asyncio.sleep(0.01)
            if not server.connections:
                break
        assert server.connections == 0


def test_a_body_that_is_no_object_is_an_empty_question() -> None:
    for body in (b"", b"[1]", b"{oops"):
        assert Request("POST", "/v1/messages", "", {}, body).json == {}
