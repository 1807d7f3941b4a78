"""Files that are no JSON, and what their writers are told."""

import pytest

from roundtable.core.parsing.json_file import Document, Oddity, Unreadable, read_document

OBJECT = '{\n"a": 1\n}\n'

UNREADABLE: list[tuple[str | bytes, str, str]] = [
    ("", "1", "there is nothing in it"),
    (b"\xef\xbb\xbf \n", "1", "there is nothing in it; write a new one: roundtable init"),
    (b'{\n"project": "\xff"}', "2", "the byte 0xff is not UTF-8"),
    (OBJECT.encode("utf-16"), "1", "the file is UTF-16, not UTF-8"),
    (OBJECT.encode("utf-16-le"), "1:2", "zero bytes"),
    ("\n[]", "2", "must hold one object"),
    ("5", "1", "must hold one object"),
    ("[" * 100_000, "1", "nested more than 50 deep"),
    ('{"a":\n' + '{"a":' * 40_000, "2", "nested more than 50 deep"),
    ('{"a": "' + "x" * 300_000 + '"}', "1", "longer than 250,000 characters"),
    ('{\n"a": 1,\n}', "2:7", "a comma stands before the closing bracket; remove it"),
    ('{"a": [1, ]}', "1:9", "a comma stands before the closing bracket"),
    ('{"a": 1,, "b": 2}', "1:9", "a comma too many"),
    ("{'a': 1}", "1:2", "double quotes; write \" in place of '"),
    ("{\u201ca\u201d: 1}", "1:2", "straight double quotes"),
    ('{\n // note\n "a": 1}', "2:2", "JSON has no comments"),
    ('{"a": 1 # note\n}', "1:9", "JSON has no comments"),
    ('{\n<<<<<<< HEAD\n"a": 1}', "2:1", "merge conflict"),
    ('{"a": True}', "1:7", "write true or false"),
    ('{"a": None}', "1:7", "write null"),
    ('{"a": 05}', "1:8", "does not begin with 0"),
    ('{"a": 1\n "b": 2}', "2:2", "a comma or a bracket is missing before this"),
    ('{"a" 1}', "1:6", "a colon is missing"),
    ("{a: 1}", "1:2", "a name in double quotes is wanted here"),
    ('{"a": }', "1:7", "a value is wanted here"),
    ('{"a": "b\n}', "1:9", "runs over the end of its line"),
    ('{"a": "b', "1:7", "never closed"),
    ('{"a": "\\d"}', "1:8", "write \\\\ for a backslash"),
    ('{"a": 1}\n}', "2:1", "more after the end"),
    ('{"a": {\n\n', "1:8", "the file ends too early"),
    ("\r\r{a", "3:2", "a name in double quotes"),
]


@pytest.mark.parametrize(
    ("text", "where", "fragment"), UNREADABLE, ids=[row[2][:30] for row in UNREADABLE]
)
def test_a_file_that_is_no_json_object_is_told_with_the_place_and_a_hint(
    text: str | bytes, where: str, fragment: str
) -> None:
    problem = read_document(text)
    assert isinstance(problem, Unreadable)
    line, _, column = where.partition(":")
    assert (problem.line, problem.column) == (int(line), int(column or 0))
    assert fragment in f"{problem.what}; {problem.remedy}"


def test_an_object_is_given_with_its_lines_and_its_repeats() -> None:
    document = read_document('\ufeff{"a": 1,\n"a": [2]}')
    assert isinstance(document, Document)
    assert document.value == {"a": [2]}
    assert document.lines == {(): 1, ("a",): 2, ("a", 0): 2}
    assert [repeat.path for repeat in document.repeats] == [("a",)]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 5_000])
def test_a_number_that_is_none_stays_what_the_file_calls_it(number: str) -> None:
    document = read_document(f'{{"a": {number}}}')
    assert isinstance(document, Document)
    assert document.value == {"a": Oddity(number)}


@pytest.mark.parametrize("depth", [49, 50])
def test_nesting_up_to_the_bound_is_read(depth: int) -> None:
    document = read_document('{"a":' + "[" * (depth - 1) + "]" * (depth - 1) + "}")
    assert isinstance(document, Document)
