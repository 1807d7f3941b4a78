"""What a page asks of anybody but our server: recorded, and never let through."""

import asyncio
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Page, Request, WebSocket

_OURS = ("data", "blob", "about", "chrome-error")
"""Schemes that leave nothing: what they carry is in the page already."""


class Outside:
    """A proxy that refuses. The browser is told to send it everything that is not for us.

    So also what no page's script would see is recorded: a prefetch, a worker's request, a ping.
    """

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.port = 0
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._refuse, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        if self._server:
            self._server.close()
            await self._server.wait_closed()

    def watch(self, context: BrowserContext, ours: frozenset[str]) -> None:
        """Record also what the browser itself refuses before it would reach the proxy."""

        def requested(request: Request) -> None:
            self._note(request.url, ours)

        def connected(socket: WebSocket) -> None:
            self._note(socket.url, ours)

        context.on("request", requested)
        context.on("page", lambda page: page.on("websocket", connected))

    def _note(self, url: str, ours: frozenset[str]) -> None:
        parts = urlsplit(url)
        if parts.scheme not in _OURS and f"{parts.scheme}://{parts.netloc}" not in ours:
            self.asked.append(url)

    async def _refuse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            line = await asyncio.wait_for(reader.readline(), 5)
            if line:
                self.asked.append(line.decode("latin-1").strip())
                writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
                await writer.drain()
        except (TimeoutError, ConnectionError):
            pass  # the browser let go of it first
        finally:
            writer.close()


async def soon(page: Page, lines: list[str], words: str) -> None:
    """A line with these words comes."""
    for _ in range(600):
        if any(words in line for line in lines):
            return
        await page.wait_for_timeout(100)
    raise AssertionError(f"{words} is not in {lines}")
