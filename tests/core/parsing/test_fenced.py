"""The one block of code in an answer that was asked for code alone."""

import pytest

from roundtable.core.parsing.fenced import fenced_code, is_left_open


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("```python\nx = 1\n```", "x = 1\n"),
        ("Here it is:\n\n```\nx = 1\n```\nDone.", "x = 1\n"),
        ("~~~\nx = 1\n~~~", "x = 1\n"),
        ("````\nx = '''```'''\n```\n````", "x = '''```'''\n```\n"),
        ("```python\r\nx = 1\r\n```\r\n", "x = 1\n"),
        ("```python\nx = 1", "x = 1\n"),
        ("x = 1", None),
        ("```\na\n```\n```\nb\n```", None),
        ("```\n\n```", None),
        ("", None),
    ],
)
def test_one_block_is_code_and_anything_else_is_not(text: str, code: str | None) -> None:
    assert fenced_code(text) == code


@pytest.mark.parametrize(
    ("text", "cut"), [("```\nx\n```\n", False), ("```\nx\n", True), ("```\nx\n```\n```\n", True)]
)
def test_a_block_that_never_ends_is_told(text: str, cut: bool) -> None:
    assert is_left_open(text) is cut
