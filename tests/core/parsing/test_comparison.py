"""A judge's choice between two."""

import pytest

from roundtable.core.parsing.comparison import read_comparison


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ('Better.\n```json\n{"winner": "first", "reason": "tests pass"}\n```', "first"),
        ('```json\n{"winner": "Second"}\n```', "second"),
        ('{"winner": 2}', "second"),
        ('```json\n{"winner": "first or second"}\n```', ""),
        ('```json\n{"winner": "both"}\n```', ""),
        ('```json\n{"winner": "first"}\n```\n```json\n{"winner": "second"}\n```', ""),
        ('> ```json\n> {"winner": "first"}\n> ```', ""),
        ("The first one is the winner.", ""),
        ('```json\n{"winner": "first"', ""),
        ("", ""),
    ],
)
def test_only_a_clear_choice_is_one(text: str, winner: str) -> None:
    assert read_comparison(text).winner == winner


def test_the_reason_is_kept() -> None:
    assert read_comparison('{"winner": "first", "reason": "tests pass"}').reason == "tests pass"
