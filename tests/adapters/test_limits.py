"""Limits are shared by all sessions: so many calls at once, so many tokens a minute."""

import asyncio

import pytest

from roundtable.adapters import limits
from roundtable.adapters.limits import LocalLimits
from roundtable.core.errors import ConfigError


async def most_at_once(shared: LocalLimits, adapter: str, calls: int) -> int:
    now, most = 0, 0

    async def call() -> None:
        nonlocal now, most
        async with shared.hold(adapter, 10):
            now += 1
            most = max(most, now)
            await asyncio.sleep(0.01)
            now -= 1

    await asyncio.gather(*(call() for _ in range(calls)))
    return most


async def test_so_many_calls_at_once_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDTABLE_CONCURRENCY_ANTHROPIC", "3")
    assert await most_at_once(LocalLimits(), "claude-api", 20) == 3
    assert await most_at_once(LocalLimits(), "openai-api", 20) == limits.MOST_AT_ONCE


async def test_the_ways_to_one_provider_share_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDTABLE_CONCURRENCY_ANTHROPIC", "1")
    shared = LocalLimits()
    async with shared.hold("claude-cli", 1):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05), shared.hold("claude-api", 1):
                pass
        async with asyncio.timeout(20), shared.hold("gemini-api", 1):
            pass
    async with asyncio.timeout(20), shared.hold("claude-api", 1):
        pass


class Clock:
    """What the limits use of asyncio, with a time that passes only while they sleep."""

    Lock, Semaphore = asyncio.Lock, asyncio.Semaphore
    now = 0.0

    def get_running_loop(self) -> "Clock":
        return self

    def time(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


async def test_tokens_of_a_minute_are_reserved_and_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDTABLE_TPM_OPENAI", "1000")
    shared, clock = LocalLimits(), Clock()
    monkeypatch.setattr(limits, "asyncio", clock)
    async with shared.hold("openai-api", 900) as hold:
        hold.settle(100)
    async with shared.hold("openai-api", 900):
        pass
    assert clock.now == 0, "what was not used is free again"
    async with shared.hold("openai-api", 900):
        pass
    assert clock.now == pytest.approx(60), "the third has to wait for the next minute"


async def test_a_call_larger_than_a_minute_waits_for_an_empty_one_and_passes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ROUNDTABLE_TPM_OPENAI", "10")
    async with asyncio.timeout(20), LocalLimits().hold("openai-api", 5000):
        pass


async def test_a_call_that_fails_gives_its_place_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDTABLE_CONCURRENCY_GOOGLE", "1")
    shared = LocalLimits()
    for _ in range(3):
        with pytest.raises(ValueError, match="x"):
            async with shared.hold("gemini-api", 1):
                raise ValueError("x")


@pytest.mark.parametrize("value", ["0", "-1", "many", "1.5"])
async def test_a_wrong_setting_is_told_by_name(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDTABLE_TPM_OPENAI", value)
    with pytest.raises(ConfigError, match="ROUNDTABLE_TPM_OPENAI"):
        async with LocalLimits().hold("openai-api", 1):
            pass
