"""Numbers as people read them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.views.figures import count, duration, money, plural


@pytest.mark.parametrize(
    ("microusd", "shown"),
    [
        (0, "$0.00"),
        (100, "$0.0001"),
        (12_300, "$0.0123"),
        (99_900, "$0.0999"),
        (100_000, "$0.10"),
        (1_000_000, "$1.00"),
        (1_234_567, "$1.23"),
        (1_234_000_000, "$1234.00"),
    ],
)
def test_cents_are_shown_in_detail_and_dollars_are_rounded(microusd: int, shown: str) -> None:
    assert money(microusd) == shown


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (0, "0"),
        (999, "999"),
        (9_999, "9,999"),
        (10_000, "10k"),
        (123_456, "123k"),
        (1_000_000, "1.0M"),
        (12_345_678, "12.3M"),
    ],
)
def test_large_counts_are_shown_in_short(number: int, shown: str) -> None:
    assert count(number) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0, "0s"),
        (0.9, "0s"),
        (59.99, "59s"),
        (60, "1m00s"),
        (61.5, "1m01s"),
        (3599, "59m59s"),
        (3600, "1h00m"),
        (7384, "2h03m"),
        (360_000, "100h00m"),
    ],
)
def test_a_duration_is_shown_in_its_two_largest_units(seconds: float, shown: str) -> None:
    assert duration(seconds) == shown


@settings(deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False, max_value=10**9))
def test_a_duration_is_never_negative_even_when_the_clock_was_set_back(seconds: float) -> None:
    assert "-" not in duration(seconds)
    if seconds < 0:
        assert duration(seconds) == "0s"


@pytest.mark.parametrize(("number", "shown"), [(0, "0 knights"), (1, "1 knight"), (2, "2 knights")])
def test_one_is_singular_and_none_is_not(number: int, shown: str) -> None:
    assert plural(number, "knight") == shown


def test_a_sum_too_small_to_show_is_not_shown_as_nothing() -> None:
    assert money(1) == "<$0.0001"
    assert count(999_999) == "1.0M"
