"""Where the parts of a JSON text stand."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.core.parsing.json_lines import JsonPath, Repeat, locate, place, repeats, too_deep

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
VALUES: st.SearchStrategy[Any] = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=20,
)
BLANKS = st.text(" \t\n", max_size=3)


def children(value: object) -> list[tuple[str | int, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []


def lines_when_dumped(value: object, indented: bool) -> dict[JsonPath, int]:
    """What Python's writer does: each child on a new line, and each closing bracket too."""
    found: dict[JsonPath, int] = {(): 1}

    def walk(inner: object, path: JsonPath, line: int) -> int:
        for key, child in children(inner):
            line += indented
            found[(*path, key)] = line
            line = walk(child, (*path, key), line)
        return line + (indented and bool(children(inner)))

    walk(value, (), 1)
    return found


@settings(max_examples=150, deadline=None)
@given(
    value=VALUES,
    indent=st.sampled_from([None, 0, 1, 2, 4, "\t"]),
    ascii_only=st.booleans(),
    line_end=st.sampled_from(["\n", "\r\n", "\r"]),
    mark=st.sampled_from(["", "\ufeff"]),
)
def test_every_path_of_a_dumped_value_is_found_on_its_line(
    value: Any, indent: int | str | None, ascii_only: bool, line_end: str, mark: str
) -> None:
    text = mark + json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    found = locate(text.replace("\n", line_end))
    assert found == lines_when_dumped(value, indent is not None)


@settings(max_examples=100, deadline=None)
@given(value=VALUES, data=st.data())
def test_white_space_of_any_shape_moves_the_lines_and_nothing_else(
    value: Any, data: st.DataObject
) -> None:
    expected: dict[JsonPath, int] = {}
    text = ""

    def emit(piece: str) -> None:
        nonlocal text
        text += piece + data.draw(BLANKS)

    def write(inner: object, path: JsonPath) -> None:
        expected.setdefault(path, text.count("\n") + 1)
        if not isinstance(inner, dict | list):
            return emit(json.dumps(inner))
        emit("{" if isinstance(inner, dict) else "[")
        for number, (key, child) in enumerate(children(inner)):
            if number:
                emit(",")
            if isinstance(key, str):
                expected[(*path, key)] = text.count("\n") + 1
                emit(json.dumps(key))
                emit(":")
            write(child, (*path, key))
        return emit("}" if isinstance(inner, dict) else "]")

    emit("")
    write(value, ())
    assert locate(text) == expected


def test_a_member_stands_where_its_key_is_and_an_item_where_its_value_begins() -> None:
    text = '{\n "a"\n:\n[\n1,\n\n{"b": 2}\n]\n}'
    assert locate(text) == {(): 1, ("a",): 2, ("a", 0): 5, ("a", 1): 7, ("a", 1, "b"): 7}


@pytest.mark.parametrize("text", ["5", '"text"', "null", "NaN", "-1.5e+10", "[]", "{}"])
def test_a_document_without_parts_has_one_path(text: str) -> None:
    assert locate(f"\n\n {text} \n") == {(): 3}


def test_brackets_commas_and_escaped_quotes_inside_texts_count_for_nothing() -> None:
    text = '["{[,\\"]}", "\\\\",\n"]", {"\\"]": "\\u005d"}]'
    assert locate(text) == {(): 1, (0,): 1, (1,): 1, (2,): 2, (3,): 2, (3, '"]'): 2}


def test_a_key_is_known_by_what_it_means_and_not_by_how_it_is_escaped() -> None:
    assert locate('{"\\u0061\\n": 1, "b\u2028": 2}') == {(): 1, ("a\n",): 1, ("b\u2028",): 1}


def test_a_depth_that_python_itself_cannot_read_is_no_obstacle() -> None:
    depth = 3_000
    assert max(map(len, locate("[" * depth + "]" * depth))) == depth - 1


def test_a_repeated_key_is_told_with_both_of_its_lines() -> None:
    text = '{"a": 1,\n"b": 2,\n"\\u0061": 3,\n"a": 4}'
    assert repeats(text) == (Repeat(("a",), 3, 1), Repeat(("a",), 4, 3))
    assert locate(text)["a",] == 4


def test_the_members_of_two_objects_under_one_key_are_not_repeats_of_each_other() -> None:
    text = '{"a": {"x": 1},\n"a": {"x": 2,\n"x": 3}, "b": [{"x": 1}, {"x": 1}]}'
    assert repeats(text) == (Repeat(("a",), 2, 1), Repeat(("a", "x"), 3, 2))


@settings(max_examples=50, deadline=None)
@given(VALUES)
def test_a_dumped_value_repeats_no_key(value: Any) -> None:
    assert repeats(json.dumps(value)) == ()


@pytest.mark.parametrize(
    ("position", "expected"),
    [(0, (1, 1)), (1, (1, 2)), (2, (2, 1)), (5, (3, 1)), (6, (3, 2)), (7, (4, 1))],
)
def test_a_position_has_a_line_and_a_column(position: int, expected: tuple[int, int]) -> None:
    assert place("a\nb\r\nc\rd", position) == expected


def test_depth_is_counted_outside_of_texts_only() -> None:
    assert too_deep('["[[[[",\n[1], [2]]', 2) is None
    assert too_deep('["[[[[",\n[1],\n[[2]]]', 2) == 3


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_a_hundred_thousand_open_brackets_are_told_at_once(opening: str) -> None:
    assert too_deep(opening * 100_000, 50) == 1


@pytest.mark.parametrize("piece", ['"\\', '\\"', '"', '"\n'])
def test_texts_that_never_close_take_no_more_time_than_others(piece: str) -> None:
    assert too_deep('"' + piece * 300_000, 50) is None
