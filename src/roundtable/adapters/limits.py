"""Limits that all sessions of a process share: calls at once, tokens a minute, by provider."""

import asyncio
import os
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from roundtable.adapters.knights.catalogue import PROVIDERS
from roundtable.core.errors import ConfigError
from roundtable.core.ports import Hold

MOST_AT_ONCE = 8
_MINUTE = 60.0


class LocalLimits:
    """One process's share. A cluster would keep the same books in its database."""

    def __init__(self) -> None:
        self._providers: dict[str, _Book] = {}

    @asynccontextmanager
    async def hold(self, adapter: str, tokens: int) -> AsyncIterator[Hold]:
        """Wait for a place and for room in the minute, then hold both until the call ends."""
        provider = PROVIDERS.get(adapter, adapter)
        book = self._providers.setdefault(provider, _Book(provider))
        async with book.places:
            yield await book.enter(tokens)


class _Entry:
    """What one call has taken of the minute: its worst case, until it is settled."""

    def __init__(self, at: float, tokens: int) -> None:
        self.at = at
        self.tokens = tokens

    def settle(self, tokens: int) -> None:
        """What it really took; it stays counted for its minute."""
        self.tokens = tokens


class _Book:
    def __init__(self, provider: str) -> None:
        self.places = asyncio.Semaphore(_setting("CONCURRENCY", provider) or MOST_AT_ONCE)
        self._most = _setting("TPM", provider)
        self._entries: deque[_Entry] = deque()
        self._turn = asyncio.Lock()

    async def enter(self, tokens: int) -> _Entry:
        """In order of arrival; a call larger than a whole minute waits for an empty one."""
        loop = asyncio.get_running_loop()
        async with self._turn:
            while self._most:
                now = loop.time()
                while self._entries and self._entries[0].at <= now - _MINUTE:
                    self._entries.popleft()
                used = sum(entry.tokens for entry in self._entries)
                if not self._entries or used + tokens <= self._most:
                    break
                await asyncio.sleep(min(1.0, self._entries[0].at + _MINUTE - now))
            entry = _Entry(loop.time(), tokens)
            if self._most:
                self._entries.append(entry)
            return entry


def _setting(kind: str, provider: str) -> int | None:
    """ROUNDTABLE_TPM_OPENAI=30000, ROUNDTABLE_CONCURRENCY_ANTHROPIC=2."""
    name = f"ROUNDTABLE_{kind}_{provider.upper()}"
    value = os.environ.get(name)
    if not value:
        return None
    if not value.isdecimal() or int(value) < 1:
        raise ConfigError(f"{name} must be a whole number from 1 up, not {value!r}", f"{name}=4")
    return int(value)
