"""Listening to a knight is bounded in every direction."""

import asyncio
from collections.abc import AsyncGenerator, Callable

import pytest

from roundtable.core.budget import Usage
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.listening import COALESCE_PIECES, Speech, listen
from roundtable.core.ports import Ask, Delta, Finished
from roundtable.testing.knight_suite import ask

Stream = AsyncGenerator[Delta | Finished, None]


class Voice:
    """A knight made of one generator function."""

    context_tokens = 10_000

    def __init__(self, stream: Callable[[], Stream]) -> None:
        self._stream = stream

    def worst_case(self, ask: Ask) -> Usage:
        return Usage()

    def speak(self, ask: Ask) -> Stream:
        return self._stream()

    async def close(self) -> None: ...


async def heard(stream: Callable[[], Stream], **limits: float) -> tuple[Finished, list[str]]:
    pieces: list[str] = []
    finished = await listen(
        Voice(stream),
        ask(max_output_tokens=64),
        Speech(pieces.append),
        deadline=limits.get("deadline", 60.0),
        idle=limits.get("idle", 60.0),
    )
    return finished, pieces


async def failure(stream: Callable[[], Stream], **limits: float) -> KnightError:
    with pytest.raises(KnightError) as caught:
        await heard(stream, **limits)
    return caught.value


async def test_pieces_are_passed_on_together_and_none_is_lost() -> None:
    async def stream() -> Stream:
        for number in range(COALESCE_PIECES * 3 + 1):
            yield Delta(f"{number} ")
        yield Finished("all", Usage())

    finished, pieces = await heard(stream)
    assert finished.text == "all"
    assert len(pieces) == 4
    assert "".join(pieces).split() == [str(n) for n in range(COALESCE_PIECES * 3 + 1)]


async def test_a_lone_piece_is_passed_on_soon_though_nothing_follows() -> None:
    pieces: list[str] = []
    passed_on = asyncio.Event()

    async def stream() -> Stream:
        yield Delta("first")
        await passed_on.wait()
        yield Finished("first", Usage())

    def take(text: str) -> None:
        pieces.append(text)
        passed_on.set()

    await listen(Voice(stream), ask(), Speech(take), deadline=60, idle=60)
    assert pieces == ["first"]


async def test_the_whole_turn_has_a_deadline_though_it_keeps_talking() -> None:
    async def stream() -> Stream:
        while True:
            yield Delta("x")
            await asyncio.sleep(0.02)

    error = await failure(stream, deadline=0.2)
    assert error.kind is ErrorKind.TIMED_OUT
    assert "0.2 s" in error.detail


async def test_silence_is_noticed_long_before_the_deadline() -> None:
    async def stream() -> Stream:
        yield Delta("x")
        await asyncio.sleep(30)
        yield Finished("x", Usage())

    error = await failure(stream, deadline=100, idle=0.1)
    assert error.kind is ErrorKind.TIMED_OUT
    assert "silent" in error.detail


async def test_a_flood_is_cut_off() -> None:
    async def stream() -> Stream:
        while True:
            yield Delta("x" * 1000)
            await asyncio.sleep(0)

    assert (await failure(stream)).kind is ErrorKind.GARBLED


async def test_an_answer_without_an_end_or_without_words_is_garbled() -> None:
    async def endless() -> Stream:
        yield Delta("half an ans")

    async def empty() -> Stream:
        yield Finished("  \n", Usage())

    assert (await failure(endless)).kind is ErrorKind.GARBLED
    assert (await failure(empty)).kind is ErrorKind.GARBLED


async def test_a_bug_in_an_adapter_is_that_seats_failure_alone() -> None:
    async def stream() -> Stream:
        yield Delta("x")
        raise ZeroDivisionError("in the adapter")

    error = await failure(stream)
    assert error.kind is ErrorKind.GARBLED
    assert "ZeroDivisionError" in error.detail


async def test_the_stream_is_closed_whatever_happens() -> None:
    closed: list[str] = []

    async def stream() -> Stream:
        try:
            yield Delta("x")
            raise KnightError(ErrorKind.REFUSED, "no")
        finally:
            closed.append("closed")

    await failure(stream)
    assert closed == ["closed"]


async def test_text_that_utf8_cannot_carry_is_replaced() -> None:
    async def stream() -> Stream:
        yield Delta("a\ud800b")
        yield Finished("a\ud800b", Usage())

    finished, pieces = await heard(stream)
    assert finished.text == "a?b"
    assert pieces == ["a?b"]
