"""A tree stays within its bounds, and what it lacks is told."""

import pytest

from roundtable.adapters.trees import tally as bounds
from roundtable.adapters.trees.contents import MOST_BINARY, MOST_TEXT
from roundtable.adapters.trees.tally import Tally, shallow_first


def test_a_text_may_be_larger_than_a_binary_file() -> None:
    tally = Tally()
    tally.take("text", b"x" * MOST_TEXT)
    tally.take("binary", b"\0" * MOST_BINARY)
    tally.take("large text", b"x" * (MOST_TEXT + 1))
    tally.take("large binary", b"\0" * (MOST_BINARY + 1))
    given = tally.given("here")
    assert [file.path for file in given.files] == ["binary", "text"]
    assert {left.title: left.reason for left in given.left_out} == {
        "large text": bounds.TOO_LARGE,
        "large binary": bounds.TOO_LARGE_BINARY,
    }


def test_a_tree_has_no_more_files_than_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_FILES", 2)
    tally = Tally()
    for name in "abc":
        tally.take(name, b"")
    assert tally.refuses("d", 0) == bounds.TOO_MANY
    assert [file.path for file in tally.given("").files] == ["a", "b"]


def test_a_smaller_file_still_finds_room_where_a_larger_one_does_not() -> None:
    tally = Tally()
    for number in range(25):
        tally.take(f"{number:02}", b"x" * MOST_TEXT)
    assert tally.refuses("one more", 1) == bounds.NO_ROOM
    tally.take("empty", b"")
    tally.take("full", b"x")
    given = tally.given("")
    assert len(given.files) == 26
    assert [left.title for left in given.left_out] == ["full"]


def test_of_two_files_that_fall_on_one_place_only_the_first_is_taken() -> None:
    tally = Tally()
    tally.take("README", b"1")
    tally.take("readme", b"2")
    given = tally.given("")
    assert [file.path for file in given.files] == ["README"]
    assert given.left_out[0].title == "readme"


def test_few_are_named_each_and_many_together() -> None:
    tally = Tally()
    for number in range(5):
        tally.leave(f"few{number}", "why")
    for number in range(1200):
        tally.leave(f"many{number}", "because")
    left = tally.given("").left_out
    assert [(entry.title, entry.reason) for entry in left[:5]] == [
        (f"few{number}", "why") for number in range(5)
    ]
    assert [entry.title for entry in left[5:]] == ["many0, many1, many2 and 1,197 more"]


def test_a_title_that_would_drive_a_terminal_is_tamed() -> None:
    tally = Tally()
    tally.leave("a\x1b[2Jb\udcff", "why")
    title = tally.given("").left_out[0].title
    assert title.isprintable()
    assert title.encode()


def test_the_order_has_the_deepest_last() -> None:
    assert sorted(["b/a", "c", "a/b/c", "a"], key=shallow_first) == ["a", "c", "b/a", "a/b/c"]
