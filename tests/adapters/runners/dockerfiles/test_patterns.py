"""Shell patterns: what they take off, what they replace, and that they end."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.adapters.runners.dockerfiles.patterns import (
    replaced,
    without_prefix,
    without_suffix,
)
from roundtable.adapters.runners.dockerfiles.syntax import Unreadable


@pytest.mark.parametrize(
    ("pattern", "shortest", "longest"),
    [
        ("*.", "b.c", "c"),
        ("a", ".b.c", ".b.c"),
        ("?", ".b.c", ".b.c"),
        ("x", "a.b.c", "a.b.c"),
        ("*", "a.b.c", ""),
        ("\\*", "a.b.c", "a.b.c"),
    ],
)
def test_a_prefix_is_taken_off(pattern: str, shortest: str, longest: str) -> None:
    assert without_prefix(pattern, "a.b.c", greedy=False) == shortest
    assert without_prefix(pattern, "a.b.c", greedy=True) == longest


@pytest.mark.parametrize(
    ("pattern", "shortest", "longest"),
    [(".*", "a.b", "a"), ("c", "a.b.", "a.b."), ("x*", *2 * ["a.b.c"])],
)
def test_a_suffix_is_taken_off(pattern: str, shortest: str, longest: str) -> None:
    assert without_suffix(pattern, "a.b.c", greedy=False) == shortest
    assert without_suffix(pattern, "a.b.c", greedy=True) == longest


def test_a_pattern_is_replaced_once_or_everywhere() -> None:
    assert replaced(".", "_", "a.b.c", everywhere=False) == "a_b.c"
    assert replaced(".", "_", "a.b.c", everywhere=True) == "a_b_c"
    assert replaced("b*", "-", "a.b.c", everywhere=True) == "a.-"
    assert replaced("x", "-", "a.b.c", everywhere=True) == "a.b.c"


@pytest.mark.parametrize("pattern", ["a" * 300, "\\a", "\\"])
def test_a_pattern_without_meaning_or_bounds_is_not_read(pattern: str) -> None:
    with pytest.raises(Unreadable):
        without_prefix(pattern, "a", greedy=False)


def test_an_empty_pattern_replaces_nothing_and_is_not_read() -> None:
    with pytest.raises(Unreadable):
        replaced("", "x", "abc", everywhere=True)


def test_a_pattern_made_to_take_for_ever_ends_at_once() -> None:
    start = time.process_time()
    for _ in range(100):
        assert without_prefix("*a" * 100 + "b", "a" * 4000, greedy=True) == "a" * 4000
        with pytest.raises(Unreadable):
            replaced("*a" * 100 + "b", "x", "a" * 4000, everywhere=True)
    assert time.process_time() - start < 3


@given(st.text("ab*?", min_size=1, max_size=5), st.text("ab", max_size=8), st.booleans())
def test_patterns_match_as_regular_expressions_do(pattern: str, value: str, greedy: bool) -> None:
    star = ".*" if greedy else ".*?"
    found = re.match("".join({"*": star, "?": "."}.get(ch, ch) for ch in pattern), value)
    assert without_prefix(pattern, value, greedy) == (value[found.end() :] if found else value)
    longest = "".join({"*": ".*", "?": "."}.get(ch, ch) for ch in pattern)
    once = re.sub(longest, lambda m: "-" if m[0] else "", value)
    assert replaced(pattern, "-", value, everywhere=True) == once


@given(st.text("ab.*?", max_size=6), st.text("ab.", max_size=8), st.booleans())
def test_what_is_left_is_an_end_or_a_beginning_of_the_value(
    pattern: str, value: str, greedy: bool
) -> None:
    assert value.endswith(without_prefix(pattern, value, greedy))
    assert value.startswith(without_suffix(pattern, value, greedy))
