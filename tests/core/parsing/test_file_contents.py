"""What stood between the fences becomes the text of a file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.core.parsing.file_contents import (
    BYTE_ORDER_MARK,
    CRLF,
    DEDENTED,
    HIDDEN,
    INDENTED_FENCE,
    LONE_CR,
    UNWRAPPED,
    Content,
    read_content,
)


@given(st.text(st.characters(min_codepoint=32, max_codepoint=0x2000), max_size=50))
def test_ordinary_lines_stay_as_they_are(text: str) -> None:
    assert read_content(f"{text}\n").text == f"{text}\n"


def test_a_missing_last_line_end_is_put_there() -> None:
    assert read_content("x") == Content("x\n")
    assert read_content("") == Content("")


@pytest.mark.parametrize(
    ("raw", "text", "warning"),
    [
        ("a\r\nb\r\n", "a\nb\n", CRLF),
        ("a\r\nb\n", "a\nb\n", CRLF),
        ("a\rb\r", "a\nb\n", LONE_CR),
        ("\ufeffx\n", "x\n", BYTE_ORDER_MARK),
        ("x\x1b[0m\n", "x\x1b[0m\n", HIDDEN),
        ("x\u202e\n", "x\u202e\n", HIDDEN),
    ],
)
def test_odd_signs_are_mended_or_told(raw: str, text: str, warning: str) -> None:
    assert read_content(raw) == Content(text, (warning,))


@pytest.mark.parametrize("raw", ["a\rb\nc\n", "a\r\r\nb\r\n"])
def test_a_carriage_return_within_a_line_is_not_guessed_away(raw: str) -> None:
    content = read_content(raw)
    assert "single carriage returns" in content.reason
    assert content.text == raw


def test_a_byte_order_mark_that_the_project_has_stays() -> None:
    assert read_content("\ufeffx\n", known="\ufeffy\n") == Content("\ufeffx\n")


def test_an_indented_block_is_moved_to_the_margin_only_as_a_whole() -> None:
    assert read_content("   a\n     b\n\n   c\n", 3) == Content("a\n  b\n\nc\n", (DEDENTED,))
    assert read_content("\ta\n\t\tb\n", 4) == Content("a\n\tb\n", (DEDENTED,))
    assert read_content("   a\nb\n", 3) == Content("   a\nb\n", (INDENTED_FENCE,))
    assert read_content("    a\n", 0) == Content("    a\n")


def test_a_second_fence_around_all_is_left_out_where_it_cannot_be_the_files_own() -> None:
    fenced = "```python\nx = 1\n```\n"
    assert read_content(fenced) == Content(fenced)
    assert read_content(fenced, may_be_fenced=False) == Content("x = 1\n", (UNWRAPPED,))
    two = f"{fenced}\n{fenced}"
    assert read_content(two, may_be_fenced=False) == Content(two)
