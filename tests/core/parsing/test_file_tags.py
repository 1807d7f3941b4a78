"""Files in tags are read; calls of tools are noticed."""

import pytest

from roundtable.core.parsing.file_marks import Tag, read_sheet
from roundtable.core.parsing.file_pieces import Block
from roundtable.core.parsing.file_tags import (
    AS_JSON,
    TAG_FORM,
    TAG_OPEN,
    TOOL,
    file_tag,
    tool_call,
    tool_tag,
)


def tagged(text: str) -> Block | None:
    sheet = read_sheet(text)
    tag = sheet.tokens[0]
    assert isinstance(tag, Tag)
    return file_tag(sheet, tag, 0)


@pytest.mark.parametrize(
    "text",
    [
        '<file path="a.py">\nx = 1\n</file>\n',
        "<FILE name='a.py'>\nx = 1\n</FILE>\n",
        "<file path=a.py>\nx = 1\n  </file>\n",
        '<file path="a.py">\n```python\nx = 1\n```\n</file>\n',
        '<file path="a.py"><![CDATA[\nx = 1\n]]></file>\n',
    ],
)
def test_a_file_in_a_tag_is_read_without_what_is_around_it(text: str) -> None:
    block = tagged(text)
    assert block is not None
    assert (block.path, block.problem, block.start, block.stop) == ("a.py", "", 0, len(text))
    (content,) = [text[start:stop] for kind, start, stop in block.parts if kind == "content"]
    assert content == "x = 1\n"


def test_two_fences_in_a_tag_are_the_files_own() -> None:
    text = '<file path="a.md">\n```\na\n```\nb\n</file>\n'
    block = tagged(text)
    assert block is not None
    assert [text[a:b] for kind, a, b in block.parts if kind == "content"] == ["```\na\n```\nb\n"]


@pytest.mark.parametrize(
    ("text", "problem", "rest"),
    [
        ('<file path="a.py">\nx\n', TAG_OPEN, ""),
        ('<file path="a.py">\nx\n<file path="b.py">\ny\n</file>\n', TAG_OPEN, '<file path="b'),
        ('<file path="a.py"/>\nx\n', TAG_FORM, "x\n"),
        ("<file>\n<path>a.py</path>\n<content>x</content>\n</file>\ny", TAG_FORM, "y"),
    ],
)
def test_another_form_of_tag_is_a_problem(text: str, problem: str, rest: str) -> None:
    block = tagged(text)
    assert block is not None
    assert (block.path, block.problem) == ("a.py", problem)
    assert text[block.stop :].startswith(rest)


def test_a_tag_that_names_no_file_is_none() -> None:
    assert tagged("<file>\nx\n</file>\n") is None


def test_a_call_in_tags_ends_with_them_or_with_the_next_file() -> None:
    call = '<tool_call>\n{"name": "write", "arguments": {"path": "a.py"}}\n</tool_call>\n'
    for text, length in ((call + "Bye.", len(call)), ("<invoke>\nFILE: b.py\n</invoke>", 9)):
        sheet = read_sheet(text)
        tag = sheet.tokens[0]
        assert isinstance(tag, Tag)
        block = tool_tag(sheet, tag, 0)
        assert (block.stop, block.problem) == (length, TOOL)
    sheet = read_sheet(call)
    tag = sheet.tokens[0]
    assert isinstance(tag, Tag)
    assert tool_tag(sheet, tag, 0).path == "a.py"


def test_a_call_as_json_is_noticed_where_it_begins_a_line() -> None:
    text = 'I write.\n{"tool": "write_file", "path": "a.py"}\n'
    block = tool_call(text, 0, len(text), alone=False)
    assert block is not None
    assert (block.start, block.path, block.problem) == (9, "a.py", TOOL)
    inline = 'I call {"tool": "write_file", "path": "a.py"} now.'
    assert tool_call(inline, 0, len(inline), alone=False) is None


def test_files_as_json_are_noticed_only_where_no_other_file_is_given() -> None:
    text = '{"path": "a.py", "content": "x"}'
    block = tool_call(text, 0, len(text), alone=True)
    assert block is not None
    assert block.problem == AS_JSON
    assert tool_call(text, 0, len(text), alone=False) is None


@pytest.mark.parametrize(
    "text", ['{"agent": "Kay", "raises": []}', '{"name": "shop", "path": "/x"}', "words", ""]
)
def test_other_json_is_nobodys_call(text: str) -> None:
    assert tool_call(text, 0, len(text), alone=True) is None
