"""What the API knights share: cost, laziness, and that only KnightErrors leave them."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable
from typing import TYPE_CHECKING

import pytest

from roundtable.adapters.knights.api_knight import (
    FRAMING_TOKENS,
    ApiKnight,
    Tally,
    broke_off,
    let_go,
    refused,
)
from roundtable.adapters.knights.catalogue import Model
from roundtable.adapters.knights.claude_api import ClaudeApiKnight
from roundtable.adapters.knights.gemini_api import GeminiApiKnight
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.ports import Ask, Delta, Finished
from roundtable.core.secrets import Secret
from roundtable.core.tokens import estimate
from roundtable.testing.knight_suite import ask
from roundtable.testing.vendors.behaviours import speaking
from roundtable.testing.vendors.server import VendorServer

if TYPE_CHECKING:
    import httpx2

MODEL = Model("anthropic", "claude-sonnet-5-5", 200_000, priced=True)
GEMINI = Model("google", "gemini-4-argon", 200_000, priced=True)


class Toy(ApiKnight[str]):
    """Says what it is told to, or raises it."""

    def __init__(self, act: str | Exception, key: str = "key-of-the-toy") -> None:
        super().__init__(MODEL, Secret(key), "http://127.0.0.1:9")
        self.act = act
        self.connected = 0

    def _auth(self) -> dict[str, str]:
        return {}

    def _connect(self, http: "httpx2.AsyncClient") -> str:
        self.connected += 1
        if isinstance(self.act, ImportError):
            raise self.act
        return "client"

    async def _say(self, client: str, ask: Ask) -> AsyncGenerator[Delta | Finished, None]:
        if isinstance(self.act, Exception):
            raise self.act
        yield self._finished(ask, self.act, Tally(10, 5))


async def failure(toy: Toy) -> KnightError:
    with pytest.raises(KnightError) as caught:
        async for _ in toy.speak(ask()):
            pass
    await toy.close()
    assert caught.value.__context__ is None
    return caught.value


def test_the_worst_case_is_both_texts_their_frame_and_every_token_allowed() -> None:
    question = ask(system="s" * 300, prompt="p" * 3000, max_output_tokens=500)
    worst = Toy("").worst_case(question)
    assert worst.input_tokens == estimate("s" * 300) + estimate("p" * 3000) + FRAMING_TOKENS
    assert worst.output_tokens == 500
    assert worst.cost_microusd == MODEL.cost(worst.input_tokens, 500) > 0
    assert Toy("").context_tokens == 200_000


async def test_the_client_is_made_once_and_again_after_closing() -> None:
    toy = Toy("Yes.")
    await asyncio.gather(*(anext(toy.speak(ask())) for _ in range(3)))
    assert toy.connected == 1
    await toy.close()
    await toy.close()
    await anext(toy.speak(ask()))
    assert toy.connected == 2
    await toy.close()


async def test_a_missing_package_is_named() -> None:
    error = await failure(Toy(ImportError("No module named 'anthropic'", name="anthropic")))
    assert error.kind is ErrorKind.NOT_INSTALLED
    assert "anthropic" in error.detail


@pytest.mark.parametrize("key", ["", "two words", "line\nbreak", "schlüssel"])
async def test_a_key_that_cannot_be_one_is_not_sent(key: str) -> None:
    error = await failure(Toy("Yes.", key))
    assert error.kind is ErrorKind.NOT_SIGNED_IN


@pytest.mark.parametrize(
    ("act", "kind"),
    [
        (ValueError("raw answer with key-of-the-toy"), ErrorKind.GARBLED),
        (KnightError(ErrorKind.OVERLOADED, "busy: key-of-the-toy"), ErrorKind.OVERLOADED),
        ("   ", ErrorKind.GARBLED),
    ],
)
async def test_only_knight_errors_leave_it_and_none_with_the_key(
    act: str | Exception, kind: ErrorKind
) -> None:
    error = await failure(Toy(act))
    assert error.kind is kind
    assert "key-of-the-toy" not in str(error)


def test_reasons_are_joined_and_one_is_always_given() -> None:
    assert refused("no", None, "never").detail == "no: never"
    assert refused().detail
    assert broke_off().kind is ErrorKind.GARBLED


async def test_a_stream_that_never_ends_is_let_go_at_once() -> None:
    closed = []

    async def endless() -> AsyncGenerator[int, None]:
        try:
            while True:
                yield 1
                await asyncio.sleep(0.001)
        finally:
            closed.append(True)

    stream = endless()
    await anext(stream)
    await asyncio.wait_for(let_go(stream), 20)
    assert closed == [True]


def test_no_sdk_is_loaded_before_somebody_speaks() -> None:
    names = ("claude_api", "openai_api", "gemini_api")
    imports = "; ".join(f"import roundtable.adapters.knights.{name}" for name in names)
    heavy = "('anthropic', 'openai', 'google.genai', 'httpx2', 'genai_prices')"
    code = f"{imports}; import sys; print([m for m in {heavy} if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "make",
    [
        lambda url: ClaudeApiKnight(MODEL, Secret("key-0123456789"), url),
        lambda url: GeminiApiKnight(GEMINI, Secret("key-0123456789"), url),
    ],
)
async def test_a_vendor_that_counts_is_asked_and_one_that_fails_is_done_without(
    make: Callable[[str], ApiKnight[object]],
) -> None:
    async with VendorServer(speaking("x")) as server:
        knight = make(server.url)
        counted = await knight.count_tokens("You are Gawain.", "word " * 200)
        assert counted is not None
        assert counted > 100
        await knight.close()
    deserted = make("http://127.0.0.1:9")
    assert await deserted.count_tokens("a", "b") is None
    await deserted.close()


async def test_a_vendor_without_a_counter_gives_none() -> None:
    toy = Toy("x")
    assert await toy.count_tokens("a", "b") is None
    await toy.close()
