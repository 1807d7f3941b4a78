"""Expansion of words, form by form, as the reference has it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.adapters.runners.dockerfiles.syntax import Unreadable
from roundtable.adapters.runners.dockerfiles.words import Names, expand, raw_words

NAMES = Names({"x": "one", "empty": "", "path": "a/b/c.txt", "image": None})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("$x", "one"),
        ("${x}s", "ones"),
        ("$xs", ""),
        ("$x-$x", "one-one"),
        ("\\$x", "$x"),
        ("'$x'", "$x"),
        ('"$x"', "one"),
        ('"\\$x \\" \\a"', '$x " \\a'),
        ("a\\ b", "a b"),
        ("${none:-d}", "d"),
        ("${empty:-d}", "d"),
        ("${empty-d}", ""),
        ("${x:+d}", "d"),
        ("${empty:+d}", ""),
        ("${empty+d}", "d"),
        ("${none+d}", ""),
        ("${none:-${x}}", "one"),
        ("${none:-'a}b'}", "a}b"),
        ("${x:?no}", "one"),
        ("${path#*/}", "b/c.txt"),
        ("${path##*/}", "c.txt"),
        ("${path%/*}", "a/b"),
        ("${path%%/*}", "a"),
        ("${path/\\//-}", "a-b/c.txt"),
        ("${path//\\//-}", "a-b-c.txt"),
        ("$", "$"),
        ("$/x", "$/x"),
        ("$1x", "x"),
        ("a\\", "a"),
    ],
)
def test_a_form_comes_to_what_the_reference_says(text: str, value: str) -> None:
    found = expand(text, NAMES)
    assert (found.text, found.certain) == (value, True)


@pytest.mark.parametrize(
    "text",
    [
        "${",
        "${}",
        "${x",
        "${:x}",
        "${x^}",
        "${x:=d}",
        "'",
        '"',
        "${none:?no}",
        "${x/a}",
        "${x/o/$x$}",
        "${{x}}",
    ],
)
def test_what_has_no_meaning_is_not_read(text: str) -> None:
    with pytest.raises(Unreadable):
        expand(text, NAMES)


def test_another_escape_leaves_backslashes_alone() -> None:
    assert expand("C:\\x`$x", NAMES, "`").text == "C:\\x$x"


def test_what_the_image_has_a_say_in_is_not_certain() -> None:
    open_names = Names({"x": "one"}, open=True)
    assert expand("$x", open_names).certain
    assert not expand("$PATH", open_names).certain
    assert not expand("${PATH:+..}", open_names).certain
    assert not expand("$image", NAMES).certain
    assert expand("${PATH:-d}", open_names, lenient=True).certain
    assert not expand("$PATH", open_names, lenient=True).certain


def test_words_are_split_after_expansion_but_not_in_quotes() -> None:
    names = Names({"x": "a b"})
    assert expand("$x c", names, split=True).words == ("a", "b", "c")
    assert expand('"$x" c\\ d', names, split=True).words == ("a b", "c d")


def test_words_are_joined_over_their_parts_and_parted_at_any_space() -> None:
    names = Names({"x": " a b ", "y": "c"})
    assert expand("1$x$y'd e'\t2 $y$y", names, split=True).words == (
        "1",
        "a",
        "b",
        "cd e",
        "2",
        "cc",
    )


def test_raw_words_keep_quotes_escapes_and_variables() -> None:
    text = "cat <<'E' \"a $b\" ${c:-d} \\x"
    assert raw_words(text) == ("cat", "<<'E'", '"a $b"', "${c:-d}", "\\x")


def test_nothing_grows_without_end() -> None:
    with pytest.raises(Unreadable):
        expand("$x" * 100, Names({"x": "y" * 10_000}))
    with pytest.raises(Unreadable):
        expand("${a:-" * 500 + "}" * 500, NAMES)


@given(st.text(alphabet="ab$\\{}:-+#%/?'\"* x", max_size=40))
def test_expansion_ends_in_a_text_or_in_a_refusal(text: str) -> None:
    for names in (NAMES, Names({}, open=True)):
        try:
            assert isinstance(expand(text, names).text, str)
        except Unreadable as error:
            assert error.reason
