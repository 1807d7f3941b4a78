"""The look of a file, and a piece of code made to look like it."""

import pytest

from roundtable.merge.indent import Look, adapted, lead_at, look_of
from roundtable.merge.units import split


@pytest.mark.parametrize(
    ("path", "text", "step"),
    [
        ("a.py", "def f():\n  if x:\n    y\n", b"  "),
        ("a.py", "def f():\n\tif x:\n\t\ty\n", b"\t"),
        ("a.py", "x = f(a,\n      b)\ndef f():\n    pass\n", b"    "),
        ("a.py", '"""\nlist:\n  one\n"""\ndef f():\n    pass\n', b"    "),
        ("a.py", "x = 1\n", b"    "),
        ("a.ts", "const x = 1;\n", b"  "),
        ("a.go", "package a\n", b"\t"),
        ("A.java", "class A {\n   int x;\n}\n", b"   "),
    ],
)
def test_the_step_is_what_a_block_adds(path: str, text: str, step: bytes) -> None:
    assert look_of(split(path, text.encode())).step == step


@pytest.mark.parametrize(
    ("text", "newline"),
    [("a\nb\n", b"\n"), ("a\r\nb\r\n", b"\r\n"), ("a", b"\n"), ("a\r\nb\nc\n", b"\n")],
)
def test_the_line_ends_are_those_of_most_lines(text: str, newline: bytes) -> None:
    assert look_of(split("a.txt", text.encode())).newline == newline


def moved(text: str, lead: bytes, look: Look) -> str:
    found = split("a.py", text.encode())
    return adapted(found, (0, len(text.encode())), lead, look).decode()


def test_code_is_moved_level_by_level() -> None:
    text = "def f():\n    if x:\n        y(a,\n          b)\n"
    assert moved(text, b"\t", Look(b"\n", b"\t")) == (
        "\tdef f():\n\t\tif x:\n\t\t\ty(a,\n\t\t\t  b)\n"
    )


def test_a_docstring_moves_and_another_string_does_not() -> None:
    text = 'def f():\n    """A.\n\n    B.\n    """\n    return """\n    kept\n    """\n'
    assert moved(text, b"  ", Look(b"\n", b"  ")) == (
        '  def f():\n    """A.\n\n    B.\n    """\n    return """\n    kept\n    """\n'
    )
    assert moved(text, b"        ", Look(b"\n", b"    ")) == (
        '        def f():\n            """A.\n\n            B.\n            """\n'
        '            return """\n    kept\n    """\n'
    )


def test_code_that_is_in_place_is_not_touched() -> None:
    text = "def f():\n    if x:\n           odd(\n  less)\n"
    assert moved(text, b"", Look(b"\n", b"    ")) == text
    assert moved(text, b"", Look(b"\r\n", b"    ")) == text.replace("\n", "\r\n")


def test_the_blanks_at_the_start_of_a_line() -> None:
    assert lead_at(b"a\n \tb", 4) == b" \t"
    assert lead_at(b"", 0) == b""
