"""A fence belongs to the FILE line above it when little or nothing stands between."""

import pytest

from roundtable.core.parsing.file_gaps import Gap, block_fence, fence_below, gap_between
from roundtable.core.parsing.file_marks import read_sheet


@pytest.mark.parametrize(
    ("between", "near", "line"),
    [
        ("", True, ""),
        ("\n\n", True, ""),
        ("A short word.\n", True, "A short word."),
        ("# Another heading\n", False, "# Another heading"),
        ("One.\nTwo.\n", False, "One."),
        ("x" * 130 + "\n", False, "x" * 130),
        ("`b.py`\n", False, "`b.py`"),
        ("x\n" * 300, False, ""),
    ],
)
def test_a_fence_belongs_to_a_line_when_little_stands_between(
    between: str, near: bool, line: str
) -> None:
    gap = gap_between(between, 0, len(between))
    assert (gap.near, gap.line) == (near, line)


def test_inside_of_a_block_a_bare_fence_opens_only_if_another_closes_it() -> None:
    for text, opens in (
        ("FILE: a.py\n```\nx\n```\n", True),
        ("FILE: a.py\n```py\nx\n", True),
        ("FILE: a.py\n```\nx\n", False),
        ("FILE: a.py\n```\nFILE: b.py\n```\n", False),
    ):
        sheet = read_sheet(text)
        assert fence_below(sheet, 0) is not None
        assert (block_fence(sheet, 0) is not None) == opens
    assert fence_below(read_sheet("DELETE: a.py\n```\n```\n"), 0) is None


@pytest.mark.parametrize("line", ["x = 1", "import os", "let a;", "f(x)", "def f():", "{"])
def test_a_line_of_code_is_told_from_words(line: str) -> None:
    assert Gap(True, line).is_code


@pytest.mark.parametrize("line", ["The new entry point.", "(new internals)", "It imports os", ""])
def test_words_are_no_code(line: str) -> None:
    assert not Gap(True, line).is_code
