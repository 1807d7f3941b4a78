"""The wanted lines, within bounds."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.adapters.workspaces.excerpts import take_lines
from roundtable.adapters.workspaces.reading import Beginning, Refused

TEN = Beginning("".join(f"line {n}\n" for n in range(1, 11)), whole=True)


def test_a_small_file_is_given_whole_and_without_numbers() -> None:
    lines = take_lines(TEN, None, None)
    assert (lines.text, lines.start, lines.end, lines.cut) == (TEN.text[:-1], None, None, False)


@pytest.mark.parametrize(
    ("start", "end", "first", "last"),
    [
        (3, 5, 3, 5),
        (1, 1, 1, 1),
        (10, 10, 10, 10),
        (8, 99, 8, 10),
        (None, 2, 1, 2),
        (9, None, 9, 10),
    ],
)
def test_lines_are_counted_from_one_and_both_ends_belong_to_the_range(
    start: int | None, end: int | None, first: int, last: int
) -> None:
    lines = take_lines(TEN, start, end)
    assert lines.text == "\n".join(f"line {n}" for n in range(first, last + 1))
    assert (lines.start, lines.end, lines.cut) == (first, last, False)


@pytest.mark.parametrize(
    ("file", "start", "end", "reason"),
    [
        (TEN, 11, 12, "only 10 lines"),
        (TEN, 5, 4, "ends before it begins"),
        (Beginning("", whole=True), None, None, "empty"),
        (Beginning("", whole=True), 1, 2, "empty"),
        (Beginning("a\nb\n", whole=False), 3, 4, "too large: only its first 2 lines"),
    ],
)
def test_where_there_are_no_such_lines_the_reason_is_given(
    file: Beginning, start: int | None, end: int | None, reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        take_lines(file, start, end)


def test_too_many_lines_are_cut_and_the_end_is_adjusted() -> None:
    lines = take_lines(TEN, 2, 9, most_lines=3)
    assert lines.text == "line 2\nline 3\nline 4\n[cut after line 4: the rest is not shown here]"
    assert (lines.start, lines.end, lines.cut) == (2, 4, True)


def test_too_many_bytes_are_cut_at_the_end_of_a_line() -> None:
    lines = take_lines(TEN, None, None, most_bytes=20)
    assert lines.text.startswith("line 1\nline 2\n[cut after line 2")
    assert (lines.start, lines.end) == (1, 2)


def test_one_line_that_is_too_long_is_cut_within() -> None:
    lines = take_lines(Beginning("ä" * 100 + "\nmore\n", whole=True), None, None, most_bytes=11)
    assert lines.text == "äääää\n[cut within line 1: the rest is not shown here]"


def test_a_file_of_which_only_the_beginning_was_read_is_cut() -> None:
    file = Beginning("a\nb\n", whole=False)
    assert take_lines(file, None, None).cut
    assert take_lines(file, 1, 5).cut
    assert not take_lines(file, 1, 2).cut


@settings(deadline=None)
@given(
    text=st.text(st.sampled_from("ab\n\u2028\x0c é漢"), max_size=60),
    whole=st.booleans(),
    start=st.none() | st.integers(1, 20),
    end=st.none() | st.integers(1, 20),
    most_lines=st.integers(1, 10),
    most_bytes=st.integers(1, 40),
)
def test_whatever_is_asked_for_the_bounds_hold(
    text: str, whole: bool, start: int | None, end: int | None, most_lines: int, most_bytes: int
) -> None:
    try:
        lines = take_lines(Beginning(text, whole), start, end, most_lines, most_bytes)
    except Refused:
        return
    body = lines.text.rpartition("\n[cut ")[0] if lines.cut else lines.text
    assert len(body.encode()) <= most_bytes
    assert body.count("\n") < most_lines
    if lines.start and lines.end:
        assert lines.start == (start or 1)
        assert lines.end <= (end or lines.end)
        assert lines.end - lines.start == body.count("\n")
