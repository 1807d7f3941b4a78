"""A candidate is named by its label, and by nothing that merely looks like one."""

import re

import pytest

from roundtable.core.parsing.labels import Labels

LETTERS = Labels.of(("A", "B", "C"))
NAMES = Labels.of(("claude", "gpt", "gpt-mini", "Sir Gawain"))


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("B", "B"),
        ("b.", "B"),
        ("Candidate B", "B"),
        ("**B**", "B"),
        ("`candidate c`", "C"),
        ("D", None),
        ("A and B", None),
        ("A+B", None),
        ("the best", None),
        ("", None),
    ],
)
def test_a_field_holds_exactly_one_label(text: str, label: str | None) -> None:
    assert LETTERS.exactly(text) == label


def test_names_are_known_in_any_case_and_the_longest_wins() -> None:
    assert NAMES.exactly("GPT") == "gpt"
    assert NAMES.exactly("gpt-mini") == "gpt-mini"
    assert NAMES.exactly("agent sir gawain") == "Sir Gawain"
    assert NAMES.exactly("gpt-5") is None


@pytest.mark.parametrize("text", ["A.", "A — clean", "Candidate A (clean)", "A because", "A\nmore"])
def test_a_text_can_begin_with_one_label(text: str) -> None:
    found = LETTERS.first(text)
    assert found is not None
    assert found[0] == "A"


@pytest.mark.parametrize(
    "text",
    ["A and B", "A/B", "A, B", "A (or B)", "A combination", "A?", "D.", "not A", "<agent>", ""],
)
def test_two_labels_or_a_word_that_begins_like_one_are_none(text: str) -> None:
    assert LETTERS.first(text) is None


def test_within_a_sentence_a_single_letter_must_be_a_capital() -> None:
    pattern = re.compile(rf"from {LETTERS.mention}")
    assert pattern.search("from a decorator") is None
    assert pattern.search("from B.py") is None
    match = pattern.search("from candidate B, because")
    assert match is not None
    assert match["label"] == "B"


def test_without_known_labels_a_letter_or_a_name_will_do_and_an_article_will_not() -> None:
    anyone = Labels.of(())
    assert anyone.exactly("A") == "A"
    assert anyone.exactly("claude") == "claude"
    assert anyone.exactly("none") is None
    assert anyone.first("the one with tests") is None
