"""A loopback server that plays the vendors: records what it is asked and answers as told.

Plain asyncio on 127.0.0.1, HTTP/1.1, for our adapters and for the vendors' own commands alike.
"""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from roundtable.testing.vendors.dialects import Anthropic, Chat, Dialect, Gemini, Responses, count

_MOST_HEAD = 256 * 1024
_GONE_SECONDS = 0.02
"""How often it is looked whether the caller is still there."""
_REASONS = {200: "OK", 401: "Unauthorized", 404: "Not Found", 429: "Too Many Requests"}


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it came."""

    method: str
    path: str
    """Without the query string."""
    query: str
    headers: Mapping[str, str]
    """By their names in lower case."""
    body: bytes

    @property
    def json(self) -> dict[str, object]:
        try:
            data = json.loads(self.body)
        except ValueError:
            return {}
        return data if isinstance(data, dict) else {}

    @property
    def dialect(self) -> Dialect | None:
        """The form in which the path asks for an answer; None for anything else."""
        if self.method != "POST":
            return None
        path = self.path.rstrip("/")
        for end, dialect in (
            ("/messages", Anthropic),
            ("/responses", Responses),
            ("/chat/completions", Chat),
            (":streamGenerateContent", Gemini),
            (":generateContent", Gemini),
        ):
            if path.endswith(end):
                return dialect()
        return None

    @property
    def streams(self) -> bool:
        return self.path.endswith(":streamGenerateContent") or self.json.get("stream") is True

    @property
    def asked(self) -> int:
        """The tokens of the question, counted over all its texts."""
        return count("".join(_texts(self.json)))


class Reply:
    """The answer under way. What is not well formed can be sent too."""

    def __init__(self, request: Request, dialect: Dialect, writer: asyncio.StreamWriter) -> None:
        self.request = request
        self.dialect = dialect
        self._writer = writer
        self.open = True
        """Whether another request may follow on this connection."""

    async def raw(self, data: bytes) -> None:
        """These bytes, whatever they are."""
        self._writer.write(data)
        await self._writer.drain()

    async def head(
        self, status: int = 200, content_type: str = "text/event-stream", **headers: str
    ) -> None:
        """Begin a chunked answer."""
        lines = {"content-type": content_type, "transfer-encoding": "chunked"} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        await self.raw(_head(status, lines))

    async def send(self, data: bytes) -> None:
        """One chunk."""
        if data:
            await self.raw(b"%x\r\n%b\r\n" % (len(data), data))

    async def end(self) -> None:
        await self.raw(b"0\r\n\r\n")

    async def whole(
        self,
        status: int,
        body: bytes | Mapping[str, object],
        headers: Mapping[str, str] | None = None,
        content_type: str = "application/json",
    ) -> None:
        """A whole answer at once."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        lines = {"content-type": content_type, "content-length": str(len(data))}
        await self.raw(_head(status, lines | dict(headers or {})) + data)

    async def hang(self) -> None:
        """Say nothing more until the caller or the server goes away."""
        await asyncio.Event().wait()

    def drop(self) -> None:
        """Cut the connection without a word."""
        self.open = False
        self._writer.transport.abort()


Behaviour = Callable[[Reply], Awaitable[None]]
"""How the server answers a question put to a model."""


class VendorServer:
    """All vendors on one port. `behaviour` may be changed between questions."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self.requests: list[Request] = []
        self.connections = 0
        """How many are open now."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.url = ""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=_MOST_HEAD)
        port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._server
        self._server.close()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)
        await self._server.wait_closed()

    @property
    def questions(self) -> list[Request]:
        """The requests that asked a model for an answer."""
        return [request for request in self.requests if request.dialect]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        self.connections += 1
        try:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
                await self._converse(reader, writer)
        finally:
            self.connections -= 1
            self._tasks.discard(task)
            writer.transport.abort()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Requests on one connection, one after another."""
        while True:
            request = await _read(reader)
            self.requests.append(request)
            reply = Reply(request, request.dialect or Chat(), writer)
            answering = asyncio.create_task(self._answer(reply))
            try:
                # Whoever goes away in the middle ends his answer: nothing is sent to nobody.
                while not answering.done() and not reader.at_eof():
                    await asyncio.wait({answering}, timeout=_GONE_SECONDS)
            finally:
                answering.cancel()
                await asyncio.wait({answering})
            if answering.cancelled() or not reply.open:
                return
            answering.result()

    async def _answer(self, reply: Reply) -> None:
        if reply.request.dialect:
            await self.behaviour(reply)
        else:
            await _besides(reply)


async def _besides(reply: Reply) -> None:
    """What vendors' commands ask for besides answers."""
    path, asked = reply.request.path, reply.request.asked
    if path.endswith("/count_tokens"):
        await reply.whole(200, {"input_tokens": asked})
    elif path.endswith(":countTokens"):
        await reply.whole(200, {"totalTokens": asked})
    elif path.endswith("/models"):
        await reply.whole(200, {"object": "list", "data": [], "models": [], "has_more": False})
    elif path == "/" or reply.request.method == "HEAD":
        await reply.whole(200, b"")
    else:
        await reply.whole(404, {"error": {"type": "not_found_error", "message": f"no {path}"}})


async def _read(reader: asyncio.StreamReader) -> Request:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.rstrip().split("\r\n")
    method, target, _ = first.split(" ", 2)
    pairs = (line.split(":", 1) for line in lines)
    headers = {name.strip().lower(): value.strip() for name, value in pairs}
    if headers.get("transfer-encoding", "").lower() == "chunked":
        body = await _chunks(reader)
    else:
        body = await reader.readexactly(int(headers.get("content-length", "0")))
    path, _, query = target.partition("?")
    return Request(method, path, query, headers, body)


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    parts = []
    while size := int((await reader.readline()).split(b";")[0], 16):
        parts.append(await reader.readexactly(size))
        await reader.readline()
    await reader.readline()
    return b"".join(parts)


def _head(status: int, headers: Mapping[str, str]) -> bytes:
    lines = [f"HTTP/1.1 {status} {_REASONS.get(status, 'Status')}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def _texts(value: object) -> list[str]:
    """All strings of a question that are text rather than names."""
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    if not isinstance(value, dict):
        return []
    found = []
    for name, item in value.items():
        if isinstance(item, str) and name in ("text", "content", "system", "input", "instructions"):
            found.append(item)
        else:
            found += _texts(item)
    return found
