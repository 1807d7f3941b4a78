"""A seat's voice: asked again when that can help, replaced when it cannot, never silently."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import suppress

import pytest

from roundtable.adapters.knights.script import Failure, Part, Price, Reply
from roundtable.adapters.knights.scripted import ScriptedKnight
from roundtable.core.budget import Usage
from roundtable.core.errors import LASTING, ErrorKind, KnightError
from roundtable.core.listening import Speech, listen
from roundtable.core.ports import Ask, Delta, FallsBack, Finished, Heard, Retries
from roundtable.core.voice import MOST_RETRIES, PASSING, Voice, Way, waiting_time
from roundtable.testing.knight_suite import ask


class Flaky:
    """Fails so many times before it answers, and counts how often it was asked."""

    context_tokens = 10_000

    def __init__(self, failures: int, kind: ErrorKind, after: str = "", wait: float = 0) -> None:
        self._failures, self._kind, self._after, self._wait = failures, kind, after, wait
        self.asked = 0
        self.closed = False

    def worst_case(self, ask: Ask) -> Usage:
        return Usage(input_tokens=1, output_tokens=1)

    async def speak(self, ask: Ask) -> AsyncGenerator[Delta | Finished, None]:
        self.asked += 1
        if self.asked <= self._failures:
            if self._after:
                yield Delta(self._after)
            raise KnightError(self._kind, "not now", self._wait)
        yield Delta("Here.")
        yield Finished("Here.", Usage(input_tokens=1, output_tokens=1))

    async def close(self) -> None:
        self.closed = True


async def items(voice: Voice, **changes: object) -> list[Heard]:
    return [item async for item in voice.speak(ask(**changes))]


def kinds(heard: list[Heard]) -> list[str]:
    return [type(item).__name__ for item in heard]


@pytest.mark.parametrize("kind", sorted(PASSING))
async def test_a_passing_failure_is_retried_and_told(kind: ErrorKind) -> None:
    knight = Flaky(2, kind)
    heard = await items(Voice((Way("a", knight),)))
    assert kinds(heard) == ["Retries", "Retries", "Delta", "Finished"]
    assert knight.asked == 3


@pytest.mark.parametrize("kind", sorted(set(ErrorKind) - PASSING))
async def test_other_failures_are_not_retried(kind: ErrorKind) -> None:
    knight = Flaky(1, kind)
    with pytest.raises(KnightError) as caught:
        await items(Voice((Way("a", knight),)))
    assert caught.value.kind is kind
    assert knight.asked == 1


async def test_it_gives_up_after_a_few_tries() -> None:
    knight = Flaky(100, ErrorKind.OVERLOADED)
    with pytest.raises(KnightError):
        await items(Voice((Way("a", knight),)))
    assert knight.asked == MOST_RETRIES + 1


async def test_nothing_is_sent_again_after_the_first_word() -> None:
    knight, other = Flaky(1, ErrorKind.OVERLOADED, after="I was"), Flaky(0, ErrorKind.GARBLED)
    with pytest.raises(KnightError):
        await items(Voice((Way("a", knight), Way("b", other))))
    assert (knight.asked, other.asked) == (1, 0)


async def test_the_vendors_own_waiting_time_is_kept() -> None:
    knight = Flaky(1, ErrorKind.RATE_LIMITED, wait=0.2)
    began = time.monotonic()
    heard = await items(Voice((Way("a", knight),)))
    assert isinstance(heard[0], Retries)
    assert heard[0].wait == 0.2
    assert time.monotonic() - began >= 0.2


async def test_a_wait_beyond_the_deadline_is_not_begun() -> None:
    knight, other = Flaky(1, ErrorKind.RATE_LIMITED, wait=3600), Flaky(0, ErrorKind.GARBLED)
    voice = Voice((Way("a", knight), Way("b", other)))
    heard = await asyncio.wait_for(items(voice, seconds=60), 20)
    assert kinds(heard) == ["FallsBack", "Delta", "Finished"]


@pytest.mark.parametrize("kind", sorted(set(ErrorKind) - PASSING))
async def test_another_adapter_takes_over_and_stays_only_while_it_must(kind: ErrorKind) -> None:
    first, second = Flaky(1, kind), Flaky(0, ErrorKind.GARBLED)
    voice = Voice((Way("claude-cli", first), Way("claude-api", second)))
    heard = await items(voice)
    assert heard[0] == FallsBack("claude-cli", "claude-api", kind, "not now")
    await items(voice)
    assert (first.asked, second.asked) == ((1, 2) if kind in LASTING else (2, 1))


async def test_when_all_fail_the_last_reason_stands() -> None:
    voice = Voice((Way("a", Flaky(9, ErrorKind.REFUSED)), Way("b", Flaky(9, ErrorKind.TOO_LONG))))
    with pytest.raises(KnightError) as caught:
        await items(voice)
    assert caught.value.kind is ErrorKind.TOO_LONG


def test_the_dearest_way_is_reserved_and_the_smallest_context_kept() -> None:
    cheap = ScriptedKnight(Part(context_tokens=2000, replies=(Reply(say="x"),)))
    dear = ScriptedKnight(
        Part(price=Price(output_per_million=10), context_tokens=9000, replies=(Reply(say="x"),))
    )
    voice = Voice((Way("a", cheap), Way("b", dear)))
    assert voice.worst_case(ask()) == dear.worst_case(ask())
    assert voice.context_tokens == 2000


async def test_all_ways_are_closed() -> None:
    first, second = Flaky(0, ErrorKind.GARBLED), Flaky(0, ErrorKind.GARBLED)
    await Voice((Way("a", first), Way("b", second))).close()
    assert first.closed
    assert second.closed


async def test_silence_between_tries_is_no_silence_of_the_knight() -> None:
    told: list[Retries | FallsBack] = []

    async def tell(trouble: Retries | FallsBack) -> None:
        told.append(trouble)

    async def answer() -> Finished:
        told.clear()
        knight = Flaky(1, ErrorKind.RATE_LIMITED, wait=0.4)
        return await listen(
            Voice((Way("a", knight),)),
            ask(),
            Speech(lambda _: None),
            deadline=5,
            idle=0.2,
            tell_trouble=tell,
        )

    finished = None
    for _ in range(5):  # a machine that stands still is silent as well, but not each time
        with suppress(KnightError):
            finished = await answer()
            break
    assert finished is not None
    assert finished.text == "Here."
    assert len(told) == 1


def test_waits_grow_are_bounded_and_differ_between_turns() -> None:
    error = KnightError(ErrorKind.OVERLOADED, "x")
    waits = [waiting_time(error, "turn", attempt) for attempt in range(10)]
    assert all(0.5 <= wait <= 45 for wait in waits)
    assert waits[3] > waits[0]
    assert len({waiting_time(error, f"turn {n}", 0) for n in range(20)}) > 10


async def test_a_scripted_failure_falls_back_like_any_other() -> None:
    failing = Part(replies=(Reply(fail=Failure(kind=ErrorKind.NOT_SIGNED_IN)),))
    speaking = Part(replies=(Reply(say="I am here."),))
    voice = Voice((Way("a", ScriptedKnight(failing)), Way("b", ScriptedKnight(speaking))))
    heard = await items(voice)
    assert isinstance(heard[-1], Finished)
    assert heard[-1].text == "I am here.\n"
