"""An answer is cut into pieces that stand in order and do not overlap."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.core.parsing.file_layout import (
    DECORATED,
    ENDLESS,
    NO_BLOCK,
    REMOVAL_IN_FENCE,
    REMOVAL_WITH_BLOCK,
    REMOVAL_WORD,
    TOO_FAR,
    TWO_PATHS,
    WRAPPED,
    lay_out,
)
from roundtable.core.parsing.file_pieces import Block, Border, Removal


def blocks(text: str) -> list[Block]:
    return [piece for piece in lay_out(text) if isinstance(piece, Block)]


def removals(text: str) -> list[Removal]:
    return [piece for piece in lay_out(text) if isinstance(piece, Removal)]


def test_a_block_has_its_line_its_fences_and_its_content() -> None:
    text = "Hi.\nFILE: a.py\n\n```python\nx\n```\nBye."
    (block,) = blocks(text)
    assert [(kind, text[start:stop]) for kind, start, stop in block.parts] == [
        ("marker", "FILE: a.py\n"),
        ("prose", "\n"),
        ("fence", "```python\n"),
        ("content", "x\n"),
        ("fence", "```\n"),
    ]
    assert (block.path, block.origin, block.info, block.warnings) == ("a.py", "word", "python", ())


PIECES = st.sampled_from(
    [
        *("FILE: a.py\n", "```\n", "```py\n", "````\n", "x\n", "\n", "DELETE: b.py\n", "# a.md\n"),
        *('<file path="c">\n', "</file>\n", "<invoke>\n", "`d.js`\n", "FILE: a.md\n", "<think>\n"),
        *("~~~\n", "  ```\n", '{"tool": "write", "path": "x"}\n', "FILE: e.py ```\n", "\r", "\r\n"),
    ]
)


@given(st.lists(PIECES, max_size=20).map("".join), st.booleans())
def test_pieces_stand_in_order_and_the_parts_of_a_block_fill_it(text: str, cut: bool) -> None:
    pieces = lay_out(text, cut)
    assert all(a.stop <= b.start for a, b in pairwise(pieces))
    for piece in pieces:
        assert 0 <= piece.start < piece.stop <= len(text)
        if isinstance(piece, Block) and not piece.problem:
            assert piece.parts[0][1] == piece.start
            assert piece.parts[-1][2] == piece.stop
            assert all(a[2] == b[1] for a, b in pairwise(piece.parts))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("FILE: a.py\n", NO_BLOCK),
        ("FILE: a.py\nx = 1\nFILE: b.py\n```\ny\n```\n", NO_BLOCK),
        ("FILE: a.py\n\nOne.\n\nTwo.\n\n```\nx\n```\n", TOO_FAR),
        ("FILE: a.py\n```py title='b.py'\nx\n```\n", TWO_PATHS),
        ("FILE: a.py (deleted)\n", REMOVAL_WORD),
        ("<think>\nFILE: a.py\n```\nx\n```\n", ENDLESS),
    ],
)
def test_a_shape_that_cannot_be_taken_is_a_problem(text: str, problem: str) -> None:
    assert (blocks(text)[0].path, blocks(text)[0].problem) == ("a.py", problem)


@pytest.mark.parametrize(
    ("text", "path", "problem"),
    [
        ("DELETE: a.py\n", "a.py", ""),
        ("**DELETE: `a.py`**\n", "a.py", ""),
        ("Delete: a.py\n", "a.py", REMOVAL_WORD),
        ("RENAME: a.py -> b.py\n", "a.py", REMOVAL_WORD),
        ("```\nDELETE: a.py\n```\n", "a.py", REMOVAL_IN_FENCE),
        ("DELETE: a.py\n```\nx\n```\n", "a.py", REMOVAL_WITH_BLOCK),
    ],
)
def test_a_removal_is_never_guessed(text: str, path: str, problem: str) -> None:
    (removal,) = removals(text)
    assert (removal.path, removal.problem) == (path, problem)


def test_words_behind_delete_are_no_removal_and_a_single_word_is_not_sure() -> None:
    assert removals("DELETE: nothing at all\nDELETE:\nRemove: a.py\n") == []
    assert [r.sure for r in removals("DELETE: shop\nDELETE: a.py\n")] == [False, True]


def test_a_fence_around_everything_is_a_border() -> None:
    pieces = lay_out("```\nFILE: a.py\n```py\nx\n```\n```\n")
    assert [type(piece) for piece in pieces] == [Border, Block, Border]
    block = pieces[1]
    assert isinstance(block, Block)
    assert block.wrapped
    assert WRAPPED in block.warnings


def test_a_border_that_is_never_closed_was_none() -> None:
    pieces = lay_out("```sh\nmake\n\nFILE: a.py\n```py\nx\n```\n")
    assert [type(piece) for piece in pieces] == [Block]


def test_the_path_may_stand_below_its_line() -> None:
    (block,) = blocks("FILE:\na.py\n```\nx\n```\n")
    assert (block.path, block.warnings, block.problem) == ("a.py", (DECORATED,), "")


@pytest.mark.parametrize(
    "text",
    [
        "FILE: a.py (unchanged)\n",
        "FILE: is a word\n",
        "File: a.py has a bug.\n",
        "```sh\nmake\n```\n",
        "> FILE: a.py\n> ```\n> x\n> ```\n",
        "<think>\nFILE: a.py\n```\nx\n```\n</think>\nDone.",
        "</file>\n",
    ],
)
def test_talk_has_no_pieces(text: str) -> None:
    assert lay_out(text) == ()
