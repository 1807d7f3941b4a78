"""Java's imports, read and added."""

import pytest

from roundtable.merge.imports import imports_of, with_imports
from roundtable.merge.units import split


def added(base: str, other: str) -> str:
    wanted = imports_of(split("A.java", other.encode()))
    return with_imports(split("A.java", base.encode()), wanted).decode()


def test_every_form_is_read() -> None:
    text = (
        b"import java.util.List;\nimport java.io.*;\nimport static a.B.c;\nimport static a.B.*;\n"
    )
    found = imports_of(split("A.java", text))
    assert [(one.name, one.origin, one.line) for one in found] == [
        ("List", "java.util.List", "import java.util.List;"),
        ("*", "java.io.*", "import java.io.*;"),
        ("c", "a.B.c", "import static a.B.c;"),
        ("*", "a.B.*", "import static a.B.*;"),
    ]


@pytest.mark.parametrize(
    ("base", "other", "expected"),
    [
        ("package a;\n\nclass A {}\n", "import b.C;", "package a;\n\nimport b.C;\n\nclass A {}\n"),
        ("class A {}\n", "import b.C;", "import b.C;\n\nclass A {}\n"),
        (
            "import a.A;\nimport z.Z;\n",
            "import a.B;",
            "import a.A;\nimport a.B;\nimport z.Z;\n",
        ),
        ("import a.A;\n", "import static a.B.c;", "import a.A;\n\nimport static a.B.c;\n"),
    ],
)
def test_an_import_goes_beside_its_like(base: str, other: str, expected: str) -> None:
    assert added(base, other) == expected
