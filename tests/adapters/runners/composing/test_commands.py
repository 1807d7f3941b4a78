"""Every expectation on a line was seen in the output of `docker compose config`."""

import pytest

from roundtable.adapters.runners.composing.commands import NotSplit, split, words_of
from roundtable.adapters.runners.composing.docket import Docket
from tests.adapters.runners.composing.builders import entries_of


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('sh -c "a && b"', ["sh", "-c", "a && b"]),
        (r"'a\n'", [r"a\n"]),
        (r"a\ b", ["a b"]),
        (r'"a\nb"', ["anb"]),
        (r'"a\"b"', ['a"b']),
        ("''", [""]),
        ('a "" b', ["a", "", "b"]),
        ("a#b # c", ["a#b", "#", "c"]),
        ("`x`", ["`x`"]),
        ("$(x y) z", ["$(x y)", "z"]),
        (r"it\'s", ["it's"]),
        ("a'b'c", ["abc"]),
        (" a\t\nb ", ["a", "b"]),
        ("", []),
    ],
)
def test_a_line_is_split_as_compose_does(line: str, words: list[str]) -> None:
    assert split(line) == (words, False)


@pytest.mark.parametrize(
    ("line", "words"),
    [("echo a && b", ["echo", "a"]), ("a=b;c", ["a=b"]), ("a 2>&1", ["a"]), ("a | b", ["a"])],
)
def test_a_line_ends_where_a_shell_would_be_needed(line: str, words: list[str]) -> None:
    assert split(line) == (words, True)


@pytest.mark.parametrize("line", ['"a', "'a", "a\\", "a(b)", "(a)", "`a", "$(a"])
def test_a_line_that_compose_cannot_split_is_refused(line: str) -> None:
    with pytest.raises(NotSplit):
        split(line)


def test_nothing_said_is_other_than_nothing_given() -> None:
    docket = Docket("c")
    found = entries_of("a:\nb: []\nc: ''\nd: [x, '']\n", docket)
    given = [words_of(found[key], docket, "web") for key in "abcd"]
    assert given == [None, (), (), ("x", "")]
    assert words_of(None, docket, "web") is None


def test_a_number_in_a_list_is_a_word_where_it_can_be_only_one() -> None:
    docket = Docket("c")
    found = entries_of("a: [sleep, 10]\nb: [chmod, 0644]\n", docket)
    assert words_of(found["a"], docket, "web") == ("sleep", "10")
    words_of(found["b"], docket, "web")
    assert [(refusal.line, refusal.what) for refusal in docket.refusals] == [(2, "0644")]
