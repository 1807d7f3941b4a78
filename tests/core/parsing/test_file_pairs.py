"""The last fence of a file is told by what pairs up before and behind it."""

import pytest

from roundtable.core.parsing.file_marks import Fence
from roundtable.core.parsing.file_pairs import likely_last, pairs


def fences(signs: str) -> list[Fence]:
    """One fence a letter: `i` opens with a language, `b` is bare."""
    return [
        Fence(at, at + 1, 0, "`", 3, "py" if sign == "i" else "") for at, sign in enumerate(signs)
    ]


@pytest.mark.parametrize(
    ("signs", "paired"),
    [("", True), ("ib", True), ("bb", True), ("ibbb", True), ("b", False), ("bi", False)],
)
def test_a_fence_with_a_language_opens_and_never_closes(signs: str, paired: bool) -> None:
    assert pairs(fences(signs)) == paired


@pytest.mark.parametrize(
    ("signs", "opens", "likely"),
    [
        ("b", [-2], [0]),
        ("bib", [-2, 2, -2], [0]),
        ("ibb", [2, -2, -2], [2]),
        ("bbb", [2, -2, -2], [2]),
        ("bbb", [-2, 2, -2], [0]),
        ("bbb", [0, 0, 0], [0, 2]),
        ("bbbib", [2, -2, -2, 2, -2], [2]),
        ("bb", [-2, -2], []),
        ("bi", [-2, 2], []),
    ],
)
def test_the_likeliest_last_fence_is_found_and_a_tie_is_told(
    signs: str, opens: list[int], likely: list[int]
) -> None:
    assert likely_last(fences(signs), opens) == likely
