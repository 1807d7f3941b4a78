"""Imports of a file, and files with imports added."""

from roundtable.merge.imports import imports_of, with_imports
from roundtable.merge.units import split


def added(base: str, other: str) -> str:
    wanted = imports_of(split("a.py", other.encode()))
    return with_imports(split("a.py", base.encode()), wanted).decode()


def test_only_the_file_s_own_level_counts() -> None:
    text = b"import a\n\n\ndef f():\n    import b\n\n\nx = 1\nfrom c import d\n"
    assert [(one.name, one.unit) for one in imports_of(split("a.py", text))] == [
        ("a", "imports"),
        ("d", "imports#2"),
    ]


def test_what_is_there_already_is_not_added() -> None:
    text = "import a\nfrom b import c, d as e\n\nx = 1\n"
    assert added(text, text) == text


def test_the_same_line_is_added_once() -> None:
    assert added("x = 1\n", "import a\nimport a\n") == "import a\n\nx = 1\n"


def test_a_submodule_is_more_than_its_package() -> None:
    assert added("import a\n", "import a.b\n") == "import a\nimport a.b\n"


def test_a_file_without_a_grammar_has_none() -> None:
    found = split("a.txt", b"import a\n")
    assert imports_of(found) == []
    assert with_imports(found, imports_of(split("a.py", b"import a\n"))) == b"import a\n"
