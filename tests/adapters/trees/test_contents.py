"""No byte of a file is lost on its way through the log."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.adapters.trees.contents import as_file, bytes_of
from roundtable.core.build_events import ProjectFile
from roundtable.core.errors import UsageError


@given(st.binary() | st.text().map(str.encode))
def test_what_was_read_is_what_is_written(data: bytes) -> None:
    file = as_file("x", data)
    assert bytes_of(file) == data
    assert bytes_of(ProjectFile.model_validate_json(file.model_dump_json())) == data


@pytest.mark.parametrize("data", [b"", b"a\r\nb\r", b"\xef\xbb\xbfx", "ü\u2028\x1b".encode()])
def test_utf8_is_text_with_its_line_ends_and_its_mark(data: bytes) -> None:
    file = as_file("x", data)
    assert not file.binary
    assert file.text.encode() == data


@pytest.mark.parametrize("data", [b"a\0b", b"\xff", "ü".encode("latin-1"), b"\xed\xa0\x80"])
def test_everything_else_is_binary(data: bytes) -> None:
    assert as_file("x", data).binary


@pytest.mark.parametrize(
    ("text", "binary"), [("no base64!", True), ("YQ", True), ("\ud800", False)]
)
def test_a_content_that_stands_for_no_bytes_is_refused_by_name(text: str, binary: bool) -> None:
    file = ProjectFile.model_construct(path="src/x", text=text, binary=binary)
    with pytest.raises(UsageError, match="src/x"):
        bytes_of(file)
