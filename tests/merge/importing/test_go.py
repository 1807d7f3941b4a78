"""Go's imports, read and added."""

import pytest

from roundtable.merge.importing.go import package_of
from roundtable.merge.imports import imports_of, with_imports
from roundtable.merge.units import split


def added(base: str, other: str) -> str:
    wanted = imports_of(split("a.go", f"package a\n\n{other}\n".encode()))
    return with_imports(split("a.go", f"package a\n{base}".encode()), wanted).decode()


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("fmt", "fmt"),
        ("net/http", "http"),
        ("example.org/x/money/v2", "money"),
        ("gopkg.in/yaml.v3", "yaml"),
        ("example.org/go-redis", "redis"),
        ("example.org/redis-go", "redis"),
    ],
)
def test_the_name_of_a_package_is_told_by_its_path(path: str, name: str) -> None:
    assert package_of(path) == name


def test_every_form_is_read() -> None:
    text = b'package a\n\nimport (\n\t"fmt"\n\ty "a.b/yaml"\n\t_ "c"\n\t. "d"\n)\nimport "os"\n'
    assert [(one.name, one.origin) for one in imports_of(split("a.go", text))] == [
        ("fmt", "fmt"),
        ("y", "a.b/yaml"),
        ("*", "d"),
        ("os", "os"),
    ]


@pytest.mark.parametrize(
    ("base", "other", "expected"),
    [
        ("", 'import "os"', 'package a\n\nimport "os"\n'),
        ('\nimport "fmt"\n', 'import "os"', 'package a\n\nimport (\n\t"fmt"\n\t"os"\n)\n'),
        (
            '\nimport (\n\t"fmt"\n\n\t"a.b/c"\n)\n',
            'import "os"',
            'package a\n\nimport (\n\t"fmt"\n\t"os"\n\n\t"a.b/c"\n)\n',
        ),
        (
            '\nimport (\n\t"fmt"\n)\n',
            'import c "a.b/c"',
            'package a\n\nimport (\n\t"fmt"\n\n\tc "a.b/c"\n)\n',
        ),
    ],
)
def test_an_import_goes_into_the_group(base: str, other: str, expected: str) -> None:
    assert added(base, other) == expected
