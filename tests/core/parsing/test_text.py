"""What comes from outside can be stored, and cannot drive a terminal."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.core.parsing.text import clean, excerpt, one_line, printable

any_text = st.text(st.characters(codec=None))
hostile = st.text(
    st.sampled_from("\x1b\x00\x07\x08\r\n\t\x7f\x85\x9b\u202a\u202e\u2066\u2069[]m2Jab漢 ")
)
BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


@settings(deadline=None)
@given(any_text | hostile)
def test_printable_text_has_no_control_characters_but_line_feed_and_tab(text: str) -> None:
    controls = {c for c in printable(text) if unicodedata.category(c) == "Cc"}
    assert controls <= {"\n", "\t"}
    assert not set(printable(text)) & set(BIDI)


@settings(deadline=None)
@given(any_text | hostile)
def test_making_text_printable_removes_and_never_adds_or_moves(text: str) -> None:
    remaining = iter(text)
    assert all(character in remaining for character in printable(text))
    assert printable(printable(text)) == printable(text)


@pytest.mark.parametrize("text", ["", "plain", "two\nlines\tand a tab", "漢字 🏰 é", "a\u200db"])
def test_ordinary_text_is_left_as_it_is(text: str) -> None:
    assert printable(text) == text
    assert clean(text) == text


@pytest.mark.parametrize(
    ("attack", "rest"),
    [
        ("\x1b[2J\x1b[H", "[2J[H"),
        ("\x1b]52;c;ZXZpbA==\x07", "]52;c;ZXZpbA=="),
        ("\x9b31mred", "31mred"),
        ("approve\rrefuse", "approverefuse"),
        ("safe\u202etxt.exe\u202c", "safetxt.exe"),
        ("a\x08b", "ab"),
    ],
)
def test_a_sequence_loses_what_makes_a_terminal_obey(attack: str, rest: str) -> None:
    assert printable(attack) == rest


@settings(deadline=None)
@given(any_text)
def test_clean_text_can_always_be_stored(text: str) -> None:
    assert len(clean(text).encode("utf-8")) >= len(text)
    assert clean(clean(text)) == clean(text)


def test_half_a_character_is_replaced_and_the_rest_is_kept() -> None:
    assert clean("before \ud83d after 漢") == "before ? after 漢"


@settings(deadline=None)
@given(any_text | hostile, st.integers(min_value=1, max_value=50))
def test_one_line_is_one_line_of_that_width_at_most(text: str, width: int) -> None:
    line = one_line(text, width)
    assert len(line) <= width
    assert line.isprintable()
    assert line == line.strip()


def test_a_long_text_is_shortened_with_an_ellipsis_and_a_short_one_is_not() -> None:
    assert one_line("a  b\n\tc", 5) == "a b c"
    assert one_line("one two three", 9) == "one two…"
    assert one_line("one\x1b[31mtwo", 40) == "one [31mtwo"


def test_an_excerpt_says_how_much_is_left_out() -> None:
    assert excerpt("abc", 3) == "abc"
    assert excerpt("word " * 500, 10) == "word word … (2,490 more characters in the record)"
