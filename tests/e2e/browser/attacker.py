"""The attacker: a server of their own on another port, with pages, redirects and cookies."""

import asyncio
from urllib.parse import parse_qsl, urlsplit

PAGE = "<!doctype html><meta charset=utf-8><title>A harmless page</title>"


class Attacker:
    """Answers on every name that leads here, and lets every page of theirs read everything."""

    def __init__(self) -> None:
        self.port = 0
        self.seen: list[str] = []
        """What browsers have sent here, headers and all: an attacker keeps it."""
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._talk, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        if self._server:
            self._server.close()
            await self._server.wait_closed()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)).decode("latin-1")
            self.seen.append(head)
            writer.write(self._answer(*head.split(" ", 2)[:2]))
            await writer.drain()
        except (TimeoutError, ConnectionError, asyncio.IncompleteReadError):
            pass  # a browser opens more connections than it uses
        finally:
            writer.close()

    def _answer(self, method: str, target: str) -> bytes:
        parts = urlsplit(target)
        asked = dict(parse_qsl(parts.query, keep_blank_values=True))
        status, headers, body = "200 OK", [], PAGE
        if parts.path == "/redirect":
            status, body = f"{asked['status']} Moved", ""
            headers.append(f"Location: {asked['to']}")
        elif parts.path == "/reporting":
            headers.append(f"Content-Security-Policy: img-src 'none'; report-uri {asked['to']}")
            body = PAGE + "<img src=/nothing>"
        elif parts.path == "/refresh":
            body = f"<meta http-equiv=refresh content='0;url={asked['to']}'>"
        headers += [f"Set-Cookie: {value}" for key, value in asked.items() if key[:6] == "cookie"]
        data = body.encode()
        lines = [
            f"HTTP/1.1 {status}",
            *headers,
            "Content-Type: text/html; charset=utf-8",
            f"Content-Length: {len(data)}",
            "Access-Control-Allow-Origin: *",
            "Connection: close",
        ]
        return "\r\n".join([*lines, "", ""]).encode("latin-1") + (b"" if method == "HEAD" else data)
