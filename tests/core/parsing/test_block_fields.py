"""Scores, texts and requests of a block are taken for what they can only mean."""

import pytest

from roundtable.core.parsing.block_fields import MOST_REQUESTS, requests, score, texts
from roundtable.core.stances import FileRequest


@pytest.mark.parametrize(
    ("given", "read"), [(0, 0), (10, 10), (8.9, 8), ("9", 9), (" 7.5 ", 7), (9.0, 9)]
)
def test_a_score_is_rounded_down_never_up(given: object, read: int) -> None:
    assert score(given) == read


@pytest.mark.parametrize("given", [None, True, 11, -1, 10.5, "nine", "9/10", [9], float("nan")])
def test_what_is_no_number_from_0_to_10_is_no_score(given: object) -> None:
    assert score(given) is None


def test_a_text_alone_is_a_list_of_one_and_empty_ones_are_left_out() -> None:
    assert texts("one") == ("one",)
    assert texts([" one ", "", "  ", "two"]) == ("one", "two")
    assert texts([]) == ()


@pytest.mark.parametrize("given", [None, 7, {}, [1], [["a"]], ("a",)])
def test_what_is_no_list_of_texts_is_told_from_an_empty_one(given: object) -> None:
    assert texts(given) is None


def test_a_list_without_end_is_cut() -> None:
    found = texts([str(n) for n in range(5_000)])
    assert found is not None
    assert len(found) == 1_000


def test_files_are_asked_for_whole_or_by_lines() -> None:
    assert requests(["a.py", "b.py:10-50", "c.py:7", "d:1-2:3"]) == (
        FileRequest(path="a.py"),
        FileRequest(path="b.py", start=10, end=50),
        FileRequest(path="c.py", start=7, end=7),
        FileRequest(path="d:1-2", start=3, end=3),
    )
    assert len(requests([f"{n}.py" for n in range(9)])) == MOST_REQUESTS
    assert requests({"a": 1}) == ()


def test_lines_that_end_before_they_begin_are_the_first_of_them() -> None:
    assert requests("a.py:9-3") == (FileRequest(path="a.py", start=9, end=9),)
    assert requests("a.py:0-0") == (FileRequest(path="a.py", start=1, end=1),)
