"""Serves an ASGI application without a socket: a request is a message, and so is its answer."""

import asyncio
import contextlib
import importlib
import json
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

MOST_BODY = 4_000_000
MOST_ROUTES = 200
SECONDS = 30
"""After so many a request is answered with what has come: some answers never end."""
METHODS = ("get", "post", "put", "patch", "delete", "head", "options")
SAMPLES = {"string": "text", "integer": 1, "number": 1.5, "boolean": True, "array": []}


class Unstarted(Exception):
    """The application itself says that it cannot start."""


class Service:
    def __init__(self, app: Any) -> None:
        self.app = app
        self.state: dict[str, Any] = {}
        self._life: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Its lifespan, up to where it serves; an application without one serves at once."""
        told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        asked: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        asked.put_nowait({"type": "lifespan.startup"})
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": self.state}

        async def live() -> None:
            try:
                await self.app(scope, asked.get, told.put)
            except Exception as error:
                told.put_nowait({"type": "unsupported", "error": error})

        self._life = asyncio.create_task(live())
        message = await told.get()
        if message["type"] == "lifespan.startup.failed":
            raise Unstarted(message.get("message") or "the application did not start")

    def described(self) -> str:
        return json.dumps(routes(self.app))

    async def answer(
        self, method: str, path: str, headers: Sequence[Sequence[str]], body: Any
    ) -> tuple[int, str, bytes]:
        kept = _Kept()
        scope = {**_scope(method, path, headers), "state": dict(self.state)}
        try:
            await asyncio.wait_for(self.app(scope, kept.receiver(bytes(body)), kept.send), SECONDS)
        except TimeoutError:
            _say(f"{method} {path} has not ended after {SECONDS} seconds; it was cut off")
            kept.status = kept.status or 504
        except _TooMuch:
            _say(f"{method} {path} answers with more than {MOST_BODY // 1_000_000} MB; it was cut")
        except Exception as error:
            traceback.print_exception(error)
            kept.status = kept.status or 500
        finally:
            kept.over.set()
        sys.stdout.flush()
        return kept.status or 500, json.dumps(kept.headers), bytes(kept.body)


class _TooMuch(Exception):
    """More than is carried from one room to another."""


class _Kept:
    """What an application has answered so far."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: list[list[str]] = []
        self.body = bytearray()
        self.over = asyncio.Event()

    def receiver(self, body: bytes) -> Callable[[], Any]:
        waiting = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            if waiting:
                return waiting.pop()
            await self.over.wait()
            return {"type": "http.disconnect"}

        return receive

    async def send(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            pairs = message.get("headers", [])
            self.headers = [[n.decode("latin-1"), v.decode("latin-1")] for n, v in pairs]
        elif message["type"] == "http.response.body":
            room = MOST_BODY - len(self.body)
            piece = message.get("body", b"")
            self.body += piece[:room]
            if len(piece) > room:
                raise _TooMuch
            if not message.get("more_body", False):
                self.over.set()
        await asyncio.sleep(0)


def _scope(method: str, address: str, headers: Sequence[Sequence[str]]) -> dict[str, Any]:
    path, _, query = address.partition("?")
    named = [(n.lower().encode("latin-1"), v.encode("latin-1")) for n, v in headers]
    if not any(name == b"host" for name, _ in named):
        named.append((b"host", b"localhost"))
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": named,
        "client": ("127.0.0.1", 50000),
        "server": ("localhost", 80),
    }


def load(what: str) -> Any:
    """`package.module:name`, as servers are told it."""
    module, _, name = what.partition(":")
    return getattr(importlib.import_module(module), name)


def routes(app: Any) -> list[dict[str, str]]:
    """From its own description; an application without one has none to show."""
    described: Any = None
    with contextlib.suppress(Exception):
        described = app.openapi()
    found = [
        _route(method, path, item[method], described)
        for path, item in (described or {}).get("paths", {}).items()
        for method in METHODS
        if method in item
    ]
    return found[:MOST_ROUTES]


def _route(method: str, path: str, operation: Any, described: Any) -> dict[str, str]:
    content = operation.get("requestBody", {}).get("content", {})
    schema = content.get("application/json", {}).get("schema")
    return {
        "method": method.upper(),
        "path": path,
        "summary": str(operation.get("summary", ""))[:200],
        "body": _written(_sample(schema, described, 6)) if schema else "",
    }


def _written(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)[:8000]


def _sample(schema: Any, described: Any, depth: int) -> Any:
    """A value of that shape, to begin a request with."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        schema = described.get("components", {}).get("schemas", {}).get(name, {})
    for key in ("default", "example", "const"):
        if key in schema:
            return schema[key]
    for key in ("examples", "enum", "anyOf", "oneOf", "allOf"):
        if schema.get(key):
            first = schema[key][0]
            return first if key in ("examples", "enum") else _sample(first, described, depth)
    if schema.get("type") == "object" or "properties" in schema:
        parts = schema.get("properties", {}) if depth else {}
        return {name: _sample(part, described, depth - 1) for name, part in parts.items()}
    return SAMPLES.get(schema.get("type", ""))


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
