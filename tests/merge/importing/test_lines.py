"""Where a line goes that imports something."""

import pytest

from roundtable.merge.importing.lines import after, at_top, extended, line_end
from roundtable.merge.units import split


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "NEW\n"),
        ("x = 1\n", "NEW\n\nx = 1\n"),
        ("\nx = 1\n", "NEW\n\nx = 1\n"),
        ("def f(): ...\n", "NEW\n\n\ndef f(): ...\n"),
        ("#!/bin/python\nx = 1\n", "#!/bin/python\n\nNEW\n\nx = 1\n"),
        ("# licence\n\nx = 1\n", "# licence\n\nNEW\n\nx = 1\n"),
        ("# about x\nx = 1\n", "NEW\n\n# about x\nx = 1\n"),
        ("x = 1\r\n", "NEW\r\n\r\nx = 1\r\n"),
        ("\ufeffx = 1\n", "\ufeffNEW\n\nx = 1\n"),
    ],
)
def test_the_top_is_below_what_opens_the_file(text: str, expected: str) -> None:
    found = split("a.py", text.encode())
    assert at_top(found, ["NEW"], lambda _: False).decode() == expected


def test_the_preamble_stays_first() -> None:
    found = split("a.go", b"// Package a.\npackage a\n\nfunc f() {}\n")
    made = at_top(found, ['import "os"'], lambda node: node.type == "package_clause")
    assert made == b'// Package a.\npackage a\n\nimport "os"\n\nfunc f() {}\n'


def test_a_line_stands_below_the_whole_line_of_a_node() -> None:
    found = split("a.py", b"import a  # why\nx = 1\n")
    assert found.tree is not None
    node = found.tree.root_node.children[0]
    assert after(found, node, ["import b"]) == b"import a  # why\nimport b\nx = 1\n"
    assert after(found, node, ["b"], blank=True) == b"import a  # why\n\nb\nx = 1\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f(a)", "f(a, NEW)"),
        ("f(a, b)  # c", "f(a, b, NEW)  # c"),
        ("f(\n    a,\n    b,\n)", "f(\n    a,\n    b,\n    NEW,\n)"),
        ("f(\n    a,\n    b\n)", "f(\n    a,\n    b,\n    NEW\n)"),
        ("f(\n    a, b\n)", "f(\n    a, b, NEW\n)"),
    ],
)
def test_a_list_grows_in_the_manner_it_is_written(text: str, expected: str) -> None:
    found = split("a.py", text.encode())
    assert found.tree is not None
    arguments = found.tree.root_node.children[0].children[0].children[1]
    assert extended(found, arguments, arguments.named_children, "NEW").decode() == expected


def test_the_end_of_a_line_is_before_its_line_end() -> None:
    assert line_end(b"ab\r\nc", 0) == 2
    assert line_end(b"ab\nc", 1) == 2
    assert line_end(b"ab", 0) == 2
