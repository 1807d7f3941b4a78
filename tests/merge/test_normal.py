"""When two texts are the same code."""

import pytest

from roundtable.merge.units import split


def digest(path: str, text: str) -> tuple[str, ...]:
    return tuple(unit.digest for unit in split(path, text.encode()).units)


PYTHON = 'def f(a, b):\n    if a:\n        return "x  y"\n    return b\n'


@pytest.mark.parametrize(
    "same",
    [
        'def f(a, b):  # why\n    if a:\n        return "x  y"\n    return b\n',
        'def f(a, b):\n\n    if a:\n\n        return "x  y"\n    return b\n',
        'def f(a,b):\n  if a:\n    return "x  y"\n  return b\n',
        'def f(\n    a, b\n):\n    # why\n    if a:\n        return "x  y"\n    return b\n',
        'def f(a, b):\r\n\tif a:\r\n\t\treturn "x  y"\r\n\treturn b\r\n',
        'def f(a, \\\n      b):\n    if a:\n        return "x  y"\n    return b',
    ],
)
def test_comments_and_spacing_do_not_make_other_code(same: str) -> None:
    assert digest("a.py", same) == digest("a.py", PYTHON)


@pytest.mark.parametrize(
    "other",
    [
        'def f(a, b):\n    if a:\n        return "x y"\n    return b\n',
        'def f(a, b):\n    if a:\n        return "x  y"\n        return b\n',
        'def f(a, b):\n    if a:\n        return "x  y"\n    returnb\n',
        'def f(a, b):\n    if a:\n        return "x  y"\n    return -b\n',
        'def f(a, b):\n    if a:\n        return "x  # y"\n    return b\n',
    ],
)
def test_strings_blocks_and_words_do(other: str) -> None:
    assert digest("a.py", other) != digest("a.py", PYTHON)


@pytest.mark.parametrize(
    ("path", "one", "two", "same"),
    [
        ("a.ts", "function f(a){return a}", "function f( a ) {\n  return a // x\n}", True),
        ("a.ts", "const f = () => `a  b`", "const f = () => `a b`", False),
        ("a.js", "function f() {\n  return\n  x\n}", "function f() {\n  return x\n}", False),
        ("a.js", "const r = /a b/", "const r = /a  b/", False),
        ("a.js", "let x = a + +b", "let x = a ++b", False),
        ("a.go", "package a\nfunc f() { g( 1 ) }", "package a\nfunc f() {\n\tg(1)\n}", True),
        ("a.rs", "fn f() -> i32 { 1 }", "/// doc\nfn f()->i32{1}", True),
        ("A.java", "class A { int x; }", "class A {\n  int   x; // n\n}", True),
        ("A.java", 'class A { String s = "a b"; }', 'class A { String s = "a  b"; }', False),
    ],
)
def test_each_language_is_compared_by_its_own_rules(
    path: str, one: str, two: str, same: bool
) -> None:
    assert (digest(path, one) == digest(path, two)) is same


def test_without_a_grammar_every_byte_counts() -> None:
    assert digest("a.txt", "a b") != digest("a.txt", "a  b")
