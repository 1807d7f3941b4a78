"""A text that stops in the middle is told from one that is whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.core.parsing.file_endings import cut_off, ends_in_talk, look_inside, reads_as_words
from roundtable.core.parsing.file_kinds import Kind


@pytest.mark.parametrize(
    ("text", "kind", "left_open"),
    [
        ("f(a, [b])", "python", ""),
        ("f(a, [b)", "python", "the bracket [ is not closed"),
        ("x = ')'\ny = \"(\"", "python", ""),
        ("# (\nx = 1", "python", ""),
        ('"""a\n(b\n"""', "python", ""),
        ('"""a\n(b\n', "python", "a string is not closed"),
        ("r = '\\''", "python", ""),
        ("f(){ // }\n}", "curly", ""),
        ("f(){ /* } */", "curly", "the bracket { is not closed"),
        ("/* open", "curly", "a comment is not closed"),
        ("x = `a${b}", "curly", "a string is not closed"),
        ('let s = "it\'s (";', "curly", ""),
        ("(((", "document", ""),
    ],
)
def test_what_is_left_open_at_the_end_is_seen(text: str, kind: Kind, left_open: str) -> None:
    assert look_inside(text, kind).left_open == left_open


def test_places_inside_strings_of_several_lines_are_known() -> None:
    text = 'a = """\nx\n"""\nb = 1\n"""\nopen'
    inside = look_inside(text, "python")
    assert inside.in_string(text.index("x"))
    assert not inside.in_string(text.index("b"))
    assert inside.in_string(text.index("open"))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("x = f(1)", "python"),
        ("def f():\n    return x\n", "python"),
        ("let x = 1;", "curly"),
        ("}\n", "curly"),
        ("<p>hi</p>", "markup"),
        ("The end.", "document"),
        ("- a list\n", "document"),
        ("key: value\n", "yaml"),
    ],
)
def test_a_whole_text_is_not_cut_off(text: str, kind: Kind) -> None:
    assert cut_off(text, kind) == ""


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("  \n", "python", "nothing"),
        ("x = f(", "python", "bracket"),
        ("x = 1 +\n", "python", "ends with +"),
        ("def f():\n", "python", "ends with :"),
        ("def f():  # why\n", "python", "ends with :"),
        ('x = "ab\n', "python", "string"),
        ("return resul", "python", "middle of a line"),
        ("return f(x)\n    ", "python", "middle of a line"),
        ("x = 1\n\n", "python", "blank line"),
        ("x = 1\n# and then\n", "python", "comment"),
        ('x: int\n""', "python", "string"),
        ("const x =", "curly", "ends with ="),
        ("<p>hi</p>\n<div cla", "markup", "tag"),
        ("The shop sel", "document", "middle of a line"),
    ],
)
def test_half_a_text_shows_it(text: str, kind: Kind, words: str) -> None:
    assert words in cut_off(text, kind)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("x = 1\n\nNow the second file, which uses it:", "python"),
        ("x = 1\n\nLet me know if you need more.", "curly"),
        ("# T\n\nHere is the code:", "document"),
        ("# T\n\nThat was the first one, and now more:\n\nHave a look.", "document"),
        ("# T\n\nNext comes the code.", "document"),
    ],
)
def test_words_to_somebody_at_the_end_are_noticed(text: str, kind: Kind) -> None:
    assert ends_in_talk(text, kind)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("x = 1\n\ndef f(): return 1", "python"),
        ("# T\n\nThe end of the story.", "document"),
        ("Here is a title:", "document"),
        ("x = 1\n\nclass Cart: pass", "python"),
    ],
)
def test_the_files_own_end_is_not_taken_for_talk(text: str, kind: Kind) -> None:
    assert not ends_in_talk(text, kind)


@given(st.text(alphabet="\"'`\\/*#()[]{}\n ab", max_size=80), st.sampled_from(["python", "curly"]))
def test_any_text_is_looked_into(text: str, kind: Kind) -> None:
    inside = look_inside(text, kind)
    assert list(inside.starts) == sorted(inside.starts)
    assert isinstance(cut_off(text, kind), str)


def test_sentences_and_headings_read_as_words_and_code_does_not() -> None:
    assert reads_as_words("\nThat is all.\n\n## More\n")
    assert not reads_as_words("That is all.\nx = 1\n")
    assert not reads_as_words("\n\n")
