"""S8. The attacks can succeed: against a server that is weak in one place, they are noticed.

Each weakness is what a careless change could bring, put around or into the gate for one test.
"""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.async_api import Browser
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from roundtable.adapters.keys import VARIABLES
from roundtable.apps.web.app import create_app
from roundtable.apps.web.gate import UPLOADS, Gate
from roundtable.apps.web.house import House
from roundtable.apps.web.problems import Problem
from tests.apps.conftest import AGREES
from tests.apps.web import conftest as in_process
from tests.e2e.browser.attack_rows import LOADING, READING, Attack
from tests.e2e.browser.attack_rows_changing import BY_GET, FETCHING, FORMS
from tests.e2e.browser.attack_rows_windows import FRAMES, WINDOWS
from tests.e2e.browser.attacking import ORIGINS, PATIENCE, Origin, Siege, siege
from tests.e2e.browser.conftest import play
from tests.e2e.browser.site import enter
from tests.e2e.browser.victim import HANGS, Victim, new_context

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(600)]
NEIGHBOUR, _, STRANGER, REBOUND = ORIGINS


class AnyHost(Gate):
    """Forgets under which names it may be called."""

    def _refuses(self, scope: Scope, headers: Headers) -> Problem | None:
        ours = {**dict(headers), "host": min(self._hosts)}
        return super()._refuses(scope, Headers(ours))


class AnyOrigin(Gate):
    """Forgets to ask which page has sent it."""

    def _foreign_origin(self, headers: Headers, safe: bool) -> str:
        return ""


class AnyBody(AnyOrigin):
    """And takes every body for JSON."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] != UPLOADS:
            kept = [pair for pair in scope["headers"] if pair[0] != b"content-type"]
            scope = {**scope, "headers": [*kept, (b"content-type", b"application/json")]}
        await super().__call__(scope, receive, send)


class AnyMethod(AnyOrigin):
    """And stops a session for a GET."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].endswith("/stop"):
            scope = {**scope, "method": "POST"}
        await super().__call__(scope, receive, send)


class OpenStream(Gate):
    """Leaves out one route: the stream."""

    def _refuses(self, scope: Scope, headers: Headers) -> Problem | None:
        return None if scope["path"].endswith("/stream") else super()._refuses(scope, headers)


@dataclass(frozen=True, slots=True)
class Weakness:
    name: str
    origin: Origin
    rows: list[Attack]
    told: str
    """What stands in the breach that is found."""
    gate: type[Gate] = Gate
    headers: Mapping[str, str] = field(default_factory=dict)
    """Said in place of the gate's own."""
    same_site: str = "strict"


CORS = {"access-control-allow-origin": "*"}
WEAKNESSES = (
    Weakness("any Host", REBOUND, READING[:2], "read 200", AnyHost),
    Weakness("any Origin", NEIGHBOUR, FETCHING, "changed", AnyOrigin),
    Weakness("any body", NEIGHBOUR, FORMS[:4], "changed", AnyBody),
    Weakness("a GET that changes", NEIGHBOUR, BY_GET[:1], "changed", AnyMethod),
    Weakness("a stream for all", STRANGER, READING[8:11], "read stream", OpenStream, CORS),
    Weakness("answers for all", STRANGER, READING[:2], "read 401", AnyOrigin, CORS),
    Weakness("a cookie for other sites", STRANGER, WINDOWS[-4:-2], "sent along", same_site="none"),
    Weakness(
        "a page in a frame",
        NEIGHBOUR,
        FRAMES[:2],
        "in a frame",
        headers={"x-frame-options": "ALLOWALL", "content-security-policy": "default-src 'self'"},
    ),
    Weakness(
        "files for other origins",
        STRANGER,
        LOADING[:1],
        "image loaded",
        headers={"cross-origin-resource-policy": "cross-origin"},
    ),
    Weakness(
        "a window within reach",
        NEIGHBOUR,
        WINDOWS[:1],
        "a handle",
        headers={"cross-origin-opener-policy": "unsafe-none"},
    ),
)


def weakened(weakness: Weakness) -> Callable[[House, int], ASGIApp]:
    def guarded(house: House, port: int) -> ASGIApp:
        hosts = (f"{name}:{port}" for name in ("127.0.0.1", "localhost"))
        gate = weakness.gate(create_app(house), house.passes, hosts)

        async def outer(scope: Scope, receive: Receive, send: Send) -> None:
            browser = scope["type"] == "http" and "sec-fetch-site" in Headers(scope=scope)
            await gate(scope, receive, saying(send, weakness) if browser else send)

        return outer

    return guarded


def saying(send: Send, weakness: Weakness) -> Send:
    """Says what is too much, and marks the cookie as it should not be marked."""
    marked = f"SameSite={weakness.same_site}" + ("; Secure" * (weakness.same_site == "none"))

    async def say(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in weakness.headers.items():
                headers[name] = value
            if cookie := headers.get("set-cookie"):
                headers["set-cookie"] = cookie.replace("SameSite=strict", marked)
        await send(message)

    return say


@asynccontextmanager
async def besieged(browser: Browser, root: Path, origin: Origin) -> AsyncIterator[Siege]:
    """A server in this process, and somebody who is signed in there."""
    async with in_process.serving(root) as served, new_context(browser) as context:
        for name in ("127.0.0.1", "localhost"):
            token = served.house.passes.token
            await enter(context, f"http://{name}:{served.port}/#launch={token}")
        async with siege(Victim(context, served.client, root, served.port), origin) as laid:
            yield laid


@pytest.fixture
def table(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (name for names in VARIABLES.values() for name in names):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ROUNDTABLE_KEYRING", "off")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(project.parent / f"{project.name}.config"))
    play(project, {"*": {"replies": [HANGS, AGREES]}})
    return project


@pytest.mark.parametrize("weakness", WEAKNESSES, ids=lambda weakness: weakness.name)
async def test_a_weakness_is_noticed(
    browser: Browser, table: Path, weakness: Weakness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_process, "guarded", weakened(weakness))
    async with besieged(browser, table, weakness.origin) as laid:
        for patience in PATIENCE:
            breaches = await laid.lay(weakness.rows, first=True, patience=patience)
            if any(weakness.told in breach for breach in breaches):
                break
        assert any(weakness.told in breach for breach in breaches), breaches


async def test_without_a_weakness_the_same_rows_find_nothing(browser: Browser, table: Path) -> None:
    """What is noticed above is the weakness, and not the way in which this server is run."""
    rows = {row.name: row for weakness in WEAKNESSES for row in weakness.rows}
    async with besieged(browser, table, NEIGHBOUR) as laid:
        assert await laid.lay(rows.values()) == []
