"""The estimate of tokens errs high, in every script."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.core.tokens import characters_for, estimate


@settings(deadline=None)
@given(st.text())
def test_the_estimate_is_at_least_a_token_for_four_characters(text: str) -> None:
    assert estimate(text) >= len(text) / 4


@settings(deadline=None)
@given(st.text(), st.text())
def test_more_text_is_never_fewer_tokens_and_cutting_saves_nothing(one: str, two: str) -> None:
    assert estimate(one + two) >= max(estimate(one), estimate(two))
    assert estimate(one + two) <= estimate(one) + estimate(two)


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("a", 1), ("abc", 1), ("abcd", 2), ("漢字", 2), ("🏰", 2)]
)
def test_three_bytes_are_a_token_and_a_part_counts_whole(text: str, tokens: int) -> None:
    assert estimate(text) == tokens


def test_half_a_character_can_be_estimated_too() -> None:
    assert estimate("abc\ud800") == 2


@settings(deadline=None)
@given(st.integers(min_value=0, max_value=10_000))
def test_plain_text_of_that_many_characters_surely_fits(tokens: int) -> None:
    assert estimate("x" * characters_for(tokens)) <= tokens
