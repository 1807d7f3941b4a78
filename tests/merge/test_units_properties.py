"""For any bytes and any text: the pieces are the file, and names occur once."""

from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.merge.units import split

PATHS = ("a.py", "a.js", "a.ts", "a.tsx", "a.go", "A.java", "a.rs", "a.txt")
WORDS = st.sampled_from(
    [
        "def f(self):", "class A:", "class A {", "}", "{", "    ", "\t", "\n", "\r\n", "import a",
        "x = 1", "@d", "# c", "// c", "/* c */", '"""', "'", "`", "func f() {", "fn f() {",
        "impl A {", "#[a]", "pub ", "export ", "const x = () => {", "package a", "return x;", ";",
        "(", ")", "é", "\ufeff", "\x00", "if __name__ == '__main__':", "async ", "static ",
        "type T = ",
    ]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(PATHS), st.binary(max_size=200))
def test_any_bytes_are_tiled(path: str, source: bytes) -> None:
    check(path, source)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(PATHS), st.lists(WORDS, max_size=40).map("".join))
def test_anything_that_looks_like_code_is_tiled(path: str, text: str) -> None:
    check(path, text.encode())


def check(path: str, source: bytes) -> None:
    found = split(path, source)
    pieces = found.pieces()
    assert b"".join(source[start:end] for _, (start, end) in pieces) == source
    assert all(start < end or not source for _, (start, end) in pieces)
    assert len({unit.name for unit in found.units}) == len(found.units)
