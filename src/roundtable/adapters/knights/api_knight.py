"""What the knights behind vendors' APIs share: one client each, accounting, and errors by kind."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, suppress
from dataclasses import dataclass
from traceback import clear_frames
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from roundtable.adapters.knights.catalogue import Model
from roundtable.adapters.knights.sdk_errors import translate
from roundtable.core.budget import Usage
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.ports import Ask, Delta, Finished
from roundtable.core.secrets import Secret
from roundtable.core.tokens import estimate

if TYPE_CHECKING:
    import httpx2

COUNT_SECONDS = 10.0
FRAMING_TOKENS = 64
"""What a vendor adds around the two texts: roles, separators, its own few words."""

_TICKS_TO_CLOSE = 20
"""The SDKs read through some eight nested generators; each takes the loop a tick or two."""

Client = TypeVar("Client")


@dataclass(frozen=True, slots=True)
class Tally:
    """A vendor's count. Cached tokens are part of the input, reasoning is part of the output."""

    input_tokens: int
    output_tokens: int
    cached_tokens: int = 0


class ApiKnight(ABC, Generic[Client]):
    """A knight that speaks through an SDK, which is loaded with its first word."""

    strict: ClassVar[bool] = True
    """False where the vendor's stream may hold more than events, and its SDK looks at all of it."""

    def __init__(self, model: Model, key: Secret | None, base_url: str) -> None:
        self._model = model
        self._key = key
        self._base_url = base_url
        self._opening = asyncio.Lock()
        self._open: tuple[Client, httpx2.AsyncClient] | None = None

    @property
    def context_tokens(self) -> int:
        return self._model.context_tokens

    def worst_case(self, ask: Ask) -> Usage:
        return self._priced(Tally(_input_tokens(ask) + FRAMING_TOKENS, ask.max_output_tokens))

    async def speak(self, ask: Ask) -> AsyncGenerator[Delta | Finished, None]:
        failure: KnightError | None = None
        try:
            client = await self._client()
            async with aclosing(self._say(client, ask)) as items:
                async for item in items:
                    yield item
        except Exception as error:
            failure = translate(error, self._model, self._key)
            clear_frames(error.__traceback__)
        if failure:
            # Raised out here and the frames cleared, so that nothing of the SDK's error stays: it
            # may hold what a log must not, and it holds the SDK's half-read generators.
            await _generators_closed()
            raise failure

    async def count_tokens(self, system: str, prompt: str) -> int | None:
        """The vendor's own count; None where it has none, or does not give it now."""
        try:
            async with asyncio.timeout(COUNT_SECONDS):
                return await self._count(await self._client(), system, prompt)
        except Exception:
            # A count only spares us to leave something out; without it we estimate.
            return None

    async def close(self) -> None:
        opened, self._open = self._open, None
        if opened:
            await opened[1].aclose()

    @abstractmethod
    def _auth(self) -> dict[str, str]:
        """The header that carries the key."""

    @abstractmethod
    def _connect(self, http: "httpx2.AsyncClient") -> Client:
        """The SDK's client on this line. Called in a thread, for it loads the SDK."""

    async def _count(self, client: Client, system: str, prompt: str) -> int | None:
        """Vendors that can count say so here."""
        return None

    @abstractmethod
    def _say(self, client: Client, ask: Ask) -> AsyncGenerator[Delta | Finished, None]:
        """One answer, in the SDK's errors."""

    async def _client(self) -> Client:
        async with self._opening:
            if self._open is None:
                self._open = await asyncio.to_thread(self._dial)
            return self._open[0]

    def _dial(self) -> "tuple[Client, httpx2.AsyncClient]":
        from roundtable.adapters.knights.wire import open_line

        if self._key and not _is_sendable(self._key.reveal()):
            raise KnightError(ErrorKind.NOT_SIGNED_IN, "the key is empty or has odd characters")
        http = open_line(self._base_url, self._auth(), strict=self.strict)
        return self._connect(http), http

    def _finished(self, ask: Ask, text: str, tally: Tally | None, *, cut: bool = False) -> Finished:
        """The end of an answer; `cut` when the vendor stopped at the most tokens allowed."""
        if not text.strip():
            why = f"all {ask.max_output_tokens:,} tokens went before the first word" if cut else ""
            raise KnightError(ErrorKind.GARBLED, why or "the answer is empty")
        if tally is None:
            said = min(estimate(text), ask.max_output_tokens)
            tally = Tally(_input_tokens(ask), said)
        return Finished(text=text, usage=self._priced(tally), cut=cut)

    def _priced(self, tally: Tally) -> Usage:
        return Usage(
            input_tokens=tally.input_tokens,
            output_tokens=tally.output_tokens,
            cost_microusd=self._model.cost(
                tally.input_tokens, tally.output_tokens, tally.cached_tokens
            ),
        )


async def let_go(events: AsyncIterator[object]) -> None:
    """Leave a stream that may not be at its end.

    Generators of an SDK that are left half-read are closed by the loop at some time, and noisily
    at its end. Cancelling a read unwinds them all at once, and the connection with them.
    """
    with suppress(Exception):
        async with asyncio.timeout(0):
            async for _ in events:
                pass
    await _generators_closed()


async def _generators_closed() -> None:
    """Time for the loop to close what nobody refers to any more."""
    for _ in range(_TICKS_TO_CLOSE):
        await asyncio.sleep(0)


def broke_off() -> KnightError:
    """The stream ended in good order, but without the event that ends an answer."""
    return KnightError(ErrorKind.GARBLED, "the answer broke off before its end")


def refused(*reasons: object) -> KnightError:
    """The vendor or its model would not answer, for the reasons it gives."""
    told = ": ".join(str(reason) for reason in reasons if reason)
    return KnightError(ErrorKind.REFUSED, told or "the vendor gave no reason")


def _is_sendable(key: str) -> bool:
    return key.isascii() and key.isprintable() and key.split() == [key]


def _input_tokens(ask: Ask) -> int:
    return estimate(ask.system) + estimate(ask.prompt)
