"""The suite can fail: knights that break a rule are caught by the statement about it."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from roundtable.core.budget import Usage
from roundtable.core.errors import ErrorKind
from roundtable.core.ports import Ask, Delta, Finished, Knight
from roundtable.testing.knight_suite import TEXT, KnightSuite, ask


class Wrong:
    """Says its text in one piece, and gives a usage beyond its worst case."""

    context_tokens = 1000

    def worst_case(self, ask: Ask) -> Usage:
        return Usage(input_tokens=1, output_tokens=1)

    async def speak(self, ask: Ask) -> AsyncGenerator[Delta | Finished, None]:
        yield Delta(TEXT)
        yield Finished(TEXT, Usage(input_tokens=10, output_tokens=10))

    async def close(self) -> None: ...


class WrongSuite(KnightSuite):
    async def speaking(self, text: str) -> Knight:
        return Wrong()

    async def hanging(self, text: str) -> Knight:
        return Wrong()

    async def failing(self, kind: ErrorKind, after: str) -> Knight:
        return Wrong()


@pytest.mark.parametrize(
    "statement",
    [
        "test_it_streams_its_text_and_finishes_once_with_the_whole",
        "test_it_accounts_for_no_more_than_its_worst_case",
        "test_it_lets_go_within_200_ms_when_it_is_cancelled_in_mid_stream",
        "test_silence_ends_the_turn_as_timed_out",
        "test_it_fails_by_kind_before_and_after_its_first_word",
    ],
)
async def test_a_knight_that_breaks_a_rule_is_caught(statement: str) -> None:
    with pytest.raises(AssertionError):
        await getattr(WrongSuite(), statement)()


class Reluctant(Wrong):
    """Takes its time to let go."""

    async def speak(self, ask: Ask) -> AsyncGenerator[Delta | Finished, None]:
        yield Delta(TEXT)
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.3)


class ReluctantSuite(WrongSuite):
    async def hanging(self, text: str) -> Knight:
        return Reluctant()


async def test_one_that_is_slow_to_let_go_every_time_is_caught() -> None:
    with pytest.raises(AssertionError, match="twelve times"):
        await ReluctantSuite().test_it_lets_go_within_200_ms_when_it_is_cancelled_in_mid_stream()


def test_an_ask_can_be_changed_field_by_field() -> None:
    assert ask(iteration=3).iteration == 3
