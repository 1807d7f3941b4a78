"""Lists are taken apart as their writers meant them, and "none" is no entry."""

import pytest

from roundtable.core.parsing.verdict_lists import (
    Listed,
    entries,
    none_and_rest,
    options,
    split_list,
    tidy,
    undecorated,
    unwrapped,
)


def test_bullets_numbers_and_brackets_begin_entries() -> None:
    for text in ("- a\n- b", "* a\n* b", "1. a\n2. b", "1) a\n2) b", "(1) a\n(2) b", "• a\n• b"):
        assert split_list(text).items == ("a", "b")


def test_nested_bullets_and_wrapped_lines_belong_to_their_entry() -> None:
    assert split_list("- a\n  more\n  - deeper\n- b\nwraps").items == ("a more - deeper", "b wraps")


def test_sentences_before_and_behind_are_kept_apart() -> None:
    assert split_list("Before:\n\n- a\n- b\n\nBehind.") == Listed(("a", "b"), "Before:", "Behind.")


def test_a_numbered_list_on_one_line_is_a_list() -> None:
    assert split_list("1) a 2) b 3) c").items == ("a", "b", "c")
    assert entries("(1) a (2) b").items == ("a", "b")
    assert entries("step 2. of the guide is wrong").items == ("step 2. of the guide is wrong",)


def test_semicolons_separate_where_there_are_no_bullets() -> None:
    assert entries("a; b; c.").items == ("a", "b", "c")
    assert entries("a (x; y); `p; q`").items == ("a (x; y)", "`p; q`")


def test_beside_its_heading_a_list_ends_with_the_paragraph() -> None:
    assert entries("a; b.\n\nA remark.") == Listed(("a", "b"), "", "A remark.")


def test_under_its_heading_a_list_goes_on_to_the_end() -> None:
    assert entries("\nFirst thing.\n\nSecond thing.").items == ("First thing", "Second thing")


def test_words_that_announce_a_list_are_no_entry_and_other_words_are() -> None:
    assert entries("the following:\n- a").items == ("a",)
    assert entries("first\n- a").items == ("first", "a")


def test_a_line_that_wraps_is_told_from_a_new_entry() -> None:
    assert entries("one thing\nthat goes on\nAnother\ncart.py is third").items == (
        "one thing that goes on",
        "Another",
        "cart.py is third",
    )


@pytest.mark.parametrize(
    "text", ["none", "None.", "n/a", "—", "nothing to fix", "none, it is fine"]
)
def test_none_is_no_entry(text: str) -> None:
    assert entries(text).items == ()


def test_what_is_said_behind_none_is_kept() -> None:
    assert entries("None. All tests pass.") == Listed((), "", "All tests pass")


@pytest.mark.parametrize(
    "text", ["none, but the README is wrong", "None of them closes", "no tests", "...", "…"]
)
def test_what_begins_like_none_is_an_entry(text: str) -> None:
    assert not none_and_rest(text)[0]


def test_options_come_from_bullets_letters_or_semicolons() -> None:
    assert options("Choose:\n- a\n- b") == Listed(("a", "b"), "Choose:")
    assert options("Lead. Option A: x. Option B: y.") == Listed(
        ("Option A: x", "Option B: y"), "Lead."
    )
    assert options("a; b") == Listed(("a", "b"))
    assert options("lead: 1. a 2. b") == Listed(("a", "b"), "lead:")


def test_a_sentence_alone_is_no_option() -> None:
    assert options("How large does it get?") == Listed((), "How large does it get?")


def test_decoration_is_taken_off() -> None:
    assert tidy(" a;  b., ") == "a; b"
    assert tidy("etc...") == "etc..."
    assert tidy("**a: b") == "a: b"
    assert undecorated("**a** __b__") == "a b"
    assert unwrapped("(a b)") == "a b"
    assert unwrapped("(a) b (c)") == "(a) b (c)"
