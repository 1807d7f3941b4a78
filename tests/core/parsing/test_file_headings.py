"""A block without a FILE line may be named by its fence, its first line, or the line above."""

import pytest

from roundtable.core.parsing.file_headings import IN_SENTENCE, named_by
from roundtable.core.parsing.file_marks import Fence, read_sheet
from roundtable.core.parsing.file_pieces import Block


def named(text: str, since: int = 0) -> Block | None:
    sheet = read_sheet(text)
    index = next(i for i, token in enumerate(sheet.tokens) if isinstance(token, Fence))
    fence = sheet.tokens[index]
    assert isinstance(fence, Fence)
    return named_by(sheet, fence, index, since)


def marker(text: str, block: Block) -> str:
    return "".join(text[start:stop] for kind, start, stop in block.parts if kind == "marker")


@pytest.mark.parametrize(
    ("text", "origin", "line"),
    [
        ('```py title="a.py"\nx\n```\n', "path", ""),
        ("```py FILE: a.py\nx\n```\n", "word", ""),
        ("```py\n# a.py\nx\n```\n", "path", ""),
        ("```py\n\n# FILE: a.py\nx\n```\n", "word", "\n# FILE: a.py\n"),
        ("```py\nFILE: a.py\nx\n```\n", "word", "FILE: a.py\n"),
        ("### a.py\n\n```py\nx\n```\n", "path", "### a.py\n"),
        ("## Code (FILE: a.py)\n```py\nx\n```\n", "word", "## Code (FILE: a.py)\n"),
    ],
)
def test_the_path_is_found_with_how_sure_it_is(text: str, origin: str, line: str) -> None:
    block = named(text)
    assert block is not None
    assert (block.path, block.origin, marker(text, block)) == ("a.py", origin, line)
    assert len(block.warnings) == 1
    assert not block.problem


def test_the_word_in_a_sentence_is_a_question_back() -> None:
    block = named("Here is FILE: a.py for you:\n```py\nx\n```\n")
    assert block is not None
    assert (block.problem, block.is_mention) == (IN_SENTENCE, True)


@pytest.mark.parametrize(
    "text",
    [
        "```py\nx\n```\n",
        "```yaml\nfile: a.yml\n```\n",
        "```bash\n# a.py\npython a.py\n```\n",
        "a.py\n\n\n\n```py\nx\n```\n",
        "> FILE: a.py is quoted\n```py\nx\n```\n",
        "See a.py:\n```py\nx\n```\n",
    ],
)
def test_a_block_without_a_path_has_none(text: str) -> None:
    assert named(text) is None


def test_a_line_that_belongs_to_the_piece_before_is_not_used() -> None:
    text = "a.py\n```py\nx\n```\n"
    assert named(text) is not None
    assert named(text, since=5) is None
