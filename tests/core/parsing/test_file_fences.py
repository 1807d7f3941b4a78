"""The end of a block is found by its fences, or told to be missing."""

import pytest

from roundtable.core.parsing.file_fences import (
    AMBIGUOUS,
    GLUED,
    MISMATCHED,
    NESTED,
    NOT_CLOSED,
    TWO_FILES,
    UNCLOSED,
    Closing,
    find_closing,
)
from roundtable.core.parsing.file_kinds import Kind
from roundtable.core.parsing.file_marks import Fence, read_sheet


def closing(text: str, kind: Kind, wrapped: bool = False, cut: bool = False) -> Closing:
    """The end of the block whose fence is the first line of the text."""
    sheet = read_sheet(text)
    opener = sheet.tokens[0]
    assert isinstance(opener, Fence)
    return find_closing(sheet, opener, 1, kind, wrapped, cut)


def content(text: str, kind: Kind, wrapped: bool = False) -> tuple[str, tuple[str, ...]]:
    end = closing(text, kind, wrapped)
    assert not end.problem
    return text[text.index("\n") + 1 : end.content_stop], end.warnings


def test_the_first_bare_fence_of_that_length_closes() -> None:
    assert content("```py\nx\n```\nmore", "python") == ("x\n", ())
    assert content("````\n```\nx\n```\n````\n", "document") == ("```\nx\n```\n", ())
    assert content("~~~\n```\n~~~\n", "other") == ("```\n", ())
    assert content("```\n```\n", "other") == ("", ())


def test_fences_with_languages_are_balanced() -> None:
    text = "```md\na\n```sh\nb\n```\nc\n```\n"
    assert content(text, "document") == ("a\n```sh\nb\n```\nc\n", (NESTED,))


def test_bare_fences_in_a_document_are_told_by_how_they_stand() -> None:
    text = "```md\na:\n\n```\nb\n```\n\nc\n```\n"
    assert content(text, "document") == ("a:\n\n```\nb\n```\n\nc\n", (NESTED,))
    flat = "```md\na\n```\n\nTry:\n\n```\nb\n```\n"
    assert content(flat, "document") == ("a\n", ())


def test_a_document_whose_fences_give_no_clue_is_a_problem() -> None:
    assert closing("```md\na\n```\nb\n```\nc\n```\n", "document").problem == AMBIGUOUS


def test_the_fence_around_everything_is_not_the_documents_own() -> None:
    text = "```md\na\n```\n```\n"
    assert content(text, "document", wrapped=True) == ("a\n", ())


def test_a_string_that_is_open_at_a_fence_goes_on_behind_it() -> None:
    text = '```py\n"""\n```\na\n```\n"""\n```\n'
    assert content(text, "python") == ('"""\n```\na\n```\n"""\n', (NESTED,))


def test_the_next_file_ends_a_block_without_a_fence() -> None:
    text = "```py\nx = 1\n\n\nFILE: b.py\n```py\ny = 2\n```\n"
    assert content(text, "python") == ("x = 1\n", (UNCLOSED,))


def test_a_line_at_the_end_of_a_file_does_not_turn_its_fence_around() -> None:
    text = "```\nwords\nFILE: a.py\n```\n\nFILE: b.py\n```\ny\n```\n"
    assert content(text, "other") == ("words\nFILE: a.py\n", ())


def test_a_removal_ends_a_block_without_a_fence() -> None:
    assert content("```py\nx = 1\n\nDELETE: b.py\n", "python") == ("x = 1\n", (UNCLOSED,))


def test_a_fence_that_was_meant_to_close_does() -> None:
    assert content("````py\nx = 1\n```\n", "python") == ("x = 1\n", (MISMATCHED,))
    assert content("```py\nx = 1\n  ```\n", "python") == ("x = 1\n", (MISMATCHED,))
    assert content("```js\nlet x = 1;```\n", "curly") == ("let x = 1;", (GLUED,))


def test_two_files_in_one_block_are_a_problem_unless_the_line_is_in_a_string() -> None:
    assert closing("```\nx = 1\nFILE: b.py\ny = 2\n```\n", "python").problem == TWO_FILES
    assert closing('```\nx = """\nFILE: b.py\n"""\n```\n', "python").problem == ""
    assert closing("```\n# FILE: b.py\n```\n", "python").problem == ""
    assert closing("```\nx: 1\nFILE: b.py\n```\n", "yaml").problem == ""


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("```py\nx = 1\n\n```sh\nmake\n```\n", "python"),
        (
            "```py\nx = 1\n\nNow the next one, which is longer:\n\nFILE: b.py\n```\ny\n```\n",
            "python",
        ),
        ("````md\nFILE: b.py\n```py\ny\n```\n", "document"),
        ("```md\na\n```sh\nb\n", "document"),
    ],
)
def test_a_block_whose_end_cannot_be_told_is_a_problem(text: str, kind: Kind) -> None:
    assert closing(text, kind).problem == NOT_CLOSED


def test_a_block_that_ends_the_text_is_taken_only_if_it_looks_whole() -> None:
    assert content("```js\nlet x = 1;\n", "curly") == ("let x = 1;\n", (UNCLOSED,))
    assert "cut off" in closing("```js\nlet x = (", "curly").problem
    assert "cut off" in closing("```js\nlet x = 1;\n", "curly", cut=True).problem
    assert closing("```js\nlet x = 1;\n```\n", "curly", cut=True).problem == ""
