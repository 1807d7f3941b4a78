import re

from roundtable.core.parsing.results_found import (
    Tally,
    bounded,
    captured,
    lines_before,
    lines_with,
    numbers,
)


def test_names_are_told_once_and_in_order() -> None:
    assert bounded(["b", " a ", "b", ""]) == ("b", "a")
    assert len(bounded(str(n) for n in range(99))) == 50


def test_a_line_with_a_hint_twice_is_found_once() -> None:
    assert list(lines_with("x\nhit hit\ny\nhit", "hit")) == [(2, "hit hit"), (12, "hit")]
    assert list(lines_with("hit\nhit\n", "hit", 4)) == [(4, "hit")]
    assert list(lines_with("hit\nhit\n", "hit", 0, 4)) == [(0, "hit")]


def test_what_a_pattern_captures_is_given_for_each_line() -> None:
    assert list(captured("a 1\nb 2\na 3\n", "a", re.compile(r"a (\d)"))) == ["1", "3"]


def test_a_listing_becomes_numbers_by_word() -> None:
    assert numbers("2 failed | 1 passed (3)") == {"failed": 2, "passed": 1}


def test_lines_above_come_nearest_first() -> None:
    assert lines_before("one\ntwo\nthree\n", 8, 5) == ["two", "one"]
    assert lines_before("one\n", 0, 5) == []


def test_there_are_never_fewer_than_no_tests() -> None:
    assert Tally("x", passed=-1).found(0, 0, ()).results.passed == 0
