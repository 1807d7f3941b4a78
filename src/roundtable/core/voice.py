"""A seat's voice: one knight, and another that takes over when the first cannot speak.

The one retry policy lives here. Nothing is sent again once a word has been heard, and every second
try and every change of adapter is told as it happens.
"""

import asyncio
import hashlib
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

from roundtable.core.budget import Usage
from roundtable.core.errors import LASTING, ErrorKind, KnightError
from roundtable.core.ports import (
    Ask,
    CountsTokens,
    Delta,
    FallsBack,
    Finished,
    Heard,
    Knight,
    Retries,
)

MOST_RETRIES = 3
LONGEST_WAIT = 30.0
PASSING: frozenset[ErrorKind] = frozenset({ErrorKind.RATE_LIMITED, ErrorKind.OVERLOADED})
"""Asking the same adapter again can help."""


@dataclass(frozen=True, slots=True)
class Way:
    """One adapter through which a seat can speak."""

    adapter: str
    knight: Knight


class Voice:
    """A knight made of several ways, tried in their order; who the seat is never changes."""

    def __init__(self, ways: tuple[Way, ...]) -> None:
        self._ways = ways
        self._first = 0

    @property
    def context_tokens(self) -> int:
        return min(way.knight.context_tokens for way in self._ways[self._first :])

    def worst_case(self, ask: Ask) -> Usage:
        """The dearest way, since any of them may be the one that answers."""
        cases = [way.knight.worst_case(ask) for way in self._ways[self._first :]]
        return Usage(
            input_tokens=max(case.input_tokens for case in cases),
            output_tokens=max(case.output_tokens for case in cases),
            cost_microusd=max(case.cost_microusd for case in cases),
        )

    async def speak(self, ask: Ask) -> AsyncGenerator[Heard, None]:
        ends_at = asyncio.get_running_loop().time() + ask.seconds
        here = self._first
        while True:
            way, heard = self._ways[here], False
            try:
                async with aclosing(self._persist(way, ask, ends_at)) as stream:
                    async for item in stream:
                        heard = heard or isinstance(item, Delta | Finished)
                        yield item
            except KnightError as error:
                here += 1
                if heard or here >= len(self._ways):
                    raise
                yield FallsBack(way.adapter, self._ways[here].adapter, error.kind, error.detail)
                if error.kind in LASTING:
                    self._first = here  # until somebody acts, the first way is not tried again
                continue
            return

    async def count_tokens(self, system: str, prompt: str) -> int | None:
        knight = self._ways[self._first].knight
        return (
            await knight.count_tokens(system, prompt) if isinstance(knight, CountsTokens) else None
        )

    async def close(self) -> None:
        for way in self._ways:
            await way.knight.close()

    async def _persist(self, way: Way, ask: Ask, ends_at: float) -> AsyncGenerator[Heard, None]:
        """One way, asked again after a passing failure, as long as no word has been heard."""
        for attempt in range(MOST_RETRIES + 1):
            heard = False
            try:
                async with aclosing(way.knight.speak(ask)) as stream:
                    async for item in stream:
                        heard = True
                        yield item
                    return
            except KnightError as error:
                wait = waiting_time(error, ask.turn_key, attempt)
                in_time = asyncio.get_running_loop().time() + wait < ends_at
                if heard or error.kind not in PASSING or attempt == MOST_RETRIES or not in_time:
                    raise
                yield Retries(way.adapter, error.kind, error.detail, wait)
                await asyncio.sleep(wait)


def waiting_time(error: KnightError, turn_key: str, attempt: int) -> float:
    """What the vendor asks for, else doubling from a second; spread so that seats do not collide.

    The spread is drawn from the turn, not from a clock or a die: a replay waits the same.
    """
    if error.retry_after is not None:
        return error.retry_after
    digest = hashlib.sha256(f"{turn_key}/{attempt}".encode()).digest()
    spread = 0.5 + digest[0] / 255
    return min(LONGEST_WAIT, 2.0**attempt) * spread
