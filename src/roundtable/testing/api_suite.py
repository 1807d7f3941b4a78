"""What a knight behind a vendor's API must do besides: keep its key, its address and its nerve.

Subclass it in a test module and say how to make the knight for an address.
"""

import asyncio
import gc
import inspect
import os
from abc import abstractmethod
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from typing import ClassVar

from roundtable.core.budget import Usage
from roundtable.core.errors import ErrorKind
from roundtable.core.listening import Speech, listen
from roundtable.core.ports import Ask, Finished, Heard, Knight
from roundtable.testing.faults import FAULTS, KEY, undergo
from roundtable.testing.knight_suite import TEXT, KnightSuite, ask
from roundtable.testing.vendors import behaviours
from roundtable.testing.vendors.server import Behaviour, VendorServer

_SENT = {
    "accept", "accept-encoding", "connection", "content-length", "content-type", "host",
    "user-agent", "anthropic-version",
}  # fmt: skip
_ASTRAY = "http://127.0.0.1:9"
"""Nobody listens there; whoever is led there fails."""
ENVIRONMENT = {
    "ANTHROPIC_BASE_URL": _ASTRAY, "ANTHROPIC_AUTH_TOKEN": "other", "ANTHROPIC_API_KEY": "other",
    "ANTHROPIC_CUSTOM_HEADERS": "x-api-key: other\nx-leak: 1", "ANTHROPIC_PROFILE": "nobody",
    "OPENAI_BASE_URL": _ASTRAY, "OPENAI_API_KEY": "other", "OPENAI_ORG_ID": "org-leak",
    "OPENAI_PROJECT_ID": "leak", "OPENAI_ADMIN_KEY": "other",
    "OPENAI_CUSTOM_HEADERS": "authorization: other\nx-leak: 1",
    "GOOGLE_GEMINI_BASE_URL": _ASTRAY, "GOOGLE_VERTEX_BASE_URL": _ASTRAY,
    "GOOGLE_API_KEY": "other", "GEMINI_API_KEY": "other", "GOOGLE_GENAI_USE_VERTEXAI": "true",
    "GOOGLE_GENAI_API_VERSION": "v9", "GOOGLE_CLOUD_PROJECT": "leak",
    "GOOGLE_GENAI_CLIENT_MODE": "replay", "GOOGLE_CLOUD_LOCATION": "leak",
    "HTTP_PROXY": _ASTRAY, "HTTPS_PROXY": _ASTRAY, "ALL_PROXY": _ASTRAY,
    "http_proxy": _ASTRAY, "https_proxy": _ASTRAY, "all_proxy": _ASTRAY,
}  # fmt: skip
"""What a shell may hold that must not lead a call elsewhere or add to it."""


class Hosted:
    """A knight with the server that it speaks to: both are closed together."""

    def __init__(self, knight: Knight, server: VendorServer) -> None:
        self._knight = knight
        self._server = server

    @property
    def context_tokens(self) -> int:
        return self._knight.context_tokens

    def worst_case(self, ask: Ask) -> Usage:
        return self._knight.worst_case(ask)

    def speak(self, ask: Ask) -> AsyncGenerator[Heard, None]:
        return self._knight.speak(ask)

    async def close(self) -> None:
        await self._knight.close()
        await self._server.__aexit__(None, None, None)


class ApiKnightSuite(KnightSuite):
    path: ClassVar[str]
    """Where the vendor is asked."""
    auth: ClassVar[tuple[str, str]]
    """The header that carries the key, and what it says."""

    @abstractmethod
    def knight(self, url: str) -> Knight:
        """A knight with the key `KEY` for the server at this address."""

    def kinds(self) -> tuple[ErrorKind, ...]:
        """All that a server can cause."""
        return tuple(kind for kind in ErrorKind if kind is not ErrorKind.NOT_INSTALLED)

    async def speaking(self, text: str) -> Knight:
        return await self._hosted(behaviours.speaking(text))

    async def hanging(self, text: str) -> Knight:
        return await self._hosted(behaviours.hanging(text))

    async def failing(self, kind: ErrorKind, after: str) -> Knight:
        return await self._hosted(behaviours.failing(kind, after))

    async def test_every_fault_comes_out_as_what_it_is_and_in_time(self) -> None:
        outcomes = [await undergo(fault, self.knight) for fault in FAULTS if not fault.waits]
        waiting = (undergo(fault, self.knight) for fault in FAULTS if fault.waits)
        outcomes += await asyncio.gather(*waiting)
        assert [outcome for outcome in outcomes if not outcome.right] == []

    async def test_what_it_tells_of_a_fault_is_one_short_line_without_page_or_key(self) -> None:
        for fault in FAULTS:
            if fault.waits:
                continue
            detail = (await undergo(fault, self.knight)).detail
            assert 0 < len(detail) <= 300, fault
            assert "\n" not in detail, fault
            assert "<" not in detail, fault
            assert not any(KEY[i : i + 8] in detail for i in range(len(KEY) - 7)), fault

    async def test_it_leaves_nothing_half_read_behind(self) -> None:
        gc.collect()
        gc.disable()
        try:
            for fault in FAULTS:
                if not fault.waits:
                    await undergo(fault, self.knight)
            assert half_read() == []
        finally:
            gc.enable()

    async def test_how_long_to_wait_is_told_as_the_vendor_tells_it(self) -> None:
        told = {
            fault.name: (await undergo(fault, self.knight)).retry_after
            for fault in FAULTS
            if fault.name.startswith("429 with ")
        }
        assert told == {
            "429 with retry-after": 3.0,
            "429 with retry-after-ms": 1.5,
            "429 with a date": 9.0,
        }

    async def test_it_sends_the_question_and_the_key_and_nothing_else(self) -> None:
        with environment(ENVIRONMENT):
            async with VendorServer(behaviours.speaking(TEXT)) as server:
                knight = self.knight(server.url)
                await _answer(knight)
                await knight.close()
        (request,) = server.requests
        name, value = self.auth
        assert (request.method, request.path) == ("POST", self.path)
        assert request.headers[name] == value
        assert set(request.headers) - _SENT == {name}
        others = request.body.decode() + request.query + str(dict(request.headers) | {name: ""})
        assert KEY not in others
        assert "tools" not in request.json

    async def test_it_asks_once_however_the_vendor_fails(self) -> None:
        for kind in (ErrorKind.RATE_LIMITED, ErrorKind.OVERLOADED, ErrorKind.TIMED_OUT):
            async with VendorServer(behaviours.failing(kind)) as server:
                knight = self.knight(server.url)
                await self._error(knight, deadline=60)
                await knight.close()
            assert len(server.requests) == 1, kind

    async def test_its_connection_is_cut_when_it_is_cancelled(self) -> None:
        async with VendorServer(behaviours.hanging(TEXT)) as server:
            knight = self.knight(server.url)
            heard = asyncio.Event()
            speech = Speech(lambda _: heard.set())
            task = asyncio.create_task(listen(knight, ask(), speech, deadline=90, idle=90))
            await asyncio.wait_for(heard.wait(), 60)
            assert server.connections == 1
            task.cancel()
            await asyncio.wait({task}, timeout=30)
            for _ in range(3000):
                await asyncio.sleep(0.01)
                if not server.connections:
                    break
            assert server.connections == 0
            await knight.close()

    async def test_it_can_speak_again_after_a_failure_and_after_it_was_closed(self) -> None:
        async with VendorServer(behaviours.failing(ErrorKind.OVERLOADED)) as server:
            knight = self.knight(server.url)
            await self._error(knight, deadline=60)
            server.behaviour = behaviours.speaking(TEXT)
            assert (await _answer(knight)).text.strip() == TEXT
            await knight.close()
            assert (await _answer(knight)).text.strip() == TEXT
            await knight.close()

    async def test_an_answer_cut_at_the_most_tokens_is_an_answer_and_says_that_it_is_cut(
        self,
    ) -> None:
        async with VendorServer(behaviours.speaking("The bridge is", stop="length")) as server:
            knight = self.knight(server.url)
            answer = await _answer(knight)
            assert (answer.text, answer.cut) == ("The bridge is", True)
            server.behaviour = behaviours.speaking(TEXT)
            assert not (await _answer(knight)).cut
            await knight.close()

    async def test_nothing_of_it_shows_the_key(self) -> None:
        knight = self.knight(_ASTRAY)
        assert KEY not in repr(knight) + str(vars(knight))
        await knight.close()

    async def _hosted(self, behaviour: Behaviour) -> Knight:
        server = await VendorServer(behaviour).__aenter__()
        return Hosted(self.knight(server.url), server)


@contextmanager
def environment(variables: dict[str, str]) -> Iterator[None]:
    """These variables, for a while."""
    before = dict(os.environ)
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def half_read() -> list[str]:
    """Generators of the SDKs and of the HTTP client that were begun and not ended."""
    begun = (item for item in gc.get_objects() if inspect.isasyncgen(item) and item.ag_frame)
    packages = ("httpx2", "httpcore2", "anthropic", "openai", "genai")
    return [g.__qualname__ for g in begun if any(p in g.ag_code.co_filename for p in packages)]


async def _answer(knight: Knight) -> Finished:
    return await listen(knight, ask(), Speech(lambda _: None), deadline=60, idle=60)
