"""The lines that give an answer its shape are found, each at its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.core.parsing.file_marks import Fence, Mark, Tag, Token, line_stop, read_sheet


def only(text: str) -> Token:
    (token,) = read_sheet(text).tokens
    return token


def mark(line: str) -> Mark:
    token = only(f"{line}\n")
    assert isinstance(token, Mark)
    return token


def test_the_form_asked_for_is_plain_and_loud() -> None:
    found = mark("FILE: src/app.py")
    assert (found.verb, found.place.path, found.loud, found.plain) == (
        "file",
        "src/app.py",
        True,
        True,
    )
    assert mark("DELETE: a.py").verb == "delete"
    assert mark("DELETE: a.py").plain


@pytest.mark.parametrize(
    "line",
    [
        *("**FILE: a.py**", "### FILE: a.py", "`FILE: a.py`", "1. FILE: a.py", "FILE 2: a.py"),
        *("FILENAME: a.py", "NEW FILE: a.py", "DATEI: a.py", "ФАЙЛ: a.py", "// FILE: a.py"),
        *("=== FILE: a.py ===", "📄 FILE: a.py", "[FILE: a.py]", "FILE: 'a.py'", "FILE: a.py:"),
    ],
)
def test_a_decorated_line_is_loud_and_not_plain(line: str) -> None:
    found = mark(line)
    assert (found.place.path, found.loud, found.plain) == ("a.py", True, False)


@pytest.mark.parametrize("line", ["File: a.py", "file : a.py", "FILE a.py", "Fichier : a.py"])
def test_a_line_that_could_be_a_sentence_is_not_loud(line: str) -> None:
    assert not mark(line).loud


@pytest.mark.parametrize(
    "line",
    [
        *("> FILE: a.py", "FILE_STRUCTURE:", "FILES: a.py", "PROFILE: a.py", "0FILE: a.py"),
        *("The FILE: a.py", "file handling", "FILE", "delete a.py", "x = FILE: a", "```x``` y"),
    ],
)
def test_other_lines_are_no_marks(line: str) -> None:
    assert read_sheet(f"{line}\n").tokens == ()


def test_a_mark_knows_comments_and_words_that_only_name_a_place() -> None:
    assert mark("# FILE: a.py").commented
    assert not mark("FILE: a.py").commented
    assert not mark("Path: a.py").says_file


def test_a_fence_on_the_line_itself_belongs_to_the_mark() -> None:
    found = mark("FILE: a.py ```python")
    assert found.fence is not None
    assert (found.fence.length, found.fence.info, found.place.path) == (3, "python", "a.py")


@pytest.mark.parametrize(
    ("line", "char", "length", "info", "indent"),
    [
        ("```", "`", 3, "", 0),
        ("````markdown", "`", 4, "markdown", 0),
        ("~~~ py", "~", 3, "py", 0),
        ("   ```", "`", 3, "", 3),
        ("\t```", "`", 3, "", 4),
        ("- ```sh", "`", 3, "sh", 2),
    ],
)
def test_a_fence_is_known_by_sign_length_language_and_indent(
    line: str, char: str, length: int, info: str, indent: int
) -> None:
    fence = only(line)
    assert isinstance(fence, Fence)
    assert (fence.char, fence.length, fence.info, fence.indent) == (char, length, info, indent)


def test_only_a_fence_as_long_and_not_deeper_may_close_another() -> None:
    sheet = read_sheet("````\n```\n````\n  ````\n~~~~\n- ````\n")
    opener, *others = [f for f in sheet.tokens if isinstance(f, Fence)]
    assert [f.may_close(opener) for f in others] == [False, True, False, False, False]


def test_a_tag_knows_its_path_and_where_its_content_begins() -> None:
    text = '<file path="a.py">x\n</file>\n'
    opening, closing = read_sheet(text).tokens
    assert isinstance(opening, Tag)
    assert isinstance(closing, Tag)
    assert (opening.path, text[opening.inside]) == ("a.py", "x")
    assert closing.closing
    sheet = read_sheet(text)
    assert sheet.end_tag("file", 0) == text.index("</file>")
    assert sheet.end_tag("file", len(text)) is None
    assert sheet.end_tag("invoke", 0) is None
    empty = only('<file name="b.py"/>\n')
    assert isinstance(empty, Tag)
    assert empty.empty


def test_lone_carriage_returns_end_lines_and_positions_stay() -> None:
    text = "a\rFILE: b.py\r```\r\nx"
    sheet = read_sheet(text)
    assert [text[t.start : t.stop] for t in sheet.tokens] == ["FILE: b.py\r", "```\r\n"]
    assert len(sheet.text) == len(text)


def test_a_sheet_may_begin_later_and_finds_tokens_by_position() -> None:
    text = "FILE: a.py\nFILE: b.py\n"
    (token,) = read_sheet(text, 11).tokens
    assert token.start == 11
    sheet = read_sheet(text)
    assert [sheet.after(0), sheet.after(1), sheet.after(11), sheet.after(99)] == [0, 1, 1, 2]


def test_a_line_stops_behind_its_end_or_at_the_end_of_the_text() -> None:
    assert [line_stop("ab\nc", 0), line_stop("ab\nc", 3)] == [3, 4]


@given(st.text(alphabet="FILE: a.py`~\n\r<>/#*-1 \t", max_size=120))
def test_tokens_are_whole_lines_in_order(text: str) -> None:
    sheet = read_sheet(text)
    for token in sheet.tokens:
        assert token.start == 0 or sheet.text[token.start - 1] == "\n"
        assert 0 <= token.start < token.stop <= len(text)
    assert list(sheet.starts) == sorted(set(sheet.starts))
